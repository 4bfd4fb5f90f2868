// The page that is shown where another one was asked for and the site could not be reached. It comes
// from the cache, in all languages: the one that this browser last read here is shown. It asks for
// the other page again, by itself as well, and shows it as soon as there is an answer.
(() => {
  const place = document.getElementById("offline");
  let language = null;
  try {
    language = localStorage.getItem("language");
  } catch {
    // The browser's own language stands there already.
  }
  const parts = [...place.querySelectorAll("[lang]")];
  if (parts.some(({ lang }) => lang === language)) {
    for (const part of parts) part.hidden = part.lang !== language;
    document.documentElement.lang = language;
    document.title = `${place.querySelector("h1 > :not([hidden])").textContent} · Tavola`;
  }

  // Looked at under its own address there is nothing to come back to.
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
