// A picture of the current step, for sharing. The table on this page is rendered inside an SVG image
// of a fixed size, with stylesheets, fonts and emblems embedded. Nothing is requested from the
// server beyond this page's files, so the picture shows exactly what the viewer sees.
(() => {
  const WIDTH = 1280; // the layout of a wide screen, on any device
  const HEIGHT = 960; // the size of the layout: Firefox would change the layout for any other size
  const MOST_LINES = 2; // of the log, newest last
  const SVG = "http://www.w3.org/2000/svg";
  // Controls, which have no use in a picture.
  const LEFT_OUT = ".table-head, #banner, .refusal, .guide, .log, .acts, details:not([open]), .menu, script, input, .you";
  const replay = document.getElementById("replay");
  const dialog = document.getElementById("picture");
  const canvas = dialog.querySelector("canvas");
  const [ways, save, copy, share, failed] = ["ways", "save", "copy", "share", "failed"].map((part) => dialog.querySelector(`[data-${part}]`));
  let file = null;

  // --- Files of the page, embedded in the image as text
  async function load(url) {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    return answer.blob();
  }
  const asAddress = (blob) =>
    new Promise((resolve, reject) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result);
      reader.onerror = () => reject(reader.error);
      reader.readAsDataURL(blob);
    });
  async function sheet(link) {
    let text = await (await load(link.href)).text();
    const files = new Set([...text.matchAll(/url\("([^"#:]+)"\)/g)].map(([, name]) => name));
    for (const name of files) {
      const address = await asAddress(await load(new URL(name, link.href)));
      text = text.replaceAll(`url("${name}")`, `url("${address}")`);
    }
    return link.media ? `@media ${link.media} {${text}}` : text;
  }
  let sheets = null; // read once: they do not change
  const styles = () => (sheets ??= Promise.all([...document.querySelectorAll('link[rel="stylesheet"]')].map(sheet)));
  // The emblems are in separate files, which an image cannot load.
  async function emblems(root) {
    const found = document.createElementNS(SVG, "defs");
    const wanted = new Map();
    for (const use of root.querySelectorAll("use")) {
      const [name, id] = use.getAttribute("href").split("#");
      if (!name) continue;
      wanted.set(name, (wanted.get(name) ?? new Set()).add(id));
      use.setAttribute("href", `#${id}`);
    }
    for (const [name, ids] of wanted) {
      const sprite = new DOMParser().parseFromString(await (await load(name)).text(), "image/svg+xml");
      for (const id of ids) {
        const symbol = sprite.getElementById(id);
        if (symbol) found.append(document.importNode(symbol, true));
      }
    }
    return found;
  }

  // --- The page within the image
  const isDark = () => (document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  function compose() {
    const page = document.implementation.createHTMLDocument("").documentElement;
    page.lang = document.documentElement.lang;
    page.dataset.theme = isDark() ? "dark" : "light";
    const body = page.querySelector("body");
    body.className = `${document.body.className} shot`;
    const frame = document.getElementById("picture-frame").content.cloneNode(true);
    const table = document.getElementById("table").cloneNode(true);
    const banner = table.querySelector("#banner > *");
    const lines = [...table.querySelectorAll("#log-lines > li:not(.muted)")].slice(-MOST_LINES);
    frame.querySelector("[data-story]").append(...(banner ? [banner] : lines));
    for (const eyes of frame.querySelectorAll("[data-eyes]")) if (eyes.dataset.eyes !== replay.dataset.view) eyes.remove();
    frame.querySelector("[data-asked]").textContent = table.querySelector("#ask > span").textContent;
    frame.querySelector("[data-at]").textContent = [replay.dataset.step, replay.dataset.last].join(" / ");
    frame.querySelector("[data-site]").textContent = location.host;
    for (const part of table.querySelectorAll(LEFT_OUT)) part.remove();
    frame.querySelector("[data-table]").append(table);
    body.append(...[...document.querySelectorAll(".map-art")].map((art) => art.cloneNode(true)), frame);
    return page;
  }
  async function imageOf(page) {
    const svg = document.createElementNS(SVG, "svg");
    const style = document.createElementNS(SVG, "style");
    const inside = document.createElementNS(SVG, "foreignObject");
    style.textContent = (await styles()).join("\n");
    for (const [name, value] of Object.entries({ width: WIDTH, height: HEIGHT })) {
      svg.setAttribute(name, value);
      inside.setAttribute(name, value);
    }
    svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    svg.setAttribute("lang", page.lang);
    svg.append(await emblems(page), style, inside);
    inside.append(page);
    const image = new Image();
    // A data URL: with any other URL browsers would not allow reading the pixels.
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
    await image.decode();
    return image;
  }
  async function draw() {
    const image = await imageOf(compose());
    [canvas.width, canvas.height] = [WIDTH, HEIGHT];
    canvas.getContext("2d").drawImage(image, 0, 0);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    return new File([blob], `tavola-${dialog.dataset.match}-${replay.dataset.step}.png`, { type: blob.type });
  }

  // --- Sharing
  async function open() {
    menu.open = false;
    failed.hidden = true;
    ways.hidden = true;
    canvas.getContext("2d").clearRect(0, 0, canvas.width, canvas.height);
    dialog.showModal();
    try {
      file = await draw();
    } catch (error) {
      console.error(error);
      failed.hidden = false;
      return;
    }
    if (save.download) URL.revokeObjectURL(save.href);
    save.href = URL.createObjectURL(file);
    save.download = file.name;
    copy.hidden = !(navigator.clipboard?.write && window.ClipboardItem);
    share.hidden = !navigator.canShare?.({ files: [file] });
    ways.hidden = false;
  }
  async function said(button, whatFor) {
    try {
      await whatFor;
    } catch (error) {
      if (error.name === "AbortError") return; // the user cancelled
      failed.hidden = false;
      return;
    }
    if (!button.dataset.done) return;
    const words = button.querySelector("span");
    const usual = words.textContent;
    words.textContent = button.dataset.done;
    setTimeout(() => (words.textContent = usual), 1500);
  }
  const menu = document.getElementById("step-picture").closest("details");
  document.getElementById("step-picture").addEventListener("click", open);
  dialog.addEventListener("close", () => menu.querySelector("summary").focus());
  copy.addEventListener("click", () => said(copy, navigator.clipboard.write([new ClipboardItem({ [file.type]: file })])));
  share.addEventListener("click", () => said(share, navigator.share({ files: [file], title: document.title, url: location.href })));
})();
