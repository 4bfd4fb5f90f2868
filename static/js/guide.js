// The guide through a first match, which can be turned off and on; the setting is stored on this
// device for each game. And hints: the controls of the advised move are marked on the table.
(() => {
  const room = document.getElementById("room");
  const setting = document.querySelector("[data-guide-of]");
  if (!room || !setting) return;
  const key = `guide-${setting.dataset.guideOf}`;

  const show = (on) => {
    room.toggleAttribute("data-guide", on);
    setting.checked = on;
  };
  const choose = (on) => {
    show(on);
    try {
      localStorage.setItem(key, on ? "on" : "off");
    } catch {
      // No storage: it applies to this page only.
    }
  };
  let stored = null;
  try {
    stored = localStorage.getItem(key);
  } catch {
    // No storage: the first match has the guide.
  }
  show(stored ? stored === "on" : "guide" in room.dataset);
  setting.addEventListener("change", () => choose(setting.checked));
  document.addEventListener("click", ({ target }) => {
    const guide = target.closest("#guide, .is-hint");
    if (!guide) return;
    if (guide.matches(".is-hint")) {
      // Its marks on the table stay.
      guide.hidden = true;
      return void document.getElementById("ask")?.focus({ preventScroll: true });
    }
    if (!target.closest("[data-guide-off]")) {
      // On a small screen the guide has two lines until it is opened.
      const opens = guide.toggleAttribute("data-open");
      return void guide.querySelector("[data-guide-more]").setAttribute("aria-expanded", String(opens));
    }
    choose(false);
    document.getElementById("ask")?.focus({ preventScroll: true });
  });

  // --- The hint: the button that makes exactly this move, or else a card with a button. A hidden
  // button lists in `data-way` the controls to use before it, in order.
  const moveOf = (button) => {
    try {
      return JSON.parse(button.value) ?? {};
    } catch {
      return {};
    }
  };
  const same = (one, other) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
  const mark = () => {
    for (const old of room.querySelectorAll(".is-hinted")) old.classList.remove("is-hinted");
    const hint = room.querySelector("[data-hint]");
    if (!hint) return;
    const move = JSON.parse(hint.dataset.hint);
    const fits = (button) => Object.entries(moveOf(button)).every(([name, value]) => same(value, move[name]));
    const buttons = [...room.querySelectorAll('button[form="move-form"][name="move"]:not([aria-hidden])')].filter(fits);
    const whole = buttons.filter((button) => Object.entries(move).every(([name, value]) => same(value, moveOf(button)[name])));
    const inputs = [...room.querySelectorAll('input[form="move-form"]:is([type="radio"], [type="checkbox"])')].filter(({ name, value }) => name in move && String(move[name]) === value);
    // The button would now make another move.
    const other = [...room.querySelectorAll('input[form="move-form"][type="radio"]:checked')].some(({ name, value }) => name in move && String(move[name]) !== value);
    const found = whole.length ? whole : [...(other ? [] : buttons), ...inputs.map((input) => input.closest("label") ?? input)];
    for (const thing of found) {
      const way = (thing.dataset.way ?? "").split(" ").map((id) => document.getElementById(id));
      const next = way.find((step) => step && !(step.open ?? (step.control ?? step).checked));
      const step = thing.closest("details:not([open])") ?? next?.closest("details, label, .card") ?? thing;
      (step.querySelector(":scope > summary") ?? step).classList.add("is-hinted");
    }
    const things = [...room.querySelectorAll("#board .is-hinted")];
    if (things.length) document.dispatchEvent(new CustomEvent("tavola:sight", { detail: { things } }));
  };
  // A table that came for a hint (templates/matches/_guide.html) is followed by no event of a swap.
  for (const name of ["htmx:afterSwap", "htmx:oobAfterSwap", "htmx:afterRequest"]) document.addEventListener(name, mark);
  document.addEventListener("change", mark);
  document.addEventListener("toggle", ({ target }) => target.closest("#board") && mark(), true);
  mark();
})();

