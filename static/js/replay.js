// The replay: plays automatically, and steps as fast as keys are pressed. Steps around the current
// one are fetched ahead, several per request; the URL follows. Without this script every button is
// a link.
(() => {
  const replay = document.getElementById("replay");
  const bar = document.getElementById("replay-bar");
  const part = (name) => document.getElementById(name);
  const AHEAD = 12; // more steps are fetched when fewer than this are left
  const BEHIND = 6;
  const BATCH = 16; // the steps of one answer (games/matches/presenters/replay.py)
  const BEAT = 1100; // milliseconds for a step, at 1×
  const HIGHLIGHT = 2800; // for a highlight
  const STEP = /<template data-step="(\d+)">/;
  const TEXT = "input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable]";
  const last = Number(replay.dataset.last);
  let at = Number(replay.dataset.step);
  let view = replay.dataset.view;
  let shown = at; // the step on screen
  let pages = new Map([[at, part("table").outerHTML]]);
  let asked = new Map(); // first step → the pending request
  let playing = false;
  let timer = 0;
  let byPointer = false; // whether the last input was a click, not a key
  document.body.dataset.autosubmits = ""; // the Go button is not needed
  replay.dataset.scripted = "";

  // --- Fetching
  const address = (step) => `?step=${step}&view=${view}`;
  async function fetchFrom(first, from = view) {
    const answer = await fetch(`${address(first)}&part=steps`, { headers: { "X-Requested-With": "fetch" } });
    if (!answer.ok) throw new Error(answer.status);
    const [, ...found] = (await answer.text()).split(STEP);
    if (from !== view) return; // another viewer was chosen in the meantime
    // Split as text: only the steps that are shown are parsed.
    for (let i = 0; i < found.length; i += 2) pages.set(Number(found[i]), found[i + 1].slice(0, found[i + 1].lastIndexOf("</template>")));
  }
  // The request that contains a step: a pending one, or a new one that begins with it.
  function load(step) {
    const first = [...asked.keys()].find((one) => one <= step && step < one + BATCH) ?? step;
    if (!asked.has(first)) {
      const mine = asked;
      asked.set(first, fetchFrom(first).finally(() => mine.delete(first)));
    }
    return asked.get(first);
  }
  // Fetch the nearest missing step ahead or behind, with all the steps of one answer.
  function lookAround() {
    const missing = (from, to, by) => {
      for (let step = from; by > 0 ? step <= to : step >= to; step += by) if (!pages.has(step)) return step;
      return null;
    };
    const ahead = missing(at + 1, Math.min(last, at + AHEAD), 1);
    const behind = missing(at - 1, Math.max(0, at - BEHIND), -1);
    if (ahead !== null) load(ahead).catch(() => {});
    if (behind !== null) load(Math.max(0, behind - BATCH + 1)).catch(() => {});
  }

  // --- Rendering: only the last requested step; those in between are skipped.
  function draw() {
    const page = pages.get(at);
    if (!page || shown === at) return;
    shown = at;
    const detail = { target: replay, serverResponse: "", shouldSwap: true };
    document.dispatchEvent(new CustomEvent("htmx:beforeSwap", { detail }));
    Idiomorph.morph(part("table"), page, { morphStyle: "outerHTML" });
    document.dispatchEvent(new CustomEvent("htmx:afterSwap", { detail: {} }));
    const log = part("log-lines");
    if (log) log.scrollTop = log.scrollHeight;
    if (playing) wait();
  }
  let drawing = 0;
  function drawSoon() {
    cancelAnimationFrame(drawing);
    drawing = requestAnimationFrame(draw);
  }
  const lost = (is) => {
    const line = part("step-lost");
    line.textContent = is ? line.dataset.lost : "";
    line.classList.toggle("visually-hidden", !is);
  };
  async function go(step) {
    at = Math.max(0, Math.min(last, step));
    tell();
    const wanted = at;
    if (!pages.has(at)) {
      await load(at)
        .then(() => lost(false))
        .catch(() => {
          lost(true);
          play(false);
        });
      if (wanted !== at) return;
    }
    drawSoon();
    lookAround();
  }

  // --- The bar, and the URL
  const chapters = [...(part("chapter-list")?.querySelectorAll("a") ?? [])];
  const stepOf = (link) => Number(new URLSearchParams(link.getAttribute("href").split("#")[0]).get("step"));
  const begins = chapters.map(stepOf);
  let later = 0;
  function tell() {
    replay.dataset.step = at;
    part("step-now").textContent = at;
    part("step-range").value = at;
    const ends = { "step-first": 0, "step-previous": Math.max(0, at - 1), "step-next": Math.min(last, at + 1), "step-last": last };
    for (const [id, to] of Object.entries(ends)) {
      part(id).href = address(to);
      if (to === at) part(id).setAttribute("aria-disabled", "true");
      else part(id).removeAttribute("aria-disabled");
    }
    if (chapters.length) {
      const current = begins.findLastIndex((begin) => begin <= at);
      chapters.forEach((link, index) => (index === current ? link.setAttribute("aria-current", "step") : link.removeAttribute("aria-current")));
      part("chapter-now").textContent = chapters[current].firstChild.textContent;
      part("chapter-previous").disabled = at === 0;
      part("chapter-next").disabled = current === chapters.length - 1;
    }
    clearTimeout(later);
    later = setTimeout(() => history.replaceState(history.state, "", address(at)), 120);
  }
  const chapterBefore = () => begins.findLast((begin) => begin < at) ?? 0;
  const chapterAfter = () => begins.find((begin) => begin > at) ?? last;

  // --- Playing automatically
  const speed = part("step-speed");
  try {
    const kept = localStorage.getItem("replay-speed");
    if ([...speed.options].some(({ value }) => value === kept)) speed.value = kept;
  } catch {
    // No storage: it starts at 1×.
  }
  function play(on) {
    clearTimeout(timer);
    playing = on;
    part("step-play").setAttribute("aria-pressed", String(on));
    if (!on) return;
    if (at === last) go(0);
    else wait();
  }
  // A game's own show over the table is played to its end.
  const beingShown = () => document.querySelector('#show:not([hidden]) [data-show-run][aria-pressed="true"]');
  function wait() {
    clearTimeout(timer);
    if (at === last) return play(false);
    const beat = part("table").querySelector("#banner") ? HIGHLIGHT : BEAT;
    timer = setTimeout(() => (beingShown() ? wait() : go(at + 1)), beat / Number(speed.value));
  }
  const step = (to) => {
    play(false);
    go(to);
  };

  // --- Keys, except in fields and menus
  const KEYS = {
    ArrowLeft: () => step(at - 1),
    ArrowRight: () => step(at + 1),
    "Shift+ArrowLeft": () => step(chapterBefore()),
    "Shift+ArrowRight": () => step(chapterAfter()),
    Home: () => step(0),
    End: () => step(last),
    " ": () => play(!playing),
  };
  document.addEventListener("keydown", (event) => {
    byPointer = false;
    const press = KEYS[`${event.shiftKey ? "Shift+" : ""}${event.key}`];
    if (!press || event.altKey || event.ctrlKey || event.metaKey || event.target.closest(TEXT)) return;
    if (document.querySelector("dialog[open]")) return; // an open dialog gets the keys
    // Space presses the focused button.
    if (event.key === " " && event.target.closest("button, summary, input")) return;
    event.preventDefault();
    press();
  }, true);

  // --- Clicks. A clicked button loses the focus, so that the next key is handled as above.
  document.addEventListener("pointerdown", () => (byPointer = true), true);
  const giveBack = () => byPointer && document.activeElement?.closest("#replay-bar, #log")?.contains(document.activeElement) && document.activeElement.blur();
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#replay a[href^='?step=']");
    if (link && !link.matches("[data-show]") && !(event.ctrlKey || event.metaKey || event.shiftKey || event.button)) {
      event.preventDefault();
      step(stepOf(link));
      const menu = link.closest("details.menu");
      if (menu) menu.open = false;
      giveBack();
    }
    const button = event.target.closest("#replay-bar :is(button, summary)");
    if (!button) return;
    if (button.id === "step-play") play(!playing);
    if (button.id === "chapter-previous") step(chapterBefore());
    if (button.id === "chapter-next") step(chapterAfter());
    if (button.id === "step-picture") play(false);
    if (button.id === "step-copy") copy(button);
    if (button.id === "step-share") navigator.share({ title: document.title, url: here() }).catch(() => {});
    if (button.id === "step-print") print();
    giveBack();
  });
  document.addEventListener("input", ({ target }) => {
    if (target.id === "step-range") step(Number(target.value));
  });
  document.addEventListener("change", ({ target }) => {
    if (target.id === "step-view") {
      view = replay.dataset.view = target.value;
      [pages, asked, shown] = [new Map(), new Map(), -1];
      for (const link of chapters) link.href = address(stepOf(link));
      go(at);
    }
    if (target.id === "step-speed") {
      try {
        localStorage.setItem("replay-speed", target.value);
      } catch {
        // No storage: it applies to this page only.
      }
      if (playing) wait();
    }
    giveBack();
  });
  // Only a button with a URL of its own submits the step; the others are handled above.
  bar.addEventListener("submit", (event) => event.submitter?.hasAttribute("formaction") || event.preventDefault());

  // --- Sharing
  const here = () => new URL(address(at), location.href).href;
  async function copy(button) {
    const words = button.querySelector("span");
    const usual = words.textContent;
    await navigator.clipboard?.writeText(here());
    words.textContent = button.dataset.done;
    setTimeout(() => (words.textContent = usual), 1500);
  }
  part("step-share").hidden = !navigator.share;
  part("step-copy").hidden = !navigator.clipboard;

  // --- On a small screen the log is placed above the bar, whose height varies.
  const fit = () => replay.style.setProperty("--bar-h", `${bar.offsetHeight}px`);
  new ResizeObserver(fit).observe(bar);
  fit();
  // The page begins at the table, as in the match, so that the log covers less of it.
  if (matchMedia("(max-width: 63.99rem), (max-height: 35.99rem)").matches) {
    history.scrollRestoration = "manual";
    scrollTo(0, replay.offsetTop);
  }

  tell();
  // Fetch ahead only after the page was loaded.
  (window.requestIdleCallback ?? setTimeout)(lookAround);
  const log = part("log-lines");
  log.scrollTop = log.scrollHeight;
})();
