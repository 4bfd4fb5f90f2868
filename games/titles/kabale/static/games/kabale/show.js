// The award as a show: fetched when a round ends or on request, and played step by step, with a
// summary at the end. Without this script the replay contains all of it on one page.
(() => {
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const SPEEDS = { slow: 1.8, normal: 1, fast: 0.45, instant: 0 };
  const STAYS = 4000; // how long the summary of a round that has just ended stays
  const LATE = 10000; // how long the table waits for an award to arrive
  const room = () => document.querySelector(".table-room");
  const live = () => room()?.id === "room";
  const now = () => document.getElementById("show");
  const busy = () => document.querySelector("#table .hand input:checked, #hint > .guide");
  let timer = 0;
  let beats = [];
  let at = 0;
  let from = null; // the element that had the focus
  let passes = false; // it started by itself, so it closes when it is over

  // The player's chosen speed; 0 shows everything at once.
  const speed = () => {
    try {
      return SPEEDS[localStorage.getItem("speed")] ?? 1;
    } catch {
      return 1;
    }
  };

  const isStill = () => calm.matches || speed() === 0;

  // --- Playing a show that is on the page.
  function begin(show, scene) {
    show.hidden = false;
    show.classList.add("is-played-out");
    show.querySelector(".show-tools").hidden = false;
    beats = [...show.querySelectorAll(".beat")];
    const first = scene ? beats.findIndex((beat) => beat.closest(".scene").id === scene) : isStill() ? beats.length - 1 : 0;
    press(!isStill());
    turn(Math.max(first, 0));
  }
  function turn(to) {
    const show = now();
    if (!show) return;
    at = Math.min(Math.max(to, 0), beats.length - 1);
    const scene = beats[at].closest(".scene");
    for (const beat of beats) beat.classList.toggle("is-now", beat === beats[at]);
    for (const other of show.querySelectorAll(".scene")) other.classList.toggle("is-now", other === scene);
    const shown = beats.slice(0, at + 1).map((beat) => beat.querySelector(".verdict") && `#${beat.closest(".scene").id}`);
    for (const link of show.querySelectorAll(".programme a")) {
      link.classList.toggle("is-now", link.hash === `#${scene.id}`);
      if (isLast() || shown.includes(link.hash)) link.classList.add("is-shown");
    }
    say(show, words());
    show.querySelector("[data-show-back]").disabled = at === 0;
    for (const on of show.querySelectorAll("[data-show-on], [data-show-skip]")) on.disabled = isLast();
    wait();
  }
  const isLast = () => at === beats.length - 1;
  const SAID = ".beat-text > span, .verdict > b, .sums > li, .summary a > span:last-child";
  const words = () =>
    [...beats[at].querySelectorAll(SAID)]
      .map((one) => [...one.childNodes].filter((part) => !part.classList?.contains("seat-mark")).map(({ textContent }) => textContent).join("").replace(/\s+/g, " ").trim())
      .map((text) => (/[.!?。]$/.test(text) ? text : `${text}.`))
      .join(" ");
  // Announced through the table's live region, or its own if there is none. A show that started by
  // itself is silent: the lines of the log have just said who takes what.
  function say(show, text) {
    if (passes) return;
    const news = new CustomEvent("tavola:announce", { detail: { text }, cancelable: true });
    if (document.dispatchEvent(news)) show.querySelector("[data-show-says]").textContent = text;
  }
  const running = () => now()?.querySelector("[data-show-run]").getAttribute("aria-pressed") === "true";
  const press = (on) => now()?.querySelector("[data-show-run]").setAttribute("aria-pressed", String(on));
  function run(on) {
    press(on);
    wait();
  }
  function wait() {
    clearTimeout(timer);
    if (!running()) return;
    if (!isLast()) {
      const time = 600 + Math.min(words().length, 70) * 10 + (beats[at].querySelector(".verdict") ? 300 : 0);
      timer = setTimeout(() => turn(at + 1), time * (speed() || 1));
    } else if (passes) timer = setTimeout(pass, STAYS * (speed() || 1));
    else press(false);
  }
  // The show stays open while it has the focus.
  function pass() {
    const show = now();
    if (!show) return;
    if (show.contains(document.activeElement)) timer = setTimeout(pass, 1000);
    else close();
  }
  function close() {
    clearTimeout(timer);
    const show = now();
    if (!show) return;
    const inside = show.contains(document.activeElement);
    const host = show.closest(".show-host");
    if (host) {
      host.remove();
      delete room().dataset.showing;
    } else show.hidden = true;
    if (inside) (document.contains(from) ? from : document.querySelector("#my-side .hand input") ?? document.getElementById("ask"))?.focus({ preventScroll: true });
  }

  // --- Fetching a show for a running table: it is outside the fragment that is pushed.
  async function open(link, asked) {
    const step = link.search;
    const signal = asked ? null : AbortSignal.timeout(LATE);
    const request = fetch(`${link.pathname}${step}&part=1`, { headers: { "HX-Request": "true" }, signal });
    const html = await request.then((page) => page.ok && page.text()).catch(() => null);
    if (!html) return void (asked && location.assign(link.href));
    const found = new DOMParser().parseFromString(html, "text/html").getElementById("show");
    if (!found || !live() || (busy() && !asked)) return;
    close();
    from = asked ? document.activeElement : null;
    passes = !asked;
    const host = document.createElement("div");
    host.className = "board show-host";
    host.append(document.adoptNode(found));
    room().append(host);
    begin(found, link.hash.slice(1));
    // The table waits for a show that plays, but not for one that stands still until it is closed.
    room().dataset.showing = running() ? "first" : "";
    if (!asked) return; // no scrolling without a request
    found.focus({ preventScroll: true });
    host.scrollIntoView({ block: "nearest", behavior: calm.matches ? "auto" : "smooth" });
  }

  document.addEventListener("click", (event) => {
    const { target } = event;
    if (target.closest("[data-show-close]")) return close();
    if (target.closest("[data-show-back]")) return press(false), turn(at - 1);
    if (target.closest("[data-show-on]")) return press(false), turn(at + 1);
    if (target.closest("[data-show-skip]")) return turn(beats.length - 1);
    if (target.closest("[data-show-run]")) {
      const start = !running();
      press(start);
      passes &&= !start;
      return start && isLast() ? turn(0) : wait();
    }
    const scene = target.closest("#show :is(.programme, .summary) a");
    if (scene && now().classList.contains("is-played-out")) {
      event.preventDefault();
      passes = false;
      return turn(beats.findIndex((beat) => `#${beat.closest(".scene").id}` === scene.hash));
    }
    const link = target.closest("a[data-show]");
    if (link) return event.ctrlKey || event.metaKey || event.shiftKey ? undefined : follow(event, link);
    // A click into the show: next step.
    if (target.closest("#show.is-played-out") && !target.closest("a, button, .tipped") && !isLast()) turn(at + 1);
  });
  document.addEventListener("pointermove", ({ target }) => {
    if (passes && running() && isLast() && target.closest("#show")) wait();
  });
  function follow(event, link) {
    if (live()) {
      event.preventDefault();
      document.querySelector('.log [data-tab-close]')?.click();
      open(link, true);
    } else if (now() && new URLSearchParams(link.search).get("step") === room().dataset.step) {
      event.preventDefault();
      begin(now(), link.hash.slice(1));
    }
  }
  // Choosing a card, asking for a hint, or Escape, closes the show.
  document.addEventListener("change", ({ target }) => {
    if (target.matches(".hand input") && live()) close();
  });
  document.addEventListener("submit", ({ target }) => {
    if (target.matches("#hint-form")) close();
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && now() && !now().hidden) close();
  });

  // --- A round has just ended; rounds before the page was opened are not played automatically.
  const award = () => document.querySelector(".rounds > :last-child");
  let known = award()?.dataset.step;
  const isOver = () => !!document.querySelector("#table.is-over");
  let over = isOver();
  function look() {
    // In a replay the show came with the page.
    const show = document.querySelector("#board > .show");
    if (show && !show.classList.contains("is-played-out")) begin(show, location.hash.slice(1));
    if (!live()) return;
    if (over !== isOver()) close(); // the result comes before the show of an earlier round
    over = isOver();
    const link = award();
    if (!link || link.dataset.step === known) return;
    known = link.dataset.step;
    // The last show comes before the result; if it is shown at once, it is below the result.
    if (isStill() && over) return;
    close(); // that of an earlier round
    if (!busy()) room().dataset.showing = "soon"; // the next round, or the result, waits for it
    open(link, false).finally(() => {
      if (room().dataset.showing === "soon") delete room().dataset.showing;
    });
  }
  for (const name of ["htmx:afterSwap", "htmx:oobAfterSwap"]) document.addEventListener(name, look);
  look();
})();