// On a small screen, scrolls to what a new question is about: everything with `data-sight`, the
// controls on the board, and what the hint or the coach speaks of. It has to be between the parts that
// stay in place: the header with the guide, and my hand with the coach.
(() => {
  const small = matchMedia("(max-width: 63.99rem), (max-height: 35.99rem)");
  // A phone on its side has my hand next to the board, not below it.
  const low = matchMedia("(min-width: 40.01rem) and (max-height: 35.99rem)");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const room = document.getElementById("room");
  if (!room) return;
  const GAP = 6;
  const CONTROLS = '#board [form="move-form"]';
  const ABOUT = `#table [data-sight], #board .is-legal, ${CONTROLS}`;
  const token = () => document.querySelector("#table.is-mine input[name=turn_token]")?.value ?? "";
  const height = (find) => document.querySelector(find)?.offsetHeight ?? 0;

  const strip = () => {
    const bar = document.querySelector("#table [data-sticks]");
    const above = height("#table > .table-head") + height("#away") + height("#guide-slot") + (bar ? height(bar.dataset.sticks) : 0);
    return [above + GAP, innerHeight - (low.matches ? 0 : height("#my-side") + height("#coach")) - GAP];
  };
  const span = (things) => {
    const boxes = things.filter((thing) => thing.checkVisibility()).map((thing) => thing.getBoundingClientRect()).filter((box) => box.height);
    return boxes.length ? [Math.min(...boxes.map((box) => box.top)) + scrollY, Math.max(...boxes.map((box) => box.bottom)) + scrollY] : null;
  };

  // A part that scrolls by itself shows its newest end, or what it is about in its middle.
  const panes = () => document.querySelectorAll("#table [data-pans]");
  const pan = (things) => {
    for (const pane of panes()) {
      if (pane.dataset.pans === "end") pane.scrollTop = pane.scrollHeight;
      const range = span(things.filter((thing) => pane.contains(thing)));
      if (range) pane.scrollTop += (range[0] + range[1]) / 2 - scrollY - pane.getBoundingClientRect().top - pane.clientHeight / 2;
      fade(pane);
    }
  };
  // It fades towards what there is to scroll to. What follows measures, too: the change waits for it,
  // so that the page is laid out once.
  const fade = (pane) => {
    const above = pane.scrollTop > 2;
    const below = pane.scrollTop + pane.clientHeight < pane.scrollHeight - 2;
    queueMicrotask(() => {
      pane.toggleAttribute("data-above", above);
      pane.toggleAttribute("data-below", below);
    });
  };
  document.addEventListener("scroll", ({ target }) => target.matches?.("[data-pans]") && fade(target), true);

  // Where the page scrolls to, while it does.
  let goal = null;
  document.addEventListener("scrollend", () => (goal = null));

  // If not all of it has room, its end stays in sight, which is my side of the table, but not without
  // the controls: they are what the question is about.
  const show = (things, smooth = true) => {
    pan(things);
    if (!small.matches) return;
    const [up, down] = strip();
    // What the page has to say stands above the room.
    const said = document.querySelector("#messages > .notice:not([data-passes])");
    const base = (said ?? room).getBoundingClientRect().top + scrollY - (said ? GAP : 0);
    let top = Math.max(goal ?? scrollY, base);
    // The rest of the board is in sight, too, if all of it has room.
    const board = [...document.querySelectorAll("#board")];
    const [from, to] = span(board) ?? [0, Infinity];
    const range = span(things.length && to - from <= down - up + 2 * GAP ? [...things, ...board] : things);
    const controls = span(things.filter((thing) => thing.matches(CONTROLS)));
    if (range) top = Math.max(Math.min(top, range[0] - up), range[1] - down);
    if (controls) top = Math.max(Math.min(top, controls[0] - up), controls[1] - down);
    top = Math.max(top, base);
    if (Math.abs(top - (goal ?? scrollY)) < 2) return;
    goal = smooth && !calm.matches ? top : null;
    scrollTo({ top, behavior: smooth && !calm.matches ? "smooth" : "instant" });
  };

  let asked = "";
  const follow = (smooth = true) => {
    const now = token();
    if (now && now !== asked) show([...document.querySelectorAll(ABOUT)], smooth);
    else if (small.matches) panes().forEach(fade);
    else pan([]);
    asked = now;
  };
  document.addEventListener("tavola:frame", () => follow());
  addEventListener("resize", () => small.matches || pan([]));
  // After what the question is about, which the frame before it may still have to show.
  document.addEventListener("tavola:sight", ({ detail: { things } }) => things.length && requestAnimationFrame(() => show(things)));
  // A page that comes again begins with what it asks, not where it was.
  if (small.matches) history.scrollRestoration = "manual";
  // Once other scripts have placed the coach
  document.addEventListener("DOMContentLoaded", () => {
    show([], false);
    follow(false);
    show([...document.querySelectorAll("#table .is-pointed")].filter((thing) => !thing.closest("#my-side")), false);
  });
})();
