// The cached page that is shown when the site cannot be reached. It contains all languages, and
// shows the one last used here. It retries the requested page, and shows it once there is an answer.
(() => {
  const place = document.getElementById("offline");
  let language = null;
  try {
    language = localStorage.getItem("language");
  } catch {
    // The browser's language is already shown.
  }
  const parts = [...place.querySelectorAll("[lang]")];
  if (parts.some(({ lang }) => lang === language)) {
    for (const part of parts) part.hidden = part.lang !== language;
    document.documentElement.lang = language;
    document.title = `${place.querySelector("h1 > :not([hidden])").textContent} · Tavola`;
  }

  // Opened at its own URL, there is no requested page.
  const stands = location.pathname === place.dataset.offline;
  const again = () => (stands ? location.assign("/") : location.reload());
  for (const button of place.querySelectorAll("[data-again]")) {
    button.hidden = false;
    button.addEventListener("click", again);
  }
  if (stands) return;
  const GATEWAYS = [502, 503, 504];
  let pause = 2000;
  const look = async () => {
    if (!document.hidden) {
      try {
        const { status } = await fetch(location.href, { method: "HEAD", cache: "no-store" });
        if (!GATEWAYS.includes(status)) return again();
      } catch {
        pause = Math.min(pause * 1.5, 30000);
      }
    }
    setTimeout(look, pause);
  };
  setTimeout(look, pause);
  addEventListener("online", again);
})();
