// On a touch screen nobody hovers: the first tap on a land shows what it would bring, the next one
// on the same land fights for it. What is aimed at is what has the focus.
(() => {
  let fires = true;
  document.addEventListener("pointerdown", ({ target, pointerType }) => {
    const land = target.closest?.("#board .city");
    fires = !land || pointerType === "mouse" || land === document.activeElement;
  }, true);
  document.addEventListener("keydown", () => (fires = true), true);
  document.addEventListener("click", (event) => {
    const land = event.target.closest?.("#board .city");
    if (!land || fires) return;
    event.preventDefault();
    event.stopPropagation();
    land.focus({ preventScroll: true });
    fires = true;
  }, true);
})();
