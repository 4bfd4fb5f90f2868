// Letters that a page style has made larger: media queries count in the browser's own letters, so the
// layout would stay that of a wide screen. Their lengths are multiplied, as if the browser's letters
// had grown. Loaded only then (site.js).
(() => {
  const ratio = Number(document.documentElement.dataset.large);
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
