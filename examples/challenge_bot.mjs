// Accepts challenges and plays all its matches at once, at random, with nothing but Node.
//
//     node challenge_bot.mjs https://tavola.example tavola_KEY bot_files
//
// Its token needs `play` and `challenge`. The folder keeps the nonce and the published sources of
// each match's seed, so that the bot survives restarts, its own too, and its owner can verify each
// deal later. A fourth argument ends it after that number of matches.

import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

const [address, key, folder, count] = process.argv.slice(2);
const stop = (why) => process.exit(console.error(why) ?? 1);
if (!(folder && URL.canParse(address) && (count ?? 0) >= -1))
  stop("node challenge_bot.mjs https://tavola.example tavola_KEY bot_files 3");
const root = `${address.replace(/\/$/, "")}/api/v1/`;
const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const file = (match, kind) => `${folder}/${match}.${kind}`;

// The answer, as soon as the site can be reached; also that of a refusal.
async function open(path, body) {
  const options = {
    method: body ? "POST" : "GET",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: body && JSON.stringify(body),
  };
  for (;;) {
    try {
      const answer = await fetch(root + path, options);
      if (![429, 502, 503].includes(answer.status)) return answer;
      await pause(Number(answer.headers.get("Retry-After") ?? 1));
    } catch (error) {
      console.error(`${root}: ${error.cause?.message ?? error.message}; trying again`);
      await pause(5);
    }
  }
}

// The answer's JSON, or that of a refusal, which has an `error`; null while the answer is cut off.
async function ask(path, body) {
  try {
    return await (await open(path, body)).json();
  } catch {
    return null;
  }
}

// The messages of a stream, which is opened again whenever it ends; the program ends if it is refused.
async function* follow(path) {
  for (;;) {
    const answer = await open(path);
    if (!answer.ok) stop((await answer.json().catch(() => null))?.error?.reason ?? answer.status);
    let begun = "";
    try {
      for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
        const lines = (begun + part).split("\n");
        begun = lines.pop();
        for (const line of lines) yield JSON.parse(line);
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // what fetch says of a lost connection
    }
    await pause(1);
  }
}

// Accept every challenge; each message of `stream/me/` may be about one.
async function accept() {
  const declined = new Set();
  for await (const _message of follow("stream/me/")) {
    for (const { match } of (await ask("challenges/"))?.received ?? []) {
      if (declined.has(match) || existsSync(file(match, "nonce"))) continue;
      const nonce = randomBytes(32);
      writeFileSync(file(match, "nonce"), nonce.toString("hex"));
      const hash = createHash("sha256").update(nonce).digest("hex");
      const answer = await ask(`matches/${match}/join/`, { sure: true, nonce_hash: hash });
      if (answer?.error) {
        console.log(match, answer.error.reason);
        rmSync(file(match, "nonce"));
        declined.add(match);
      }
    }
  }
}

// Reveal the nonce of each full table; a live match waits twenty seconds for it.
async function reveal() {
  for (;;) {
    for (const name of readdirSync(folder).filter((one) => one.endsWith(".nonce"))) {
      const match = name.slice(0, -".nonce".length);
      const state = await ask(`matches/${match}/`);
      if (state?.awaited) {
        writeFileSync(file(match, "json"), JSON.stringify(await ask(`matches/${match}/fairness/`)));
        await ask(`matches/${match}/reveal/`, { nonce: readFileSync(file(match, "nonce"), "utf8") });
      } else if (state?.error || (state && state.status !== "open")) {
        renameSync(file(match, "nonce"), file(match, "done")); // of no further use
      }
    }
    await pause(2);
  }
}

// Answer the questions of all matches, until this number of them has ended.
async function play(most) {
  const answered = new Set();
  for await (const { match, type, code, state } of follow("stream/matches/")) {
    if (state?.moves?.length && !answered.has(state.turn_token)) {
      answered.add(state.turn_token);
      const move = state.moves[Math.floor(Math.random() * state.moves.length)];
      await ask(`matches/${match}/moves/`, { ...move, turn_token: state.turn_token });
    } else if (type === "ended") {
      console.log(match, code);
      most -= 1;
      if (most === 0) return;
    }
  }
}

try {
  mkdirSync(folder, { recursive: true });
} catch (error) {
  stop(error.message);
}
accept();
reveal();
await play(Number(count ?? -1));
process.exit();
