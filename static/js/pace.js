// What happened is shown in its order, at a pace for people. The server sends each table as soon as
// it is true; here it waits until what came before it has been seen. Whoever does not want to wait
// clicks: then the newest stands there at once. My own move is always answered at once.
(() => {
  const root = document.documentElement;
  const room = document.getElementById("room");
  const pace = document.getElementById("pace");
  if (!room || !pace) return;
  const SPEEDS = { slow: 1.8, normal: 1, fast: 0.45, instant: 0 };
  const PARTS = ":scope > div, #board, #my-side, .hand, .table-tools"; // what holds parts of a table, without words of its own
  const CARD = 700; // milliseconds for a step, at normal speed
  const MOMENT = 1900; // for one with a banner,
  const LINE = 450; // with each line below its headline,
  const LONGEST = 4600; // but no longer than this
  const MANY = 8; // when more than so many steps wait, cards go by twice as fast
  const HURRY = 2400; // while my clock runs, all that waits has to be through within this
  const GAP = 12; // up to so many steps that were missed are fetched; more are only offered
  const TEXT = "input:not([type=radio], [type=checkbox]), textarea, select";
  // What may be used while the table is behind: it plays nothing.
  const FREE = "[data-tab], [data-tab-close], .talk, .drawer-body, .table-menu summary, [data-speed-choice], [data-sound-toggle], [data-since-play], [data-offer-close], .show-host, a[target=_blank], #messages, #line";
  const part = (name) => pace.querySelector(`[data-${name}]`);
  const [banner, behindChip, left] = ["banner", "behind", "left"].map(part);
  const offerChip = document.getElementById("since-offer");
  const count = offerChip.querySelector("[data-count]");
  const table = () => document.getElementById("table");
  const seenOf = (one) => Number(one?.dataset.seen ?? -1);
  const shown = () => seenOf(table());

  let queue = []; // what waits: {seen, next} as it was sent, or {seen} alone, which is fetched
  let newest = null; // the table as it is now
  let until = 0; // so long what is shown stays
  let timer = 0;
  let playing = false; // whether what happened is shown again, which somebody asked to see
  let fetching = -1; // the round in which a step is being fetched
  let round = 0; // counts up when the queue is left, so that a late answer finds nobody waiting
  let away = null; // the step that was seen last before the page was hidden
  let since = null; // from which step what happened is offered

  // --- The speed: kept on this device.
  const speed = () => root.dataset.speed;
  try {
    root.dataset.speed = localStorage.getItem("speed");
  } catch {
    // No storage: it holds for this page.
  }
  if (!(speed() in SPEEDS)) root.dataset.speed = "normal";
  const showSpeed = () => {
    for (const button of document.querySelectorAll("[data-speed-choice]")) button.setAttribute("aria-pressed", button.dataset.speedChoice === speed());
  };
  const choose = (chosen) => {
    root.dataset.speed = chosen;
    try {
      localStorage.setItem("speed", chosen);
    } catch {
      // It holds for this page.
    }
    showSpeed();
    if (chosen === "instant") skip();
  };

  // --- One message: a table, and what came along with it.
  const read = (data) => {
    if (!data.includes('id="table"')) return null;
    const sent = new DOMParser().parseFromString(data, "text/html");
    const next = sent.getElementById("table");
    if (!next) return null;
    next.removeAttribute("hx-swap-oob");
    const great = next.querySelector("#banner")?.firstElementChild;
    const item = {
      seen: seenOf(next),
      next,
      great,
      lines: great?.querySelectorAll(".banner-line").length ?? 0,
      asked: next.querySelector("input[name=asked]")?.value,
      hurried: next.matches(".is-mine") && Boolean(next.querySelector("[data-mine], [data-until]")),
    };
    const others = [...sent.body.children].filter((one) => one !== next);
    return { item, rest: others.map((one) => one.outerHTML).join("") };
  };
  const swap = (data) => document.dispatchEvent(new CustomEvent("tavola:show", { detail: { data } }));
  // As htmx does it, which would read the message once more, and take it over node by node. Most of a
  // table is the same after a move: that is compared by the browser, and left alone.
  const morphing = {
    morphStyle: "outerHTML",
    restoreFocus: false, // static/js/table.js knows better where the keyboard goes
    callbacks: { beforeNodeMorphed: (old, next) => !old.isEqualNode(next) },
  };
  // Spaces between large parts are not shown. Idiomorph would match the one before a new part with the
  // one after the next part, and take that out of the page and put it back, with all that is in it.
  function tighten(drawn) {
    for (const holder of [drawn, ...drawn.querySelectorAll(PARTS)])
      for (const node of [...holder.childNodes]) if (node.nodeType === Node.TEXT_NODE && !node.data.trim()) node.remove();
    return drawn;
  }
  function place(next) {
    const swapping = new CustomEvent("htmx:oobBeforeSwap", { detail: { fragment: next, shouldSwap: true } });
    document.dispatchEvent(swapping);
    if (!swapping.detail.shouldSwap) return;
    Idiomorph.morph(tighten(table()), tighten(next), morphing);
    for (const name of ["htmx:oobAfterSwap", "htmx:wsAfterMessage"]) document.dispatchEvent(new CustomEvent(name, { detail: {} }));
  }

  document.addEventListener("tavola:message", (event) => {
    const { data, own } = event.detail;
    const message = read(data);
    if (!message) return;
    event.preventDefault();
    const { item, rest } = message;
    if (rest) swap(rest);
    if (newest && item.seen < newest.seen) return;
    if (own) {
      hide(offerChip);
      hide(banner);
      until = 0;
    }
    if (own || document.hidden || (speed() === "instant" && !playing)) show(item);
    else take(item);
  });

  document.addEventListener("tavola:ping", ({ detail }) => {
    const seen = newest?.seen ?? shown();
    if (seen >= 0) detail.seen = seen;
  });

  function take(item) {
    const before = queue.at(-1)?.seen ?? shown();
    newest = item;
    if (queue.length && item.seen === before) {
      queue.splice(-1, 1, item);
      return;
    }
    const missed = item.seen - before - 1;
    // The same question, and nothing great: there is nothing to wait for, and my hand is moving.
    const calm = !queue.length && item.asked && !item.great && item.asked === document.querySelector("#table input[name=asked]")?.value;
    if (missed < 0 || (calm && !missed)) return show(item);
    if (missed > GAP) {
      offer(before);
      return show(item);
    }
    for (let step = before + 1; step < item.seen; step++) queue.push({ seen: step });
    queue.push(item);
    next();
  }

  // --- One after the other.
  const isBehind = () => queue.length > 0;
  const factor = () => SPEEDS[playing && speed() === "instant" ? "fast" : speed()];
  const stays = ({ great, lines }) => {
    const usual = great ? Math.min(LONGEST, MOMENT + LINE * lines) : CARD / (queue.length > MANY ? 2 : 1);
    const at = usual * factor();
    return newest?.hurried ? Math.min(at, HURRY / (queue.length + 1)) : at;
  };
  function draw(item) {
    const later = item.seen !== shown();
    place(item.next);
    // At the end the result says more, in the same place.
    const over = item.next.matches(".is-over");
    if (item.great && later && !over && !document.hidden && factor()) {
      banner.replaceChildren(document.importNode(item.great, true));
      banner.hidden = false;
      setTimeout((put) => put.isConnected && hide(banner), stays(item), banner.firstElementChild);
    }
    until = Math.max(until, performance.now() + stays(item));
  }
  // At once, whatever waited.
  function show(item) {
    leave();
    newest = item;
    draw(item);
    settle();
  }
  function leave() {
    clearTimeout(timer);
    queue = [];
    playing = false;
    round += 1;
  }
  function skip() {
    if (isBehind()) show(newest);
    hide(banner);
    until = 0;
  }
  async function next() {
    clearTimeout(timer);
    settle();
    if (!queue.length) playing = false;
    if (!queue.length || fetching === round) return;
    // What a game shows at length by itself comes first: the award of a round, say.
    const wait = "showing" in room.dataset && !newest?.hurried ? 300 : until - performance.now();
    if (wait > 0) return void (timer = setTimeout(next, wait));
    const [item] = queue;
    const mine = (fetching = round);
    const ready = item.next ? item : await fetched(item);
    fetching = -1;
    if (mine !== round) return;
    queue.shift();
    hide(banner);
    if (ready) draw(ready);
    for (const soon of queue.slice(0, 2)) if (!soon.next) fetched(soon);
    next();
  }
  // A step that was not sent, or is shown again: as this person saw it. None where no answer comes.
  function fetched(item) {
    item.answer ??= fetch(`${pace.dataset.steps}${item.seen}/`)
      .then((answer) => (answer.ok ? answer.text() : ""))
      .then((html) => read(html)?.item)
      .catch(() => null);
    return item.answer;
  }
  function settle() {
    room.classList.toggle("is-behind", isBehind());
    behindChip.hidden = queue.length < 2;
    left.textContent = queue.length;
    if (isBehind()) hide(offerChip);
  }
  const hide = (one) => {
    one.hidden = true;
    if (one === banner) banner.replaceChildren();
  };

  // --- What happened since: offered to whoever comes back, and played on the same table.
  function offer(from) {
    const steps = (newest?.seen ?? shown()) - from;
    if (from < 0 || steps < 1 || SPEEDS[speed()] === 0) return;
    since = from;
    count.textContent = steps;
    const log = document.getElementById("log-lines");
    const atEnd = log && log.scrollHeight - log.scrollTop - log.clientHeight < 40;
    offerChip.hidden = false; // beside the log, which it leaves less room
    if (atEnd) log.scrollTop = log.scrollHeight;
  }
  function play(from) {
    leave();
    newest ??= read(table().outerHTML)?.item;
    hide(offerChip);
    hide(banner);
    for (let step = from; step < newest.seen; step++) queue.push({ seen: step });
    queue.push(newest);
    until = 0;
    playing = true;
    next();
  }
  const lastMove = () => Number(table()?.dataset.since ?? -1);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      away ??= shown();
      if (isBehind()) show(newest);
    } else if (away !== null) {
      if (shown() > away) offer(away);
      away = null;
    }
  });

  // --- While the table is behind, a click shows the newest, and does nothing else.
  document.addEventListener(
    "click",
    (event) => {
      const { target } = event;
      const speedButton = target.closest("[data-speed-choice]");
      if (speedButton) return choose(speedButton.dataset.speedChoice);
      if (target.closest("[data-offer-close]")) return hide(offerChip);
      if (target.closest("[data-since-play]")) {
        const from = target.closest("#since-offer") ? since : lastMove();
        for (const menu of document.querySelectorAll("#table details.menu[open]")) menu.open = false;
        if (from >= 0 && from < (newest?.seen ?? shown())) play(from);
        return;
      }
      const atBanner = target.closest("[data-banner]");
      if (!atBanner && (!isBehind() || !target.closest("#room") || target.closest(FREE))) {
        if (!target.closest(FREE)) hide(banner);
        return;
      }
      event.preventDefault();
      event.stopImmediatePropagation();
      skip();
    },
    true,
  );
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || !/^(Enter|Escape| |[a-z0-9])$/.test(event.key)) return;
      if (event.target.matches?.(TEXT) || event.target.closest?.(FREE) || document.querySelector("dialog[open]")) return;
      if (!isBehind() && !(event.key === "Escape" && banner.firstElementChild)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      skip();
    },
    true,
  );
  // Whatever sends a form otherwise: nothing is sent from a table that is not the newest.
  document.addEventListener(
    "htmx:confirm",
    (event) => {
      if (!isBehind() || !event.target.matches("#move-form, #undo-form, #show-form")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      skip();
    },
    true,
  );
  // An answer that came by HTTP stands there already.
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target?.id !== "table") return;
    leave();
    newest = null;
    settle();
  });
  // The end is looked at from its headline on, wherever the last move was made.
  let over = Boolean(table()?.matches(".is-over"));
  const arrived = () => {
    showSpeed();
    const ended = Boolean(table()?.matches(".is-over"));
    if (ended && !over) scrollTo({ top: 0, behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
    over = ended;
  };
  for (const name of ["htmx:afterSwap", "htmx:oobAfterSwap"]) document.addEventListener(name, arrived);

  showSpeed();
  offer(lastMove());
})();
