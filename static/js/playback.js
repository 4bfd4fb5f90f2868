// Shows events in order, at a readable speed. The server sends each table immediately; here it waits
// until earlier ones have been shown. A click skips to the newest table. My own moves are never
// delayed.
(() => {
  const root = document.documentElement;
  const room = document.getElementById("room");
  const playback = document.getElementById("playback");
  if (!room || !playback) return;
  const SPEEDS = { slow: 1.8, normal: 1, fast: 0.45, instant: 0 };
  const PARTS = ":scope > div, [data-group], #my-side, .table-tools"; // containers of a table's parts, without text of their own
  const CARD = 700; // milliseconds for a step, at normal speed
  const HIGHLIGHT = 1900; // for a step with a banner,
  const LINE = 450; // plus this for each line below its headline,
  const LONGEST = 4600; // but at most this
  const MANY = 8; // when more steps than this wait, cards are shown twice as fast
  const HURRY = 2400; // while my clock runs, all waiting steps are shown within this time
  const GAP = 12; // at most this many missed steps are fetched; more are only offered
  const TEXT = "input:not([type=radio], [type=checkbox]), textarea, select";
  // Controls that work while the table is behind: they make no move.
  const FREE = "[data-tab], [data-tab-close], .chat, .my-note, .drawer-body, .table-menu summary, [data-speed-choice], [data-sound-toggle], [data-since-play], [data-offer-close], .show-host, a[target=_blank], #messages, #line";
  const part = (name) => playback.querySelector(`[data-${name}]`);
  const [banner, behindChip, left] = ["banner", "behind", "left"].map(part);
  const offerChip = document.getElementById("since-offer");
  const count = offerChip.querySelector("[data-count]");
  const table = () => document.getElementById("table");
  const seenOf = (one) => Number(one?.dataset.seen ?? -1);
  const shown = () => seenOf(table());
  const tokenOf = (one) => one?.querySelector("input[name=turn_token]")?.value;

  let queue = []; // waiting steps: {seen, next} as sent, or only {seen}, which is fetched
  let newest = null; // the newest table
  let until = 0; // until when the current step stays
  let timer = 0;
  let playing = false; // whether earlier events are played again at the player's request
  let fetching = -1; // the round in which a step is being fetched
  let round = 0; // increases when the queue is cleared, so that a late answer is ignored
  let away = null; // the last step shown before the page was hidden
  let since = null; // the first step that is offered for replay
  let over = Boolean(table()?.matches(".is-over")); // whether the table shows the end

  const speed = () => root.dataset.speed; // static/js/site.js
  document.addEventListener("tavola:speed", () => speed() === "instant" && skip());

  // --- The page gets a copy of the files with emblems. A new emblem from another file is drawn a moment
  // after the table, so that the browser lays out and paints it twice.
  let sprites = [];
  const near = (html) => sprites.reduce((text, sprite) => text.replaceAll(`href="${sprite}#`, 'href="#'), html);
  const partsOf = (use) => use.getAttribute("href").split("#");
  async function copySprites() {
    const uses = document.querySelectorAll("#table use");
    const found = [...new Set([...uses].map((use) => partsOf(use)[0]))].filter(Boolean);
    const copies = await Promise.all(found.map((sprite) => fetch(sprite).then((answer) => (answer.ok ? answer.text() : Promise.reject()))));
    const store = document.createElement("div");
    store.hidden = true;
    store.innerHTML = copies.join("");
    document.body.append(store);
    sprites = found;
    for (const use of document.querySelectorAll("#table use")) {
      const [sprite, id] = partsOf(use);
      if (sprites.includes(sprite)) use.setAttribute("href", `#${id}`);
    }
  }
  addEventListener("load", () => copySprites().catch(() => {}));
  document.addEventListener("htmx:beforeSwap", ({ detail }) => (detail.serverResponse = near(detail.serverResponse)));

  // --- One message: a table, and the fragments sent with it.
  const read = (data) => {
    if (!data.includes('id="table"')) return null;
    const sent = document.createElement("template"); // a new document would take longer
    sent.innerHTML = near(data);
    const next = sent.content.getElementById("table");
    if (!next) return null;
    next.removeAttribute("hx-swap-oob");
    const highlight = next.querySelector("#banner")?.firstElementChild;
    const item = {
      seen: seenOf(next),
      next,
      highlight,
      lines: highlight?.querySelectorAll(".banner-line").length ?? 0,
      token: tokenOf(next),
      hurried: next.matches(".is-mine") && Boolean(next.querySelector("[data-mine], [data-until]")),
    };
    const others = [...sent.content.children].filter((one) => one !== next);
    return { item, rest: others.map((one) => one.outerHTML).join("") };
  };
  const swap = (data) => document.dispatchEvent(new CustomEvent("tavola:show", { detail: { data } }));
  // Like htmx, which would parse the message again and morph it node by node. Most of a table does
  // not change with a move; equal parts are found with the browser's fast comparison and kept.
  // A table has the newest steps in its log. Older lines that are shown stay: the list would move
  // under its reader, who could no longer scroll up to them.
  let oldest = 0; // the first step in the log of the next table
  const stepOf = (line) => Number(line?.id.split("-")[1] ?? 0);
  const morphing = {
    morphStyle: "outerHTML",
    restoreFocus: false, // static/js/table.js handles the focus
    callbacks: {
      beforeNodeMorphed(old, next) {
        Idiomorph.defaults.callbacks.beforeNodeMorphed(old, next);
        return !old.isEqualNode(next);
      },
      beforeNodeRemoved: (old) => !(old.id && old.parentElement?.id === "log-lines" && stepOf(old) < oldest),
    },
  };
  // White space between large parts is removed: Idiomorph would match the wrong text nodes, and take
  // whole parts out of the page and put them back.
  function tighten(fragment) {
    for (const holder of [fragment, ...fragment.querySelectorAll(PARTS)])
      for (const node of [...holder.childNodes]) if (node.nodeType === Node.TEXT_NODE && !node.data.trim()) node.remove();
    return fragment;
  }
  function place(next) {
    const swapping = new CustomEvent("htmx:oobBeforeSwap", { detail: { fragment: next, shouldSwap: true } });
    document.dispatchEvent(swapping);
    if (!swapping.detail.shouldSwap) return;
    oldest = stepOf(next.querySelector("#log-lines > [id]"));
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
    const last = queue.at(-1);
    const [before, token] = last ? [last.seen, last.token] : [shown(), tokenOf(table())];
    newest = item;
    const missed = item.seen - before - 1;
    // The question is the same and there is no highlight: there is no reason to wait. Missed steps
    // would take the question away, and lose a press on it.
    const calm = item.token && !item.highlight && item.token === token && missed <= GAP;
    if (last && (missed === -1 || calm)) {
      const { highlight, lines } = last;
      queue.splice(-1, 1, calm ? Object.assign(item, { highlight, lines }) : item);
      return;
    }
    if (missed < 0 || calm) return show(item);
    if (missed > GAP) {
      offer(before);
      return show(item);
    }
    for (let step = before + 1; step < item.seen; step++) queue.push({ seen: step });
    queue.push(item);
    next();
  }

  // --- The queue.
  const isBehind = () => queue.length > 0;
  // Whether the newest question is on screen: an answer counts, although steps are still waiting.
  const isOpen = () => Boolean(newest?.token) && newest.token === tokenOf(table());
  const factor = () => SPEEDS[playing && speed() === "instant" ? "fast" : speed()];
  const stays = ({ highlight, lines }) => {
    const usual = highlight ? Math.min(LONGEST, HIGHLIGHT + LINE * lines) : CARD / (queue.length > MANY ? 2 : 1);
    const at = usual * factor();
    return newest?.hurried ? Math.min(at, HURRY / (queue.length + 1)) : at;
  };
  function draw(item) {
    const later = item.seen !== shown();
    place(item.next);
    // At the end the result is shown in the same place.
    const over = item.next.matches(".is-over");
    if (item.highlight && later && !over && !document.hidden && factor()) {
      banner.replaceChildren(document.importNode(item.highlight, true));
      banner.hidden = false;
      room.classList.add("has-banner");
      setTimeout((put) => put.isConnected && hide(banner), stays(item), banner.firstElementChild);
    }
    until = Math.max(until, performance.now() + stays(item));
  }
  // Skip all waiting steps.
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
    // A game's own show comes first, such as the award of a round.
    const wait = room.dataset.showing && !newest?.hurried ? 300 : until - performance.now();
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
  // Fetches a step that was not sent, or is shown again; nothing without an answer.
  function fetched(item) {
    item.answer ??= fetch(`${playback.dataset.steps}${item.seen}/`)
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
    if (one.hidden) return; // the browser would work out its style again, before it measures the table
    one.hidden = true;
    if (one !== banner) return;
    banner.replaceChildren();
    room.classList.remove("has-banner");
  };

  // --- Missed events: offered to a player who comes back, and played on the same table. At the end
  // the result offers the replay.
  function offer(from) {
    const steps = (newest?.seen ?? shown()) - from;
    if (from < 0 || steps < 1 || over || SPEEDS[speed()] === 0) return;
    since = from;
    count.textContent = steps;
    const log = document.getElementById("log-lines");
    const atEnd = log && log.scrollHeight - log.scrollTop - log.clientHeight < 40;
    offerChip.hidden = false; // next to the log, which it leaves less room
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

  // --- While the table is behind, a click shows the newest table. It counts if that has the same question.
  document.addEventListener(
    "click",
    (event) => {
      const { target } = event;
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
      if (atBanner || !isOpen()) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
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
      if (event.key !== "Escape" && isOpen()) return skip();
      event.preventDefault();
      event.stopImmediatePropagation();
      if (isBehind() && event.key !== "Escape") document.dispatchEvent(new CustomEvent("tavola:unheard", { detail: { why: "behind" } }));
      skip();
    },
    true,
  );
  // No form is submitted from a table that is not the newest.
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
  // An answer over HTTP is already shown.
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target?.id !== "table") return;
    leave();
    newest = null;
    settle();
  });
  // At the end, scroll to the headline of the result.
  const arrived = () => {
    const ended = Boolean(table()?.matches(".is-over"));
    if (ended && !over) scrollTo({ top: 0, behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
    over = ended;
    if (over) hide(offerChip);
  };
  for (const name of ["htmx:afterSwap", "htmx:oobAfterSwap"]) document.addEventListener(name, arrived);

  offer(lastMove());
})();
