// Judges pages of a site with Lighthouse, with its phone setting. Reads from standard input
// {chrome, rounds, pages: [{url, cookies: [{name, value, url}], report}]}, and writes a line of JSON for
// each round of each page: {url, scores, missed, measured}. `report` is a file for the whole last report,
// or "".
import { writeFileSync } from "node:fs";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import puppeteer from "puppeteer-core";

const QUIET = ["--headless=new", "--no-sandbox", "--disable-gpu"];
const TRIES = 3;
const MEASURED = {
  first: "first-contentful-paint",
  largest: "largest-contentful-paint",
  blocked: "total-blocking-time",
  shifted: "cumulative-layout-shift",
  speed: "speed-index",
  bytes: "total-byte-weight",
};

async function judge({ url, cookies }, chrome) {
  const browser = await launch({ chromePath: chrome, chromeFlags: QUIET });
  try {
    const there = await puppeteer.connect({ browserURL: `http://127.0.0.1:${browser.port}` });
    if (cookies.length) await there.setCookie(...cookies);
    await there.disconnect();
    const { lhr } = await lighthouse(url, { port: browser.port, output: "json", logLevel: "error" });
    return lhr;
  } finally {
    browser.kill();
  }
}

// When the browser is too slow for its tracing, Lighthouse reports an error that a retry solves.
async function judgeAgain(page, chrome) {
  let why = "";
  for (let tries = 0; tries < TRIES; tries += 1) {
    const lhr = await judge(page, chrome);
    if (!lhr.runtimeError) return lhr;
    why = lhr.runtimeError.message;
  }
  throw new Error(`${page.url}: ${why}`);
}

// The audits that cost points, most expensive first.
const missed = (category, audits) =>
  category.auditRefs
    .filter(({ id, weight }) => weight && audits[id].score !== null && audits[id].score < 0.9)
    .sort((one, other) => other.weight * (1 - audits[other.id].score) - one.weight * (1 - audits[one.id].score))
    .map(({ id }) => id);

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const { chrome, rounds, pages } = JSON.parse(Buffer.concat(chunks).toString());
for (const page of pages)
  for (let round = 0; round < rounds; round += 1) {
    const lhr = await judgeAgain(page, chrome);
    const { audits, categories } = lhr;
    const each = (take) => Object.fromEntries(Object.values(categories).map((category) => [category.id, take(category)]));
    const line = {
      url: page.url,
      scores: each(({ score }) => Math.round(score * 100)),
      missed: each((category) => missed(category, audits)),
      measured: Object.fromEntries(Object.entries(MEASURED).map(([name, id]) => [name, audits[id].numericValue])),
    };
    if (page.report) writeFileSync(page.report, JSON.stringify(lhr));
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
