// The page's connection to the server. It notices when it is dead, comes back by itself, and says so.
(() => {
  const chip = document.getElementById("line");
  if (!chip) return;
  const LATEST = 15000; // between two tries, at most
  const SOON = 1500; // a server that is stopping asks to come again within this
  const CALM = 700; // what is shorter than this is not worth a word
  const BEAT = 20000; // between two pings of a line
  const ANSWER = 4000; // until the answer to one
  const OPENING = 8000;
  const SIGNED_OUT = 4401;
  const SENT_AWAY = 4410; // the page was told why before
  const CROWDED = 4429;
  const words = chip.querySelector("[role=status]");
  let telling = 0;
  let settled = false;
  let renewed = "";

  // --- What is said about the line: one state at a time; what is for ever is not talked over.
  const tell = (state, after = 0) => {
    if (settled) return;
    clearTimeout(telling);
    telling = setTimeout(() => {
      if (state) chip.dataset.state = state;
      else delete chip.dataset.state;
      words.textContent = words.dataset[state] ?? "";
      for (const act of chip.querySelectorAll("[data-when]")) act.hidden = !act.dataset.when.split(" ").includes(state);
      if (state === "back") tell(renewed && "renewed", 2500);
    }, after);
  };

  // What the page was drawn from goes along, so that the site can say what is not right any more.
  // Of the table or the lobby only while the line was never lost: whoever comes back gets it whole.
  const address = (plain, lost) => {
    const query = new URLSearchParams({ version: chip.dataset.version });
    if ("person" in chip.dataset) query.set("person", chip.dataset.person);
    const talk = document.getElementById("chat-lines");
    if (talk) query.set("talk", talk.lastElementChild?.id ?? "");
    const { drawn } = document.querySelector("[data-drawn]")?.dataset ?? {};
    if (drawn && !lost) query.set("drawn", drawn);
    return `${plain}&${query}`;
  };

  // --- A socket as htmx knows it, above as many real ones as it takes.
  class Line {
    OPEN = WebSocket.OPEN;
    #hearers = [];
    #socket = null;
    #lost = false;
    #tries = 0;
    #again = 0;
    #patience = 0;
    #pinged = 0;
    #tried = 0;
    #over = false;

    constructor(plain) {
      this.plain = plain;
      this.connect();
    }
    get readyState() {
      return this.#socket?.readyState ?? WebSocket.CLOSED;
    }
    addEventListener(kind, hear) {
      if (kind === "message") this.#hearers.push(hear);
    }
    send(text) {
      if (this.readyState === WebSocket.OPEN) this.#socket.send(text);
    }
    close() {
      this.#over = true;
      clearTimeout(this.#again);
      this.#socket?.close(1000);
    }

    connect() {
      clearTimeout(this.#again);
      if (this.#over || this.#socket) return;
      const socket = new WebSocket(address(this.plain, this.#lost));
      this.#socket = socket;
      this.#tried = performance.now();
      this.#expect(OPENING);
      socket.onopen = (event) => {
        if (this.#lost) tell(chip.dataset.state === "lost" ? "back" : renewed && "renewed");
        this.#lost = false;
        this.#pinged = performance.now();
        this.#hear();
        this.onopen?.(event);
        document.dispatchEvent(new CustomEvent("tavola:open"));
      };
      socket.onmessage = (event) => {
        this.#hear();
        if (event.data.startsWith("renewed ")) return renew(event.data.slice(8));
        this.#tries = 0; // not before: a server that opens and closes again is in trouble
        if (event.data === "pong") return;
        // The answer to a move: whether it was played, its number, and the table.
        const [head, id] = /^(?:played|refused) (\d+|null) /.exec(event.data) ?? [""];
        const data = event.data.slice(head.length);
        // A table may have to wait until what came before it has been seen: static/js/pace.js.
        const news = new CustomEvent("tavola:message", { detail: { data, own: Boolean(head) }, cancelable: true });
        if (document.dispatchEvent(news)) this.hear(data);
        if (head) document.dispatchEvent(new CustomEvent("tavola:answered", { detail: { id: Number(id) } }));
      };
      socket.onclose = ({ code }) => this.#lose(socket, code);
    }
    hear(data) {
      for (const hear of this.#hearers) hear({ data });
    }
    #hear() {
      clearTimeout(this.#patience);
    }
    #expect(within) {
      clearTimeout(this.#patience);
      const socket = this.#socket;
      this.#patience = setTimeout(() => {
        socket.close();
        this.#lose(socket, 1006);
      }, within);
    }
    #lose(socket, code) {
      if (socket !== this.#socket) return;
      this.#socket = null;
      clearTimeout(this.#patience);
      this.onclose?.({ type: "close", code: 1000 }); // htmx need not come back: we do
      if (this.#over) return;
      if (code >= 4400 && code < 4500) {
        this.#over = true;
        if (code !== SENT_AWAY) tell({ [SIGNED_OUT]: "out", [CROWDED]: "crowded" }[code] ?? "refused");
        settled = true;
        return;
      }
      if (!this.#lost) tell("lost", CALM);
      this.#lost = true;
      const most = code === 1012 ? SOON : Math.min(LATEST, 500 * 2 ** this.#tries);
      this.#tries += 1;
      // Not all at once: when a server comes back, a thousand pages do.
      this.#again = setTimeout(() => this.connect(), most * (code === 1012 ? Math.random() : 0.5 + Math.random() / 2));
    }

    // Something says that we are there again: try at once, or find out whether the line is alive.
    wake(within = ANSWER) {
      if (this.readyState === WebSocket.OPEN) {
        this.#ping();
        this.#expect(within);
        return;
      }
      this.#tries = 0; // a try under way that fails is followed by another soon
      if (!this.#socket && performance.now() - this.#tried > 300) this.connect();
    }
    // Says how much the page shows: what got lost on the way is sent again.
    #ping() {
      const asking = new CustomEvent("tavola:ping", { detail: {} });
      if (this.plain.includes("/ws/matches/")) document.dispatchEvent(asking);
      const { seen } = asking.detail;
      this.send(seen === undefined ? "ping" : `ping ${seen}`);
      this.#pinged = performance.now();
    }
    beat() {
      if (this.readyState === WebSocket.OPEN && performance.now() - this.#pinged >= BEAT) this.wake();
    }
    // The page goes into the browser's memory, which holds no open lines.
    sleep() {
      this.#socket?.close(1000);
    }
  }

  const lines = [];
  htmx.createWebSocket = (plain) => {
    const line = new Line(plain);
    lines.push(line);
    return line;
  };
  // What somebody does at the table goes over its line, while that is open.
  document.addEventListener("tavola:send", (event) => {
    const line = lines.find(({ plain, readyState }) => plain.includes("/ws/matches/") && readyState === WebSocket.OPEN);
    if (!line) return;
    line.send(event.detail.text);
    event.preventDefault();
  });
  document.addEventListener("tavola:show", ({ detail }) => {
    lines.find(({ plain }) => plain.includes("/ws/matches/"))?.hear(detail.data);
  });
  const wake = (within) => {
    for (const line of lines) line.wake(within);
  };

  // --- Signs that the way may be open again, or shut
  addEventListener("online", () => wake());
  addEventListener("offline", () => wake(1000));
  addEventListener("pageshow", ({ persisted }) => persisted && wake());
  addEventListener("pagehide", ({ persisted }) => {
    if (persisted) for (const line of lines) line.sleep();
  });
  document.addEventListener("visibilitychange", () => document.hidden || wake());
  document.addEventListener("htmx:afterOnLoad", () => {
    for (const line of lines) if (line.readyState === WebSocket.CLOSED) line.wake();
  });
  chip.addEventListener("click", ({ target }) => {
    if (target.closest("[data-again]")) wake();
    if (target.closest("[data-reload]")) location.replace(location.href);
  });
  let last = Date.now();
  setInterval(() => {
    const slept = Date.now() - last > 15000;
    last = Date.now();
    if (slept) wake();
    else for (const line of lines) line.beat();
  }, 5000);

  // --- The site was renewed while this page stood open: it fetches itself anew, but never while
  // something is in hand, and once only, should an old server and a new one serve side by side.
  const inHand = () => {
    const field = document.activeElement;
    return (
      field?.matches("input, textarea, select, dialog *, details.menu *") ||
      document.querySelector("dialog[open], #room[data-open]:not([data-open=''])") ||
      [...document.querySelectorAll("#table input, #say-text")].some((one) => (one.type === "text" ? one.value : one.checked !== one.defaultChecked))
    );
  };
  const follows = () => document.querySelector("[ws-connect]:not([hidden])");
  const renewQuietly = () => {
    try {
      if (!renewed || inHand() || !follows() || sessionStorage.getItem("renewed") === renewed) return;
      sessionStorage.setItem("renewed", renewed);
    } catch {
      return;
    }
    location.replace(location.href);
  };
  function renew(version) {
    renewed = version;
    tell("renewed");
    setTimeout(renewQuietly, 500 + Math.random() * 3000);
  }
  document.addEventListener("visibilitychange", () => document.hidden && renewQuietly());
})();
