// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Jobs that do nothing, through graphile-worker with its local queue and batched completion; for against-graphile.
//   node graphile.mjs URL JOBS CONCURRENCY LOCAL-QUEUE
// Prints jobs a second. Its start (connections, migrations) is taken off, and a first run warms the compiler up.
import { createRequire } from "node:module";
const require = createRequire(process.cwd() + "/package.json");
const { runMigrations, runOnce, Logger } = require("graphile-worker");
const { Pool } = require("pg");

const [url, jobs, concurrency, size] = [process.argv[2], ...process.argv.slice(3).map(Number)];
const pool = new Pool({ connectionString: url, max: 2 });
const options = {
  connectionString: url,
  taskList: { nothing: () => {} },
  concurrency,
  logger: new Logger(() => () => {}),
  preset: {
    worker: {
      concurrentJobs: concurrency,
      maxPoolSize: concurrency + 1,
      localQueue: { size },
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
    },
  },
};

async function once(count) {
  await pool.query(
    `select graphile_worker.add_jobs(array(
       select json_populate_record(null::graphile_worker.job_spec, json_build_object('identifier', 'nothing', 'payload', '{}'::json))
       from generate_series(1, $1)))`,
    [count]);
  const began = process.hrtime.bigint();
  await runOnce(options);
  const seconds = Number(process.hrtime.bigint() - began) / 1e9;
  const left = (await pool.query("select count(*)::int as n from graphile_worker.jobs")).rows[0].n;
  if (left !== 0) throw new Error(`${left} jobs are left`);
  return seconds;
}

await runMigrations(options);
await once(20000);
const start = await once(0);
console.log(Math.round(jobs / ((await once(jobs)) - start)));
await pool.end();
