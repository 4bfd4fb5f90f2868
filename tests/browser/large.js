// Returns a line for each element that large print cuts off, covers or moves out of the window.
() => {
  const faults = [];
  const width = innerWidth;
  const called = (one) =>
    `${one.id ? `#${one.id}` : [one.localName, ...one.classList].join(".")} “${one.textContent.trim().replace(/\s+/g, " ").slice(0, 24)}”`;
  const scrolls = (one) => {
    for (let box = one.parentElement; box && box !== document.body; box = box.parentElement)
      if (/auto|scroll/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth) return true;
    return false;
  };
  const wide = document.documentElement.scrollWidth;
  if (wide > width) {
    const beyond = [...document.body.querySelectorAll("*")].filter((one) => one.getBoundingClientRect().right > width + 1 && !scrolls(one));
    faults.push(`the page is ${wide} wide, laid out for ${document.documentElement.clientWidth}: ${beyond.slice(0, 3).map(called).join(", ")}`);
  }
  const acts = [...document.querySelectorAll("main :is(button, summary, label, a, input, select)")].filter(
    (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest(".visually-hidden, [aria-hidden=true]") && one.clientWidth > 2,
  );
  for (const one of acts) {
    const { left, right } = one.getBoundingClientRect();
    if ((left < -1 || right > width + 1) && !scrolls(one)) faults.push(`${called(one)} is outside the window`);
    const { overflowX, textOverflow } = getComputedStyle(one);
    if (overflowX !== "visible" && textOverflow !== "ellipsis" && one.scrollWidth > one.clientWidth + 3) faults.push(`${called(one)} is cut`);
  }
  // Elements of one row must not overlap.
  for (const [n, one] of acts.entries())
    for (const other of acts.slice(n + 1)) {
      if (other.parentElement !== one.parentElement || one.matches("input") || other.matches("input")) continue;
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3)
        faults.push(`${called(one)} on ${called(other)}`);
    }
  return faults;
}
