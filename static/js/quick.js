// The page of a search: counts the time, and goes to the table as soon as there is one.
(() => {
  const search = () => document.getElementById("search");

  // --- The seconds are counted here, from the server's last value.
  let shown = null; // the element, the server's value, and when it arrived
  const count = () => {
    const time = search()?.querySelector("[data-waited]");
    if (!time) return;
    const sent = Number(time.dataset.waited);
    if (shown?.time !== time || shown.sent !== sent) shown = { time, sent, at: performance.now() };
    const waited = sent + Math.floor((performance.now() - shown.at) / 1000);
    time.textContent = `${Math.floor(waited / 60)}:${String(waited % 60).padStart(2, "0")}`;
    document.title = `${time.textContent} · ${title}`;
  };
  const title = document.title;
  setInterval(count, 1000);

  const go = () => {
    const there = search()?.dataset.goto;
    if (there) location.replace(there);
    if (!search()?.querySelector("[data-waited]")) {
      document.querySelector(".search-acts")?.remove();
      document.title = title;
    } else count();
  };
  document.addEventListener("htmx:wsAfterMessage", go);
  go();
})();
