// Whose turn it is, on every page: the title and the tab's icon say so. And the server is told
// while the page is in view, so that nothing is sent to whoever looks already.
(() => {
  const AGAIN = 15000;
  const icon = document.querySelector("link[data-turn]");
  const icons = { true: icon?.dataset.turn, false: icon?.getAttribute("href") };
  const title = document.title;

  const tell = () => {
    const table = document.getElementById("table"); // its own script says in the title whose turn it is there
    const others = Number(document.getElementById("bell")?.dataset.count ?? 0) > 0;
    if (!table) document.title = (others ? "● " : "") + title;
    const waits = others || Boolean(table?.classList.contains("is-mine"));
    if (icon && icon.getAttribute("href") !== icons[waits]) icon.setAttribute("href", icons[waits]);
  };
  for (const kind of ["htmx:wsAfterMessage", "htmx:afterSettle"]) document.addEventListener(kind, tell);
  tell();

  let socket = null;
  const report = () => socket?.send(JSON.stringify({ visible: !document.hidden }));
  document.addEventListener("htmx:wsOpen", ({ detail }) => {
    socket = detail.socketWrapper;
    report();
  });
  document.addEventListener("htmx:wsClose", () => {
    socket = null;
  });
  document.addEventListener("visibilitychange", report);
  setInterval(() => {
    if (!document.hidden) report();
  }, AGAIN);
})();
