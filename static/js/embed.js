// A match embedded in another site: the public table, replaced when it changes.
(() => {
  const LATEST = 60000; // maximum between two attempts
  const BEAT = 25000; // proxies close a silent connection
  const CLOSED = 4403; // the match may no longer be viewed
  const room = document.getElementById("room");
  let wait = 1000;

  function show(html) {
    const next = new DOMParser().parseFromString(html, "text/html").getElementById("table");
    if (!next) return;
    const log = document.getElementById("log-lines");
    const above = log ? log.scrollTop : 0;
    document.getElementById("table").replaceWith(next);
    const lines = document.getElementById("log-lines");
    if (lines) lines.scrollTop = above || lines.scrollHeight;
    // Once the match is over, load the replay, which the server renders.
    if (next.classList.contains("is-over")) location.reload();
  }

  function follow() {
    const { digest = "" } = document.getElementById("table").dataset;
    const address = new URL(`${room.dataset.follow}&digest=${digest}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const line = new WebSocket(address);
    const beat = setInterval(() => line.readyState === WebSocket.OPEN && line.send("ping"), BEAT);
    line.onopen = () => (wait = 1000);
    line.onmessage = ({ data }) => data.startsWith("<") && show(data);
    line.onclose = ({ code }) => {
      clearInterval(beat);
      if (code === CLOSED) return;
      setTimeout(follow, wait * (0.5 + Math.random()));
      wait = Math.min(wait * 2, LATEST);
    };
  }
  follow();
})();
