// Letters that a page style has made larger: media queries count in the browser's own letters, so the
// layout would stay that of a wide screen. Their lengths are multiplied, as if the browser's letters
// had grown. Loaded only then (site.js).
(() => {
  const root = document.documentElement;
  const probe = document.createElement("span");
  probe.style.fontSize = "medium"; // the browser's own letters
  root.append(probe);
  const sizeOf = (one) => parseFloat(getComputedStyle(one).fontSize);
  const ratio = sizeOf(root) / sizeOf(probe);
  probe.remove();
  const scale = (media) => {
    if (/rem/.test(media.mediaText)) media.mediaText = media.mediaText.replace(/([\d.]+)rem/g, (_, length) => `${length * ratio}rem`);
  };
  const walk = (rules) => {
    for (const rule of rules) {
      if (rule.media) scale(rule.media);
      if (rule.cssRules) walk(rule.cssRules);
    }
  };
  for (const sheet of document.styleSheets) {
    if (sheet.ownerNode?.media) sheet.ownerNode.media = sheet.ownerNode.media.replace(/([\d.]+)rem/g, (_, length) => `${length * ratio}rem`);
    walk(sheet.cssRules);
  }
})();
