// Return what breaks the rules of type and shadows on this page. Closed menus and dialogs count too:
// they have computed styles. What a sheet declares as drawn (--drawn) scales with its picture.
(pairs) => {
  const FLAT = ".panel, .button, .chip, .table-head, .my-side, .drawer, .page-banner, .input";
  const faults = new Set();
  const place = (element) => `${element.localName}.${[...element.classList].join(".")}`;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || element.closest("script, style, noscript, template, option")) continue;
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    if (size === 0 || style.getPropertyValue("--drawn")) continue;
    const pair = `${Math.round(size * 100) / 100} ${style.fontWeight}`;
    if (!pairs.includes(pair)) faults.add(`${pair}: ${place(element)} in ${place(element.parentElement)}`);
  }

  // A shadow is blurred. Layers without blur are edges and rings.
  const layers = (value) => value === "none" ? [] : value.split(/,(?![^(]*\))/).map((one) => one.trim());
  const blurred = (value) => layers(value)
    .filter((one) => parseFloat(one.replace(/^[a-z]+\([^)]*\)/, "").trim().split(/\s+/)[2]) > 0).join(", ");
  const probe = document.body.appendChild(document.createElement("i"));
  const three = ["--lies", "--held", "--flies"].map((name) => {
    probe.style.boxShadow = `var(${name})`;
    return getComputedStyle(probe).boxShadow;
  });
  probe.remove();
  for (const element of document.querySelectorAll("body, body *")) {
    for (const part of [null, "::before", "::after"]) {
      const style = getComputedStyle(element, part);
      if (part && style.content === "none") continue;
      const drop = style.filter.match(/drop-shadow\((.*)\)/)?.[1] ?? "none";
      for (const found of [blurred(style.boxShadow), blurred(style.textShadow), blurred(drop)]) {
        const flat = element.matches(FLAT) ? [] : three;
        if (found && !flat.includes(found)) faults.add(`shadow ${found}: ${place(element)}${part ?? ""}`);
      }
    }
  }
  return [...faults];
}
