// Player cards: a tap on a name at the table shows a card that the server renders, placed so that it
// covers no controls. Escape and a tap elsewhere close it. Without this script, and in a new tab, a
// name is a link to the profile.
(() => {
  const room = document.getElementById("room");
  const { shared, decisions } = window.covering;
  if (!room?.dataset.cards || !HTMLElement.prototype.showPopover) return;
  const EDGE = 8;
  const STEP = 12;
  const SETTLES = 250; // a table moves for a moment after an update
  const OWNER = 40; // weight of covering the name
  const card = document.createElement("section");
  card.className = "player-card";
  card.id = "player-card";
  card.popover = "auto";
  card.tabIndex = -1;
  card.setAttribute("role", "dialog");
  card.setAttribute("aria-labelledby", "player-card-title");
  document.body.append(card);

  let seat = null; // the seat of the shown card
  const link = () => document.querySelector(`#table [data-card="${seat}"]`);
  const open = () => card.matches(":popover-open");

  // Parts that the card must not cover: the question and its controls.
  const kept = () => [...decisions(link() ?? room), ...[...document.querySelectorAll("#ask")].map((one) => one.getBoundingClientRect())];
  const covered = (at, areas) => areas.reduce((sum, one) => sum + shared(at, one), 0);
  const place = () => {
    const near = (link() ?? room).getBoundingClientRect();
    const wide = card.offsetWidth;
    const high = card.offsetHeight;
    const areas = kept();
    const { clientWidth } = document.documentElement;
    let best = null;
    for (let top = EDGE; top <= Math.max(EDGE, innerHeight - EDGE - high); top += STEP)
      for (let left = EDGE; left <= Math.max(EDGE, clientWidth - EDGE - wide); left += STEP) {
        const at = { left, top, right: left + wide, bottom: top + high };
        const away = Math.hypot(left + wide / 2 - (near.left + near.right) / 2, top + high / 2 - (near.top + near.bottom) / 2);
        const cost = away + OWNER * shared(at, near) + 1000 * covered(at, areas);
        if (!best || cost < best.cost) best = { left, top, cost };
      }
    if (covered({ ...best, right: best.left + wide, bottom: best.top + high }, areas)) return makeRoom(wide);
    card.style.left = `${best.left}px`;
    card.style.top = `${best.top}px`;
  };
  // If controls fill a small screen, the table is scrolled down to make room above it.
  let scrolled = null; // the scroll position before that
  const lower = () => (room.style.paddingBlockStart = `${card.offsetHeight + 2 * EDGE}px`);
  const makeRoom = (wide) => {
    scrolled = scrollY;
    lower();
    scrollTo(0, 0);
    card.style.position = "absolute";
    card.style.left = `${(document.documentElement.clientWidth - wide) / 2}px`;
    card.style.top = `${room.getBoundingClientRect().top + EDGE}px`;
  };
  const takeBack = () => {
    if (scrolled === null) return;
    room.style.paddingBlockStart = card.style.position = "";
    scrollTo(0, scrolled);
    scrolled = null;
  };
  // After an update the card moves only if it covers controls or leaves the window.
  const settle = () => {
    if (!open()) return;
    if (scrolled !== null) return lower();
    const at = card.getBoundingClientRect();
    if (at.top < 0 || at.bottom > innerHeight || at.right > innerWidth || covered(at, kept())) place();
  };

  const show = async (chosen) => {
    seat = chosen;
    card.replaceChildren();
    await htmx.ajax("GET", `${room.dataset.cards}${seat}/`, { target: card, swap: "innerHTML" });
    if (seat !== chosen || !card.firstElementChild) return;
    if (!open()) card.showPopover();
    takeBack();
    place();
    card.focus({ preventScroll: true });
  };

  document.addEventListener("click", (event) => {
    const name = event.target.closest("#table [data-card]");
    if (name && !event.button && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      if (open() && seat === name.dataset.card) card.hidePopover();
      else show(name.dataset.card);
    } else if (event.target.closest("[data-card-close]")) card.hidePopover();
  });
  // The table may have been replaced: focus the name that is there now.
  card.addEventListener("toggle", ({ newState }) => {
    const { activeElement } = document;
    if (newState !== "closed") return;
    takeBack();
    if (activeElement === document.body || card.contains(activeElement)) link()?.focus({ preventScroll: true });
  });
  new ResizeObserver(settle).observe(card);
  addEventListener("resize", settle);
  setInterval(settle, SETTLES);
})();
