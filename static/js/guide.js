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
    const guide = target.closest("#guide");
    if (!guide) return;
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
    const found = whole.length ? whole : [...buttons, ...inputs.map((input) => input.closest("label") ?? input)];
    for (const thing of found) {
      const fold = thing.closest("details:not([open])");
      const way = (thing.dataset.way ?? "").split(" ").map((id) => document.getElementById(id));
      const next = way.find((step) => step && !(step.control ?? step).checked);
      (fold?.querySelector("summary") ?? next?.closest("label, .card") ?? thing).classList.add("is-hinted");
    }
    const things = [...room.querySelectorAll("#board .is-hinted")];
    if (things.length) document.dispatchEvent(new CustomEvent("tavola:show", { detail: { things } }));
  };
  // A table that came for a hint (templates/matches/_guide.html) is followed by no event of a swap.
  for (const name of ["htmx:afterSwap", "htmx:oobAfterSwap", "htmx:afterRequest"]) document.addEventListener(name, mark);
  document.addEventListener("change", mark);
  mark();
})();
