// The table: keeps my choices when the socket replaces it, and animates what happened.
(() => {
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const table = () => document.getElementById("table");
  const room = document.getElementById("room"); // only at a live table: a replay has no socket and no chat
  const seen = (element) => Number(element?.dataset.seen ?? -1);
  // The end is celebrated for those who were there, not each time that the page is opened.
  if (!document.querySelector("#table.is-over")) document.documentElement.dataset.there = "";

  // --- An older table never replaces a newer one, because answer and push may cross. Only a step
  // that is played again may (static/js/playback.js).
  const isOlder = (fragment) => {
    const next = fragment?.id === "table" ? fragment : fragment?.querySelector?.("#table");
    return next && table() && seen(next) < seen(table()) && !("passing" in next.dataset);
  };
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    if (isOlder(event.detail.fragment)) event.detail.shouldSwap = false;
    else before(event.detail.fragment);
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, serverResponse, shouldSwap } = event.detail;
    if (!shouldSwap) return;
    if (target?.id === "table") {
      const answer = new DOMParser().parseFromString(serverResponse, "text/html");
      if (isOlder(answer.body)) return void (event.detail.shouldSwap = false);
    }
    before();
  });
  for (const name of ["htmx:oobAfterSwap", "htmx:afterSwap"]) document.addEventListener(name, after);

  // --- Whatever measures the new table does so in the frame that paints it (`tavola:frame`). It would
  // otherwise be laid out in the task that changes it, which is long enough on a phone. What the
  // browser shows around the page, such as its title, waits until the table is painted (`tavola:painted`).
  let framed = 0;
  function frame() {
    framed = 0;
    document.dispatchEvent(new CustomEvent("tavola:frame"));
    setTimeout(() => document.dispatchEvent(new CustomEvent("tavola:painted")));
  }
  for (const name of ["htmx:oobAfterSwap", "htmx:afterSwap"])
    document.addEventListener(name, () => {
      if (document.hidden) queueMicrotask(frame); // it is not painted
      else framed ||= requestAnimationFrame(frame);
    });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden || !framed) return;
    cancelAnimationFrame(framed);
    frame();
  });

  // --- While others move, my choices stay selected, and the focus stays, or moves to the question
  // (below). After my own move a second card of the same kind is not selected, unless the game says
  // that this saves taps: the next question may be one in which playing it would be a mistake.
  const token = () => document.querySelector("#table input[name=turn_token]")?.value;
  let was = null;
  let pending = null; // what the next frame needs to know of the table before its first change
  function before(next) {
    const active = document.activeElement;
    was = {
      showing: seen(table()),
      moment: document.querySelector("#table [data-moment]")?.id,
      chat: document.querySelector("#chat-lines")?.lastElementChild?.id,
      token: token(),
      chosen: [...document.querySelectorAll("#table input:checked")].map(({ name, value, type }) => ({ name, value, type })),
      focus: active?.closest("#table") ? address(active) : null,
      ...(pending ? {} : measured()), // what is painted was measured before an earlier change
    };
    // Removing a focused element would make the browser lay out a half-updated table.
    if (was.focus && next?.id === "table" && !next.querySelector(was.focus)) active.blur();
  }
  const measured = () => ({
    places: new Map(
      [...document.querySelectorAll("#my-side .card[id], #table header[id], #table [data-place]")].map((place) => [`#${place.id}`, place.getBoundingClientRect()]),
    ),
    atEnd: lists().filter((list) => list.scrollHeight - list.scrollTop - list.clientHeight < 40).map(({ id }) => id),
  });
  // An outlined choice would seem to be recommended or chosen: the outline comes with the first key.
  let byKeys = false;
  addEventListener("pointerdown", () => (byKeys = false), true);
  addEventListener("keydown", () => {
    if (!byKeys) document.activeElement.focus({ preventScroll: true, focusVisible: true });
    byKeys = true;
  }, true);
  // The first choice of a question: a card, else what the board offers. Not a button below it, which
  // a second Enter would press unread.
  const offers = (part) => [...document.querySelectorAll(`${part} :is([form="move-form"]:enabled, [data-choice])`)];
  const isShown = (one) => !one.matches("[aria-hidden=true]") && (one.closest("label") ?? one).checkVisibility();
  function firstChoice() {
    const found = ["#my-side .hand", "#board"].map((part) => offers(part).filter(isShown)).find(({ length }) => length) ?? [];
    return found.find(({ checked }) => checked) ?? found[0] ?? document.querySelector("#coach .coach-acts button") ?? document.getElementById("ask");
  }
  function address(element) {
    if (element.id) return `#${CSS.escape(element.id)}`;
    if (element.matches("input")) return `#table input[type="${element.type}"][name="${element.name}"][value="${CSS.escape(element.value)}"]`;
    const home = element.closest("[id]");
    return `#${CSS.escape(home.id)} ${element.localName}${element.classList[0] ? `.${element.classList[0]}` : ""}`;
  }
  function after() {
    if (!was) return;
    const { showing, chat, chosen } = was;
    const answered = was.token !== undefined && was.token !== token();
    const isNew = token() !== undefined && was.token !== token();
    pending = { ...(pending ?? was), isNew: isNew || Boolean(pending?.isNew) };
    was = null;
    for (const { name, value, type } of chosen) {
      const input = document.querySelector(`#table input[type="${type}"][name="${name}"][value="${CSS.escape(value)}"]`);
      if (!input || input.disabled) continue;
      const stays = !answered || type !== "radio" || input.closest("[data-keeps-choice]");
      input.checked = Boolean(stays) || input.defaultChecked; // Idiomorph has kept it, too
    }
    const steps = seen(table()) - showing;
    if (steps > 0 && (room || steps === 1)) {
      const sounds = table().dataset.sounds.split(" ");
      document.dispatchEvent(new CustomEvent("tavola:news", { detail: { sounds, mine: isMine() } }));
      if (document.querySelector("#log-lines .newest.strong")) news("log");
    }
    const line = document.querySelector("#chat-lines")?.lastElementChild?.id;
    if (line?.startsWith("line-") && line !== chat) news("chat");
    tell();
  }
  document.addEventListener("tavola:frame", () => {
    if (!pending) return;
    const { showing, moment, places, atEnd, focus, isNew } = pending;
    pending = null;
    if (focus) {
      for (const find of [focus, "#ask"]) {
        // A hidden element would lose the focus a moment later. Another script may have moved it.
        const holder = document.activeElement;
        if (holder !== document.body && (!holder.closest("#table") || holder.checkVisibility())) break;
        document.querySelector(find)?.focus({ preventScroll: true });
      }
    }
    const active = document.activeElement;
    const leads = active === document.body || (active.closest("#table") && !active.closest("#log, .table-tools"));
    if (isNew && leads && room?.dataset.showing !== "first") firstChoice()?.focus({ preventScroll: true, focusVisible: byKeys });
    for (const list of lists()) if (atEnd.includes(list.id)) list.scrollTop = list.scrollHeight;
    const steps = seen(table()) - showing;
    if (steps > 0 && (room || steps === 1)) {
      // At the end the page scrolls to the result, and a card would fly across it.
      if (!table().matches(".is-over")) travel([...document.querySelectorAll("#table .is-played[data-from]")], places);
      const now = document.querySelector("#table [data-moment]");
      if (now && now.id !== moment) flash(now);
    }
  });

  // --- A played card moves from its old place: a copy of it flies above everything. All positions are
  // measured before anything is added, also by other scripts, so that the page is laid out once.
  // What flies is in an element of its own size: adding to it makes the browser lay out nothing else.
  const air = document.createElement("div");
  air.className = "air";
  air.inert = true;
  document.getElementById("main").append(air);
  function travel(cards, places) {
    if (calm.matches) return;
    const above = document.querySelector("#table .table-head").getBoundingClientRect().bottom;
    const hand = document.getElementById("my-side")?.getBoundingClientRect();
    const isBelow = ({ left, top, width, height }) => {
      const [x, y] = [left + width / 2, top + height / 2];
      return y > innerHeight || (hand && y > hand.top && x > hand.left && x < hand.right);
    };
    const flights = cards.flatMap((card) => {
      const [start, to] = [places.get(card.dataset.from), card.getBoundingClientRect()];
      // Other players may be out of sight below: a card that came from there would seem to be mine.
      const own = /^#(hand|unit)-/.test(card.dataset.from);
      const from = start && !own && isBelow(start) ? new DOMRect(to.left, above - to.height / 2, to.width, to.height) : start;
      return from?.width && to.width && card.animate ? [{ card, from, to, unit: getComputedStyle(card).getPropertyValue("--u") }] : [];
    });
    queueMicrotask(() => {
      for (const flight of flights) fly(flight);
    });
  }
  function fly({ card, from, to, unit }) {
    const likeness = card.cloneNode(true);
    for (const name of ["id", "data-from"]) likeness.removeAttribute(name);
    likeness.className = `in-flight ${[...card.classList].filter((name) => name.startsWith("seat-")).join(" ")}`;
    likeness.style.setProperty("--u", unit);
    for (const [side, value] of [["left", to.left], ["top", to.top], ["inline-size", to.width], ["block-size", to.height]]) likeness.style.setProperty(side, `${value}px`);
    air.append(likeness);
    const x = from.left + from.width / 2 - (to.left + to.width / 2);
    const y = from.top + from.height / 2 - (to.top + to.height / 2);
    const scale = /^#(hand|unit)-/.test(card.dataset.from) ? Math.min(from.width / to.width, from.height / to.height) : 0.7;
    // Several cards move one after another; a waiting card stays in its old place.
    const delay = Number(card.dataset.after ?? 0);
    const timing = { duration: 300, delay, fill: "backwards", easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" };
    const flight = likeness.animate([{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: "none" }], timing);
    // The card is hidden until then, by an animation that has yet to begin: it needs no work in every frame.
    if (!("stays" in card.dataset)) card.animate({ opacity: [0, 0] }, { delay: delay + 290, fill: "backwards" });
    flight.finished.catch(() => {}).then(() => likeness.remove());
  }

  // --- A highlight is shown large over the table, and disappears automatically.
  function flash(moment) {
    if (calm.matches || !moment.animate) return;
    const large = document.createElement("div");
    large.className = "moment-flash";
    const likeness = moment.cloneNode(true);
    likeness.removeAttribute("id");
    large.append(likeness);
    air.append(large);
    const frames = [
      { transform: "scale(2.4) rotate(-7deg)", opacity: 0 },
      { transform: "rotate(-4deg)", opacity: 1, offset: 0.14 },
      { transform: "rotate(-4deg) scale(1.03)", opacity: 1, offset: 0.8 },
      { transform: "rotate(-4deg) scale(0.9)", opacity: 0 },
    ];
    const show = likeness.animate(frames, { duration: 1700, delay: 350, fill: "both", easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" });
    show.finished.catch(() => {}).then(() => large.remove());
  }

  // --- Log and chat: behind tabs, on wide screens those of one drawer. Without this script both are in sight.
  const lists = () => ["log-lines", "chat-lines"].map((id) => document.getElementById(id)).filter(Boolean); // a selector with both searches the page
  const news = (tab) => {
    if (room && room.dataset.open !== tab) room.dataset.news = [...new Set([...(room.dataset.news ?? "").split(" "), tab])].join(" ").trim();
  };
  const open = (tab, seen = tab) => {
    const from = room.dataset.open;
    room.dataset.open = tab;
    room.dataset.news = (room.dataset.news ?? "").split(" ").filter((other) => other !== seen).join(" ");
    for (const list of lists()) list.scrollTop = list.scrollHeight;
    // Of these, one is visible, and only that takes the focus.
    const next = tab ? `#${tab} :is([data-tab-close], [data-drawer="${tab}"])` : `[data-tab="${from}"], #log [data-drawer="log"]`;
    for (const one of document.querySelectorAll(next)) one.focus();
    tell();
  };
  if (room) {
    room.dataset.tabs = "";
    room.dataset.open = "";
    document.addEventListener("click", (event) => {
      const tab = event.target.closest("[data-tab]")?.dataset.tab;
      if (tab) {
        event.preventDefault();
        open(room.dataset.open === tab ? "" : tab);
      } else if (event.target.closest("[data-tab-close]")) open("");
      // On wide screens the log is there unless the chat is open.
      const drawer = event.target.closest("[data-drawer]")?.dataset.drawer;
      if (drawer) {
        event.preventDefault();
        open(drawer === "log" ? "" : drawer, drawer);
      }
    });
    document.addEventListener("keydown", ({ key }) => {
      if (key === "Escape" && room.dataset.open) open("");
    });
  }

  // --- The page's title contains my question.
  const title = document.title;
  const isMine = () => Boolean(table()?.classList.contains("is-mine"));
  function entitle() {
    const asks = isMine() && document.querySelector("#ask > span")?.textContent.trim();
    document.title = asks ? `● ${asks} · ${title}` : title;
  }
  document.addEventListener("tavola:painted", entitle);
  function tell() {
    document.body.toggleAttribute("data-over", Boolean(table()?.matches(".is-over"))); // for the style sheet
    for (const tab of document.querySelectorAll("[data-tab]")) {
      tab.setAttribute("role", "button");
      tab.setAttribute("aria-expanded", String(room?.dataset.open === tab.dataset.tab));
    }
  }

  // --- Players whose pages are gone are marked at their seats, with the time since then. While one of
  // them is to move, the note about it can be seen.
  const MINUTE = 60000;
  const HOUR = 60 * MINUTE;
  const came = new WeakMap();
  function awayWords(note, { gone, lost, minutes, hours }) {
    if (!came.has(note)) came.set(note, performance.now() - note.dataset.seconds * 1000);
    const since = performance.now() - came.get(note);
    const word = note.dataset.state === "lost" ? lost : gone;
    if (since < MINUTE) return word;
    const [words, unit] = since < HOUR ? [minutes, MINUTE] : [hours, HOUR];
    return `${word} ${words.replace("{n}", Math.floor(since / unit))}`;
  }
  function markAway() {
    const away = document.getElementById("away");
    const notes = new Map([...(away?.children ?? [])].map((note) => [note.dataset.seat, note]));
    for (const name of document.querySelectorAll("#table [data-card]")) {
      const note = notes.get(name.dataset.card);
      if (note) name.dataset.away = awayWords(note, away.dataset);
      else delete name.dataset.away;
    }
    for (const [seat, note] of notes) {
      const toMove = document.querySelector(`#table .is-turn [data-card="${seat}"]`);
      note.classList.toggle("visually-hidden", !toMove);
    }
  }
  const makeRoom = () => {
    room?.style.setProperty("--away-h", `${document.getElementById("away")?.offsetHeight ?? 0}px`); // the guide is below it
  };
  document.addEventListener("tavola:frame", makeRoom);
  for (const name of ["htmx:oobAfterSwap", "htmx:afterSwap"]) document.addEventListener(name, markAway);
  const renewAway = () => {
    markAway();
    makeRoom();
  };
  setInterval(renewAway, MINUTE / 4);
  renewAway();

  // --- The offer to call off a match, and its answer, are below the question, where the menu lies.
  document.addEventListener("submit", ({ target }) => {
    if (target.id !== "agree-form") return;
    for (const menu of document.querySelectorAll("#table details.menu[open]")) menu.open = false;
  });

  // --- A link from the bell to the chat opens the chat.
  if (room && location.hash === "#chat") open("chat");

  // --- The value of a button outside its form is submitted too.
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    const button = detail.triggeringEvent?.submitter;
    if (button?.name) detail.parameters[button.name] = button.value;
  });

  // --- Without a selection, the button says so, and leads to the cards.
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-plays], [data-wants-card]") || document.querySelector("#table .hand input:checked")) return;
    event.preventDefault();
    document.querySelector("#table .hand input")?.focus();
    if (!document.querySelector("#my-side .missing")) document.dispatchEvent(new CustomEvent("tavola:unheard", { detail: { why: "choose" } }));
  });

  // --- A second way to play a card: double click, or Enter on it.
  const play = () => [...document.querySelectorAll('[data-plays][form="move-form"]')].find((way) => way.checkVisibility())?.click();
  document.addEventListener("dblclick", ({ target }) => {
    if (target.closest("#table label.card")) play();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches?.("#table label.card > input")) return;
    event.preventDefault();
    event.target.checked = true;
    play();
    document.querySelector("#table [data-wants-card]")?.focus();
  });

  // --- A question with a time limit: the seconds left.
  const tick = () => {
    for (const clock of document.querySelectorAll("#table [data-until]")) {
      const left = Math.min(Number(clock.dataset.of), Math.max(0, Number(clock.dataset.until) - Date.now() / 1000));
      clock.textContent = Math.ceil(left);
      clock.style.setProperty("--left", left / Number(clock.dataset.of));
    }
  };
  setInterval(tick, 250);

  // --- A click anywhere on an element with a single button counts as a click on the button.
  document.addEventListener("click", ({ target }) => {
    const aimed = target.closest("[data-aims]");
    if (!aimed || target.closest("a, button, label, input, summary")) return;
    [...aimed.querySelectorAll("[data-aim]")].find((aim) => aim.checkVisibility())?.click();
  });

  for (const list of lists()) list.scrollTop = list.scrollHeight;
  tell();
  entitle();
  if (room && document.activeElement === document.body && !location.hash) document.getElementById("ask")?.focus({ preventScroll: true });
})();

