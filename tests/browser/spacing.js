// Returns a line for each element of a table that is cut off or outside the window, and for each text
// that is too small, ends outside its box, is cut off by it, or lies under a pill.
() => {
  const faults = [];
  const width = document.documentElement.clientWidth;
  const FIVE_LETTERS = 40; // pixels of a shortened name that must stay visible
  const ROUNDING = 3; // pixels by which a card's frame may be larger than its content box
  // Elements that scroll, are not visible, open only on demand, or lie over the board for a moment.
  const ELSEWHERE = "#log, #guide:not([data-open]), .visually-hidden, .tip, .moment, .menu-list, svg, [hidden], [data-scrolls]";
  const called = (element) => {
    const path = [];
    for (let one = element; one && path.length < 3; one = one.parentElement) {
      path.unshift(one.id ? `#${one.id}` : [one.localName, ...one.classList].join("."));
      if (one.id) break;
    }
    return `${path.join(" > ")} “${element.textContent.trim().replace(/\s+/g, " ").slice(0, 24)}”`;
  };
  if (document.documentElement.scrollWidth > width)
    faults.push(`the page is ${document.documentElement.scrollWidth} wide`);

  for (const element of document.querySelectorAll("#table *")) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (element.closest(ELSEWHERE)) continue;
    const { left, right, height } = element.getBoundingClientRect();
    if (element.clientWidth < 3 || height < 3) continue; // only for screen readers
    if (left < -1 || right > width + 1) faults.push(`${called(element)} is outside the window`);
    const style = getComputedStyle(element);
    const wide = element.scrollWidth - element.clientWidth;
    const high = element.scrollHeight - element.clientHeight;
    if (style.overflowX !== "visible" && wide > ROUNDING) {
      const shortened = style.textOverflow === "ellipsis" && element.clientWidth >= FIVE_LETTERS;
      if (!shortened) faults.push(`${called(element)} lacks ${wide} pixels in width`);
    }
    if (style.overflowY !== "visible" && high > ROUNDING && style.maskImage === "none")
      faults.push(`${called(element)} lacks ${high} pixels in height`);
  }

  // Text is large enough, ends inside of each box around it, and no pill on the same thing covers it.
  const SMALLEST = 11.5; // pixels, for all that is read
  const TOUCHES = 2; // pixels by which the boxes of letters may overlap others: lines have room above and below
  const CUT = 0.4; // pixels of a letter that a box may cut off, which nobody sees
  const brush = document.createElement("canvas").getContext("2d");
  // The top of the highest letter of a text and the bottom of the lowest one.
  const inked = (text, style, line) => {
    brush.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const size = brush.measureText(text);
    const scale = line.height / (size.fontBoundingBoxAscent + size.fontBoundingBoxDescent);
    return {
      top: line.top + scale * (size.fontBoundingBoxAscent - size.actualBoundingBoxAscent),
      bottom: line.bottom - scale * (size.fontBoundingBoxDescent - size.actualBoundingBoxDescent),
    };
  };
  const painted = (style) => !/^(transparent|rgba\(.*, 0\)|.* \/ 0\))$/.test(style.backgroundColor) || parseFloat(style.borderTopWidth) > 0;
  const visible = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest(ELSEWHERE);
  const table = document.getElementById("table") ?? document.getElementById("main");
  const pills = [...table.querySelectorAll("*")].filter((element) => {
    const style = getComputedStyle(element);
    return style.position === "absolute" && painted(style) && style.backgroundColor !== "rgba(0, 0, 0, 0)" && visible(element) && !element.closest(".card-face, .card-back, .tip, .menu-list");
  });
  const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT, (node) => (node.data.trim() && visible(node.parentElement) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT));
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const box = range.getBoundingClientRect();
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (box.width < 3 || box.height < 3 || element.getBoundingClientRect().width < 3) continue; // only for screen readers
    if (size < SMALLEST) faults.push(`${called(element)} is written in ${size.toFixed(1)} pixels`);
    const inside = { top: box.top + (box.height - size) / 2, bottom: box.bottom - (box.height - size) / 2, left: box.left, right: box.right };
    for (let around = element; around !== table; around = around.parentElement) {
      const style = getComputedStyle(around);
      const { top, bottom, left, right } = around.getBoundingClientRect();
      if (["hidden", "clip"].includes(style.overflowY) && right - left > 3) {
        const ink = inked(texts.currentNode.data.trim(), getComputedStyle(element), box);
        if (ink.top < top - CUT || ink.bottom > bottom + CUT) faults.push(`${called(around)} cuts letters off`);
      }
      if (style.overflowX !== "visible" || style.overflowY !== "visible") break; // measured above
      if (painted(style) && style.display !== "inline" && (inside.top < top - TOUCHES || inside.bottom > bottom + TOUCHES || inside.left < left - TOUCHES || inside.right > right + TOUCHES))
        faults.push(`${called(element)} ends outside of ${called(around)}`);
      if (style.position === "absolute") break; // hangs on its box on purpose
    }
    for (const pill of pills) {
      if (pill.contains(element) || element.contains(pill) || !pill.offsetParent?.contains(element)) continue;
      const over = pill.getBoundingClientRect();
      if (Math.min(over.right, inside.right) - Math.max(over.left, inside.left) > TOUCHES && Math.min(over.bottom, inside.bottom) - Math.max(over.top, inside.top) > TOUCHES)
        faults.push(`${called(pill)} covers ${called(element)}`);
    }
  }

  // What is offered stands beside what there is to look at.
  const standsOver = (chip, parts) => {
    const box = chip?.getBoundingClientRect();
    for (const element of document.querySelectorAll(parts)) {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      if (box?.height && left < box.right && box.left < right && top < box.bottom && box.top < bottom)
        faults.push(`${called(chip)} stands over ${called(element)}`);
    }
  };
  standsOver(document.getElementById("since-offer"), "#board, #log, #my-side, #ask");
  // So does the chip that skips the steps that wait. There is none at the end.
  const [room, chip] = [document.getElementById("room"), document.querySelector("[data-behind]")];
  if (room && chip && !document.querySelector("#result")) {
    room.classList.add("is-behind");
    chip.hidden = false;
    standsOver(chip.firstElementChild, "#board, #log, #chat, .my-note, #my-side, #ask > *, .table-head > :not(#ask), .table-tools > *");
    room.classList.remove("is-behind");
    chip.hidden = true;
  }

  // What I decide with stays at the foot of the window, whatever stands above it.
  for (const element of document.querySelectorAll("#my-side, #my-side .acts button")) {
    if (!element.checkVisibility()) continue;
    const { top, bottom } = element.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight + 1) faults.push(`${called(element)} is out of the window`);
  }
  return faults;
}
