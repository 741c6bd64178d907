// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// node-redlock: redlock_client.js PORT... Lines: ["acquire", name, ms, retries], ["extend", name, ms], ["release", name].
"use strict";
const { createRequire } = require("module");
const load = createRequire(process.env.INTEROP_NODE + "/");
const Redis = load("ioredis");
const Redlock = load("redlock").default;

const clients = process.argv.slice(2).map((port) => {
  const client = new Redis(Number(port), "127.0.0.1", { maxRetriesPerRequest: 0 });
  client.on("error", () => {});
  return client;
});
const held = new Map();

async function answer([verb, name, ms, retries]) {
  if (verb === "acquire") {
    const redlock = new Redlock(clients, { retryCount: retries, retryDelay: 100, retryJitter: 50 });
    redlock.on("error", () => {});
    held.set(name, await redlock.acquire([name], ms));
    return held.get(name).value;
  }
  if (verb === "extend") held.set(name, await held.get(name).extend(ms));
  else await held.get(name).release();
  return true;
}

(async () => {
  const lines = require("readline").createInterface({ input: process.stdin });
  for await (const line of lines) {
    let result;
    try {
      result = await answer(JSON.parse(line));
    } catch (error) {
      result = { error: error.name };
    }
    process.stdout.write(JSON.stringify(result) + "\n");
  }
  process.exit(0);
})();