// Sends moves over the page's WebSocket. If it is not open, the form is posted. If that fails, the
// move is sent when the WebSocket opens.
(() => {
  const form = document.getElementById("move-form");
  if (!form) return;
  const TRIES = 3; // a move that is lost with the connection is sent again; the server plays it once
  let number = 0;
  let waiting = null; // the move without an answer
  let posted = null;
  const room = document.getElementById("room");
  // Most answers come sooner than this: a mark for each would make the browser draw the head twice.
  const NOTICED = 200;
  let late = 0;
  const show = () => {
    clearTimeout(late);
    const sending = Boolean(waiting) || form.matches(".htmx-request");
    if (sending) late = setTimeout(() => room?.setAttribute("data-sending", ""), NOTICED);
    else room?.removeAttribute("data-sending");
  };
  for (const name of ["htmx:beforeRequest", "htmx:afterRequest"]) document.addEventListener(name, () => setTimeout(show));

  const valueOf = (text) => {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  };
  // A button may have several fields, as a JSON object in its `move`.
  const moveOf = (data) => {
    const fields = [...data].filter(([name]) => !["move", "turn_token", "csrfmiddlewaretoken"].includes(name));
    const carried = valueOf(data.get("move") ?? "{}");
    return { ...Object.fromEntries(fields.map(([name, text]) => [name, valueOf(text)])), ...carried };
  };
  const isSent = (text) => !document.dispatchEvent(new CustomEvent("tavola:send", { detail: { text }, cancelable: true }));

  document.addEventListener("htmx:confirm", (event) => {
    if (event.target !== form) return;
    if (waiting?.tries) return void event.preventDefault();
    const data = new FormData(form, event.detail.triggeringEvent?.submitter);
    const id = ++number;
    const text = JSON.stringify({ move: moveOf(data), turn_token: data.get("turn_token"), id });
    waiting = null;
    posted = { id, text, tries: 0 };
    if (!isSent(text)) return;
    event.preventDefault();
    waiting = { ...posted, tries: 1 };
    show();
  });
  document.addEventListener("htmx:sendError", ({ target }) => {
    if (target === form) waiting = posted;
    show();
  });
  document.addEventListener("tavola:answered", ({ detail }) => {
    if (detail.id === waiting?.id) waiting = null;
    show();
  });
  document.addEventListener("tavola:open", () => {
    if (!waiting) return;
    if (waiting.tries++ < TRIES) isSent(waiting.text);
    else waiting = null;
    show();
  });
})();

