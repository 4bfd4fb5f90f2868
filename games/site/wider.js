// Returns a line for the page if it is wider than the window, and one for each of the innermost
// elements that cause it.
() => {
  const MOST = 6, ROUNDING = 1;
  const width = document.documentElement.clientWidth, page = document.documentElement.scrollWidth;
  const called = (element) => {
    const path = [];
    for (let one = element; one && path.length < 3; one = one.parentElement) {
      path.unshift(one.id ? `#${one.id}` : [one.localName, ...one.classList].join("."));
      if (one.id) break;
    }
    return `${path.join(" > ")} “${element.textContent.trim().replace(/\s+/g, " ").slice(0, 24)}”`;
  };
  const sticksOut = (element) => {
    const { left, right, width: own } = element.getBoundingClientRect();
    return own > 0 && (left < -ROUNDING || right > width + ROUNDING);
  };
  // What scrolls inside of its own box, or is fixed to the window, makes the page no wider.
  const isApart = (element) => {
    if (getComputedStyle(element).position === "fixed") return true;
    for (let one = element.parentElement; one && one !== document.body; one = one.parentElement) {
      const { overflowX, position } = getComputedStyle(one);
      if (overflowX !== "visible" || position === "fixed") return true;
    }
    return false;
  };
  if (page <= width) return [];
  const wide = [...document.body.querySelectorAll("*")].filter(
    (element) => element.checkVisibility() && !element.closest(".visually-hidden, svg *") && sticksOut(element) && !isApart(element),
  );
  const innermost = wide.filter((element) => !wide.some((other) => other !== element && element.contains(other)));
  return [
    `the page is ${page} pixels wide, the window ${width}`,
    ...innermost.slice(0, MOST).map((element) => {
      const { left, right } = element.getBoundingClientRect();
      return `${called(element)} reaches from ${Math.round(left)} to ${Math.round(right)}`;
    }),
  ];
}
