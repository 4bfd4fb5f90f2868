// Plays at random against the site's own bots, over Tavola's API, with nothing but Node.
//
//     node random_bot.mjs https://tavola.example tavola_KEY GAME 3
//
// plays three matches with a token that may `play` and `challenge`, also through a restart of the site.

const [address, key, game, count] = process.argv.slice(2);
if (!(count >= 0 && URL.canParse(address))) process.exit(console.error("node random_bot.mjs https://tavola.example tavola_KEY GAME 3") ?? 1);
const root = `${address.replace(/\/$/, "")}/api/v1/`;
const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

// The answer, as soon as the site can be reached; an error where it declines, but for `allowed`.
async function ask(path, body, headers = {}, allowed = 0) {
  const options = {
    method: body ? "POST" : "GET",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...headers },
    body: body && JSON.stringify(body),
  };
  for (;;) {
    let answer;
    try {
      answer = await fetch(root + path, options);
    } catch (error) {
      console.error(`${root}: ${error.cause?.message ?? error.message}; trying again`);
      await pause(5);
      continue;
    }
    if (answer.ok || answer.status === allowed) return answer;
    const { error } = await answer.json().catch(() => ({}));
    if (![429, 502, 503].includes(answer.status)) process.exit(console.error(error?.reason ?? answer.status) ?? 1);
    await pause(Number(answer.headers.get("Retry-After") ?? 1));
  }
}

// The messages of a stream until it ends or is cut off, a line each.
async function* messages(path) {
  const answer = await ask(path);
  let begun = "";
  try {
    for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
      const lines = (begun + part).split("\n");
      begun = lines.pop();
      for (const line of lines) yield JSON.parse(line);
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // what fetch says of a connection that is lost
  }
}

// Every new state of a match until it is over.
async function* states(match) {
  for (;;) {
    for await (const message of messages(`stream/matches/${match}/`)) {
      if (message.type === "state") yield message.state;
      if (message.code === "over") return;
    }
    await pause(1);
  }
}

// One match to its end: what came of it.
async function play() {
  const { games } = await (await ask("games/")).json();
  const seats = games.find((one) => one.game === game)?.seats[0] ?? 2;
  const table = { game, seats, clock: "free", bots: Array(seats - 1).fill("easy"), sure: true };
  const once = { "Idempotency-Key": crypto.randomUUID() }; // asked again it opens no second table
  const { match } = await (await ask("tables/", table, once)).json();
  let outcome = null;
  for await (const state of states(match)) {
    outcome = state.outcome;
    if (!state.moves?.length) continue;
    const move = state.moves[Math.floor(Math.random() * state.moves.length)];
    // 409: answered already; a newer state is coming.
    const answer = await ask(`matches/${match}/moves/`, { ...move, turn_token: state.turn_token }, {}, 409);
    await answer.text();
  }
  return outcome;
}

for (let played = 0; played < Number(count); played += 1) console.log(JSON.stringify(await play()));
