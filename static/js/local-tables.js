// A table on one device: nothing of a hand stays on the screen, or comes back to it, without a tap.
(() => {
  const putDown = () => document.documentElement.classList.add("is-put-down");
  const hand = () => document.querySelector("[data-hand]");

  // The page is left, its screen goes dark, or the next one is on its way.
  addEventListener("pagehide", () => hand() && putDown());
  document.addEventListener("visibilitychange", () => {
    if (!hand()) return;
    if (document.hidden) putDown();
    else location.reload(); // the server answers with the cover
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
  document.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
    if (hand() && detail.xhr.getResponseHeader("HX-Redirect")) putDown();
  });

  // What lies below the open cover is neither read aloud nor reached with the keyboard.
  const room = document.getElementById("room");
  const lay = () => room?.toggleAttribute("inert", Boolean(document.querySelector(".cover-sheet[open]")));
  document.addEventListener("toggle", lay, true);
  document.addEventListener("htmx:afterSettle", lay);
  lay();
})();
