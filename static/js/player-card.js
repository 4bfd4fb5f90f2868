// Who sits there: a tap on a name at the table shows a card, which the server draws. It stands where
// it covers nothing that can be decided on; Escape and a tap elsewhere close it.
// Without this script a name leads to the profile, as it does in a new tab.
(() => {
  const room = document.getElementById("room");
  const { shared, decisions } = window.covering;
  if (!room?.dataset.cards || !HTMLElement.prototype.showPopover) return;
  const EDGE = 8;
  const STEP = 12;
  const SETTLES = 250; // a table moves for a while after it was drawn anew
  const OWNER = 40; // to cover the name costs this much of its area
  const card = document.createElement("section");
  card.className = "player-card";
  card.id = "player-card";
  card.popover = "auto";
  card.tabIndex = -1;
  card.setAttribute("role", "dialog");
  card.setAttribute("aria-labelledby", "player-card-title");
  document.body.append(card);

  let seat = null; // whose card it is
  const link = () => document.querySelector(`#table [data-card="${seat}"]`);
  const open = () => card.matches(":popover-open");

  // What it must not cover: the question, and all that answers it.
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
  // Where all of a small screen can be decided on, the table moves down, and the card stands above it.
  let scrolled = null; // how far the page was, before it made room
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
  // Where the table changed under it, it makes way; else it stays where it is.
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
  // The table may have been drawn anew meanwhile: the keyboard goes to the name that is there now.
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
