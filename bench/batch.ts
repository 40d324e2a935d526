/**
 * Measures a batch of 10,000 certificates, or of BENCH_ROWS: how fast it is checked, how fast it is issued compared with single
 * calls, and how streaming its ZIP affects the event loop and the memory of the server.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { batchZip } from '#app/batches/batch-zip.server.ts';
import { checkBatch } from '#app/batches/check-batch.server.ts';
import { closeChecker } from '#app/batches/checker.server.ts';
import { issueBatches } from '#app/batches/issue-batches.server.ts';
import { startBatch } from '#app/batches/run-batch.server.ts';
import { certificateFile } from '#app/certificates/certificate-file.server.ts';
import { loadEnvironment } from '#app/config/env.server.ts';
import { closeRenderer } from '#app/drawing/render.server.ts';
import { openDatabase, sqlite } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import {
  certificateInput,
  csvOf,
  makeCertificate,
  makeIssuer,
  type Person,
} from '#tests/support/factories.ts';
import { size } from './size.ts';

const ROWS = Number(process.env.BENCH_ROWS ?? size(10_000, 20));
const rows = ROWS.toLocaleString('en');
const SINGLE = size(1_000, 64);
const AT_ONCE = 64;
const SINGLE_FILES = size(31, 1);

const report = (name: string, figure: string, goal: string) => console.log(`${name}: ${figure} (${goal})`);

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
}

async function loopDelayP99Ms(during: () => Promise<unknown>): Promise<number> {
  const histogram = monitorEventLoopDelay({ resolution: 5 });
  histogram.enable();
  await during();
  histogram.disable();
  return histogram.percentile(99) / 1e6;
}

/** Reports how much time drawing files in advance could save: the first read of a file draws it, the second uses the cache. */
async function reportSingleFiles(issuer: Person) {
  const times = { first: [] as number[], second: [] as number[] };
  for (let count = 0; count < SINGLE_FILES; count += 1) {
    const { uniqueId } = await makeCertificate(issuer, { studentName: `File ${count}` });
    for (const which of ['first', 'second'] as const) {
      const file = certificateFile({ actor: issuer.actor }, uniqueId, 'pdf');
      times[which].push(await secondsOf(() => file.read()));
    }
  }
  const median = (values: number[]) => (values.sort((a, b) => a - b)[values.length >> 1] ?? 0) * 1_000;
  report(
    'a PDF that is drawn on request',
    `${median(times.first).toFixed(0)} ms`,
    `from the cache: ${median(times.second).toFixed(1)} ms`,
  );
}

/** Measures on a new database in the folder for temporary files. */
export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'certrace-bench-batch-'));
  loadEnvironment({
    NODE_ENV: 'test',
    RATE_LIMITS: 'off',
    DATABASE_FILE: join(folder, 'certrace.sqlite'),
    UPLOADS_DIR: join(folder, 'uploads'),
    KEYS_DIR: join(folder, 'keys'),
  });
  openDatabase(join(folder, 'certrace.sqlite'));
  migrateDatabase();
  try {
    const issuer = await makeIssuer();
    const single = await secondsOf(async () => {
      for (let done = 0; done < SINGLE; done += AT_ONCE) {
        await Promise.all(
          Array.from({ length: AT_ONCE }, (_, index) =>
            makeCertificate(issuer, { ...certificateInput(), studentName: `Single ${done + index}` }),
          ),
        );
      }
    });
    let id = '';
    const check = await secondsOf(async () => {
      const options = { onError: 'abort' as const, start: false };
      const bytes = Buffer.from(csvOf(ROWS));
      ({ id } = await checkBatch(issuer.actor, {
        task: { type: 'list', bytes, options, allowDuplicate: false, reading: {} },
      }));
    });
    report(`${rows} rows checked in`, `${check.toFixed(2)} s`, 'goal: under 5 s');
    startBatch(issuer.actor, id);
    const issue = await secondsOf(() => issueBatches());
    report(
      'issued from a batch',
      `${(ROWS / issue).toFixed(0)} a second`,
      `goal: at least 1,000; single calls: ${(SINGLE / single).toFixed(0)}`,
    );

    const idle = await loopDelayP99Ms(() => wait(size(2_000, 100)));
    const before = process.memoryUsage.rss();
    let [bytes, peak] = [0, 0];
    let drawing = 0;
    const delay = await loopDelayP99Ms(async () => {
      drawing = await secondsOf(async () => {
        for await (const chunk of batchZip(issuer.actor, id, 'pdf')) {
          bytes += chunk.byteLength;
          peak = Math.max(peak, process.memoryUsage.rss());
        }
      });
    });
    report(
      `ZIP of ${rows} PDFs`,
      `${(bytes / 1e6).toFixed(0)} MB in ${drawing.toFixed(0)} s`,
      'drawn while it is sent',
    );
    report('memory over idle', `${((peak - before) / 1e6).toFixed(0)} MB`, 'goal: under 150 MB');
    report(
      'event loop delay at p99 while drawing',
      `${delay.toFixed(1)} ms, idle ${idle.toFixed(1)} ms`,
      'goal: at most 10 ms more',
    );
    await reportSingleFiles(issuer);
  } finally {
    await Promise.all([closeChecker(), closeRenderer()]);
    sqlite().close();
    rmSync(folder, { recursive: true, force: true });
  }
}
