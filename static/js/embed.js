// A match in a frame of another site: the table as everybody sees it, replaced as it changes.
(() => {
  const LATEST = 60000; // between two tries, at most
  const BEAT = 25000; // a silent line is shut by what lies between
  const CLOSED = 4403; // nobody may look any more
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
    // Once it is over it can be stepped through: that page is drawn by the site.
    if (next.classList.contains("is-over")) location.reload();
  }

  function follow() {
    const { drawn = "" } = document.getElementById("table").dataset;
    const address = new URL(`${room.dataset.follow}&drawn=${drawn}`, location.href);
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
