// Who sits there: a tap on a name at the table shows a card, which the server draws. It stands where
// it covers nothing that can be decided on, or least of it; Escape and a tap elsewhere close it.
// Without this script a name leads to the profile, as it does in a new tab.
(() => {
  const room = document.getElementById("room");
  const { shared, decisions } = window.covering;
  if (!room?.dataset.cards || !HTMLElement.prototype.showPopover) return;
  const EDGE = 8;
  const STEP = 12;
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

  const place = () => {
    const owner = link() ?? room;
    const near = owner.getBoundingClientRect();
    const wide = card.offsetWidth;
    const high = card.offsetHeight;
    const kept = [...decisions(owner), ...[...document.querySelectorAll("#ask")].map((one) => one.getBoundingClientRect())];
    const { clientWidth } = document.documentElement;
    let best = null;
    for (let top = EDGE; top <= Math.max(EDGE, innerHeight - EDGE - high); top += STEP)
      for (let left = EDGE; left <= Math.max(EDGE, clientWidth - EDGE - wide); left += STEP) {
        const at = { left, top, right: left + wide, bottom: top + high };
        const away = Math.hypot(left + wide / 2 - (near.left + near.right) / 2, top + high / 2 - (near.top + near.bottom) / 2);
        const cost = away + OWNER * shared(at, near) + 1000 * kept.reduce((sum, one) => sum + shared(at, one), 0);
        if (!best || cost < best.cost) best = { left, top, cost };
      }
    card.style.left = `${best.left}px`;
    card.style.top = `${best.top}px`;
  };

  const show = async (chosen) => {
    seat = chosen;
    card.replaceChildren();
    await htmx.ajax("GET", `${room.dataset.cards}${seat}/`, { target: card, swap: "innerHTML" });
    if (seat !== chosen || !card.firstElementChild) return;
    if (!open()) card.showPopover();
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
    if (newState === "closed" && (activeElement === document.body || card.contains(activeElement))) link()?.focus({ preventScroll: true });
  });
  card.addEventListener("toggle", (event) => event.target !== card && open() && place(), true); // its folded part
  for (const kind of ["htmx:afterSwap", "htmx:oobAfterSwap"]) document.addEventListener(kind, () => open() && place());
  addEventListener("scroll", () => open() && place(), { capture: true, passive: true });
  addEventListener("resize", () => open() && place());
})();
