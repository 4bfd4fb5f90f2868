// TV: the page of a channel loads again for its next match.
(() => {
  const RESULT = 9000; // for reading how a match ended
  const SOON = 3000; // before a better match is shown
  const WAIT = 6000; // between two looks for a match to begin
  let due;

  const reload = (wait) => (due ??= setTimeout(() => location.reload(), wait));

  function look() {
    if (document.querySelector("#table.is-over")) reload(RESULT);
    else if (document.querySelector("#tv-next[data-next]")) reload(SOON);
  }

  document.addEventListener("htmx:wsAfterMessage", look);
  if (document.querySelector("[data-tv-waits]")) reload(WAIT);
})();
