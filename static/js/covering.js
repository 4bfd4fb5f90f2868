// What lies above the table covers as little as can be of what takes a decision: what is measured
// here serves explanations (tips.js) and the cards of players (player-card.js).
window.covering = (() => {
  const OPEN_TO_ME = '#table :is(button[form="move-form"], label:has(> input[form="move-form"]), .is-legal)';
  // The area that two rectangles share.
  const shared = (one, other) =>
    Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
    Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
  // Where everything is that can be decided on, without its owner's own surroundings.
  const decisions = (owner) =>
    [...document.querySelectorAll(OPEN_TO_ME)].filter((one) => one !== owner && !one.contains(owner) && !owner.contains(one)).map((one) => one.getBoundingClientRect());
  return { shared, decisions };
})();