// Protects against slips: a click meant for one question does not answer the next one, and a final
// move that may cost the match waits a moment, in which it can be cancelled. The player can turn
// this off; the setting is stored on this device.
(() => {
  const REST = 600; // a new question ignores answers for this long
  const HOLD = 2000; // a grave move waits this long, if the clock allows it
  const SPARE = 3000; // the time that must remain on the clock
  const SLIP = 3000; // the longest time after a press in which another one at the same place is a slip
  const room = document.getElementById("room");
  const form = document.getElementById("move-form");
  const bar = document.getElementById("held");
  if (!room || !form || !bar) return;

  let on = true;
  try {
    on = localStorage.getItem("guard") !== "off";
  } catch {
    // No storage: the guard is on.
  }
  const asked = () => room.querySelector('input[name="turn_token"][form="move-form"]');
  let question = asked()?.value ?? "";
  let changed = -Infinity;
  const rests = () => performance.now() - changed < REST;

  // --- A press belongs to the question on which it began; a key held down presses once.
  let begun = null;
  let repeated = false;
  let byKey = false;
  for (const kind of ["pointerdown", "keydown"])
    addEventListener(kind, (event) => {
      begun = question;
      repeated = event.repeat === true;
      byKey = event.type === "keydown";
    }, true);
  addEventListener("click", () => setTimeout(() => {
    begun = null;
    repeated = false;
  }));

  // --- The buttons of two successive questions are placed apart if one of them is final, the first one
  // was answered with a button and the second one comes soon; their order stays.
  let stood = [];
  let pressed = -Infinity;
  const inTheBar = () => [...room.querySelectorAll('#my-side .acts button[form="move-form"]')].filter((button) => button.checkVisibility());
  const placesOf = (buttons) => buttons.map((button) => ({ value: button.value, place: button.getBoundingClientRect() }));
  const isUndone = () => Boolean(room.querySelector('input[name="turn_token"][form="undo-form"]'));
  const moveOf = (button) => {
    try {
      return JSON.parse(button?.value) ?? {};
    } catch {
      return {};
    }
  };
  const isGrave = (button) => {
    const move = moveOf(button);
    const same = ([name, value]) => JSON.stringify(move[name]) === JSON.stringify(value);
    return JSON.parse(asked()?.dataset.grave ?? "[]").some((kind) => Object.entries(kind).every(same));
  };
  const isFinal = (button) => isGrave(button) || (!isUndone() && !("plays" in button.dataset));
  // A button was a pixel lower while it was pressed.
  const meet = (one, other) => one.left < other.right && other.left < one.right && one.top + 2 < other.bottom && other.top + 2 < one.bottom;
  const clashes = () => placesOf(inTheBar().filter(isFinal)).some(({ value, place }) => stood.some((old) => old.value !== value && meet(old.place, place)));
  const standApart = () => {
    if (performance.now() - pressed > SLIP) stood = [];
    for (const way of ["", "end", "over", "under", "beside"]) {
      if (way) room.dataset.aside = way;
      else delete room.dataset.aside;
      if (!clashes()) return;
    }
  };

  // --- A new question: presses that are under way belong to the old one.
  let resting = 0;
  const look = () => {
    const now = asked()?.value ?? "";
    if (now === question) return;
    question = now;
    callBack();
    if (!now) delete room.dataset.aside; // no button is shown
    if (!now || !on) return;
    changed = performance.now();
    room.dataset.resting = "";
    clearTimeout(resting);
    resting = setTimeout(() => delete room.dataset.resting, REST);
    unplaced = true;
  };
  let unplaced = false; // whether the buttons of a new question still have to be placed
  document.addEventListener("tavola:frame", () => {
    if (unplaced) standApart();
    unplaced = false;
  });
  new MutationObserver(look).observe(room, { childList: true, subtree: true, attributes: true, attributeFilter: ["value"] });

  // --- A grave move waits.
  let held = null; // the pressed button, when it was pressed, and the timer
  let passes = false;
  function callBack() {
    if (!held) return;
    clearTimeout(held.timer);
    if (bar.contains(document.activeElement)) held.button.focus({ preventScroll: true });
    held = null;
    bar.hidden = true;
  }
  const send = () => {
    const button = held?.button;
    callBack();
    if (!button?.isConnected) return;
    passes = true;
    form.requestSubmit(button);
    passes = false;
  };
  const wordsOf = (button) => {
    const likeness = button.cloneNode(true);
    for (const more of likeness.querySelectorAll("[aria-hidden=true], svg, kbd")) more.remove();
    return likeness.textContent.replace(/\s+/g, " ").trim();
  };
  const timeLeft = () => {
    const left = Number(room.querySelector("[data-until]")?.dataset.until ?? Infinity) * 1000 - Date.now();
    const detail = { left };
    document.dispatchEvent(new CustomEvent("tavola:time", { detail }));
    return detail.left;
  };
  const hold = (button) => {
    const length = Math.min(HOLD, timeLeft() - SPARE);
    if (length < REST) return false;
    callBack();
    const side = document.getElementById("my-side")?.getBoundingClientRect();
    bar.style.setProperty("--above", `${Math.max(8, side ? innerHeight - side.top + 8 : 8)}px`);
    bar.style.setProperty("--hold", `${length}ms`);
    bar.hidden = false;
    bar.querySelector("p").textContent = bar.dataset.words.replace("{move}", wordsOf(button));
    held = { button, since: performance.now(), timer: setTimeout(send, length) };
    return true;
  };

  // A press that does not count is seen: its button shakes, or fades with reduced motion.
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const refuse = (button) => {
    const frames = calm.matches ? { opacity: [1, 0.3, 1] } : { translate: ["0", "-5px", "5px", "-3px", "0"] };
    button?.animate?.(frames, { duration: 260, id: "refused" });
  };

  document.addEventListener("submit", (event) => {
    if (passes || !on || (event.target !== form && event.target.id !== "undo-form")) return;
    const button = event.submitter;
    const slips = rests() || repeated || (begun !== null && begun !== question);
    let waits = slips;
    if (!slips && event.target === form) {
      const near = button && !button.closest(".acts") ? [] : inTheBar();
      stood = placesOf(isUndone() ? near.filter(isGrave) : near);
      pressed = performance.now();
      // A second press confirms the move; a double click does not.
      if (held && held.button === button) waits = performance.now() - held.since < REST;
      else waits = isGrave(button) && hold(button);
      if (!waits) callBack();
    }
    if (!waits) return;
    if (slips) refuse(button);
    event.preventDefault();
    event.stopImmediatePropagation();
    if (slips && byKey && !repeated) document.dispatchEvent(new CustomEvent("tavola:unheard", { detail: { why: "early" } }));
  }, true);
  bar.addEventListener("click", ({ target }) => {
    if (target.closest("[data-held-undo]")) callBack();
    if (target.closest("[data-held-now]")) send();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !held) return;
    event.stopImmediatePropagation();
    callBack();
  }, true);
  // Choosing something else cancels the move; leaving the page sends it.
  document.addEventListener("change", ({ target }) => target.form === form && callBack());
  addEventListener("pagehide", () => {
    if (!held) return;
    navigator.sendBeacon(form.action, new URLSearchParams([...new FormData(form, held.button)]));
    callBack();
  });

  // --- The setting
  const setting = document.querySelector("[data-guard]");
  if (!setting) return;
  setting.checked = on;
  setting.addEventListener("change", () => {
    on = setting.checked;
    callBack();
    delete room.dataset.aside;
    try {
      localStorage.setItem("guard", on ? "on" : "off");
    } catch {
      // No storage: it applies to this page only.
    }
  });
})();
