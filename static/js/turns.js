// Shows waiting tables on every page, in the title and the tab's icon. And reports to the server
// while the page is in view, so that it sends no notifications then.
(() => {
  const AGAIN = 15000;
  const icon = document.querySelector("link[data-turn]");
  const icons = { true: icon?.dataset.turn, false: icon?.getAttribute("href") };
  const title = document.title;

  const tell = () => {
    const table = document.getElementById("table"); // on its page table.js sets the title
    const others = Number(document.getElementById("bell")?.dataset.count ?? 0);
    if (!table) document.title = (others ? "● " : "") + title;
    const waiting = others + Number(Boolean(table?.classList.contains("is-mine")));
    const waits = waiting > 0;
    navigator.setAppBadge?.(waiting).catch(() => {}); // no badge for 0
    if (icon && icon.getAttribute("href") !== icons[waits]) icon.setAttribute("href", icons[waits]);
  };

  // --- A new turn or piece of news is shown on every page until it was seen.
  const SEEN = 12000;
  const note = document.getElementById("called");
  const waits = () => {
    const { count = 0, table = "", page = "", called = "", act = "" } = document.getElementById("bell")?.dataset ?? {};
    return { count: Number(count), table, page, called, act };
  };
  let was = waits();
  let fades = 0;
  const fade = () => {
    clearTimeout(fades);
    if (!note.hidden && !document.hidden) fades = setTimeout(() => (note.hidden = true), SEEN);
  };
  const call = () => {
    const now = waits();
    // What this page shows is not announced on it.
    const calls = now.table && now.table !== was.table && now.count >= was.count && now.page !== location.pathname;
    const moved = now.count !== was.count || now.table !== was.table;
    was = now;
    if (moved) document.dispatchEvent(new CustomEvent("tavola:waiting"));
    if (!now.count) note.hidden = true;
    if (!calls) return;
    note.hidden = false;
    note.querySelector("p").textContent = now.called;
    note.querySelector("a").href = now.table;
    note.querySelector("a").textContent = now.act;
    fade();
    document.dispatchEvent(new CustomEvent("tavola:called"));
  };
  note.addEventListener("click", ({ target }) => {
    if (target.closest("[data-called-close]")) note.hidden = true;
  });
  document.addEventListener("visibilitychange", fade);

  const NEWS = ["htmx:wsAfterMessage", "htmx:afterSettle"];
  for (const kind of NEWS) document.addEventListener(kind, call);
  for (const kind of document.getElementById("table") ? ["tavola:painted"] : NEWS) document.addEventListener(kind, tell);
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
