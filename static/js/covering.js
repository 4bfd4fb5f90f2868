// Measures how much of the controls an overlay would cover, so that tooltips (tips.js) and player
// cards (player-card.js) cover as little as possible.
window.covering = (() => {
  const OPEN_TO_ME = '#table :is(button[form="move-form"], label:has(> input[form="move-form"]), .is-legal)';
  // The area that two rectangles share.
  const shared = (one, other) =>
    Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
    Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
  // The rectangles of all controls, except those around the overlay's owner.
  const decisions = (owner) =>
    [...document.querySelectorAll(OPEN_TO_ME)].filter((one) => one !== owner && !one.contains(owner) && !owner.contains(one)).map((one) => one.getBoundingClientRect());
  return { shared, decisions };
})();
