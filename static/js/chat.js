// The buttons next to the chat field. An emoji is inserted at the cursor instead of being sent at
// once; arrow keys move within a palette, which is a single tab stop.
(() => {
  const field = () => document.getElementById("say-text");
  const buttons = (palette) => [...palette.querySelectorAll("button")];

  const insert = (picture) => {
    const into = field();
    const { selectionStart: from, selectionEnd: to, value } = into;
    if (into.maxLength > 0 && value.length - (to - from) + picture.length > into.maxLength) return;
    into.setRangeText(picture, from, to, "end");
    into.dispatchEvent(new Event("input", { bubbles: true }));
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-emoji]");
    if (!button || !field()) return;
    event.preventDefault();
    insert(button.value);
  });

  // --- A phrase is on its way: its palette no longer covers the lines.
  document.addEventListener("submit", ({ submitter }) => {
    const more = submitter?.name === "phrase" && submitter.closest("details");
    if (!more) return;
    more.querySelector("summary").focus();
    more.open = false;
  });

  // --- One button of a palette is a tab stop: the first, or the last one that was focused.
  const stop = (palette, at) => {
    for (const button of buttons(palette)) button.tabIndex = button === at ? 0 : -1;
  };
  document.addEventListener(
    "toggle",
    ({ target }) => {
      const palette = target.open && target.querySelector?.("[data-palette]");
      if (palette) stop(palette, buttons(palette)[0]);
    },
    true,
  );
  document.addEventListener("focusin", ({ target }) => {
    const palette = target.closest?.("[data-palette]");
    if (palette) stop(palette, target);
  });

  const line = (all, from, by) => {
    // The button above or below: the nearest of the next row.
    const { left, top } = from.getBoundingClientRect();
    const rows = all.map((one) => ({ one, box: one.getBoundingClientRect() })).filter(({ box }) => (box.top - top) * by > 4);
    const next = Math.min(...rows.map(({ box }) => Math.abs(box.top - top)));
    const row = rows.filter(({ box }) => Math.abs(box.top - top) < next + 4);
    return row.sort((a, b) => Math.abs(a.box.left - left) - Math.abs(b.box.left - left))[0]?.one;
  };
  const MOVES = {
    ArrowRight: (all, from) => all[all.indexOf(from) + 1],
    ArrowLeft: (all, from) => all[all.indexOf(from) - 1],
    ArrowDown: (all, from) => line(all, from, 1),
    ArrowUp: (all, from) => line(all, from, -1),
    Home: (all) => all[0],
    End: (all) => all.at(-1),
  };
  document.addEventListener("keydown", (event) => {
    const more = event.target.closest?.(".say-more details[open]");
    if (more && event.key === "Escape") {
      event.stopPropagation();
      more.open = false;
      more.querySelector("summary").focus();
      return;
    }
    const palette = event.target.closest?.("[data-palette]");
    const move = palette && MOVES[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    move(buttons(palette), event.target)?.focus();
  }, true);
})();
