/**
 * `npm run bench [-- name…]` runs every benchmark in this folder, or the named ones. Each module exports `run()`. Most figures are
 * ratios of two measurements in one run, because absolute times depend on the machine. `BENCH_SMALLEST=1` runs each as small as it can
 * be, to show that it works.
 */
import { readdirSync } from 'node:fs';
import { answerHelp } from '../scripts/help.ts';

answerHelp();

const NOT_BENCHMARKS = new Set([
  'run.ts',
  'requests-per-second.ts',
  'upload-sender.ts',
  'bare-writer.ts',
  'server-without-log.ts',
  'commit-before.ts',
  'prepare-data.ts',
  'bare-page.ts',
  'large-database.ts',
  'loop-delay.ts',
  'size.ts',
]);

const available = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && !NOT_BENCHMARKS.has(file))
  .map((file) => file.replace(/\.ts$/, ''));
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !available.includes(name));
if (unknown.length > 0) {
  console.error(`No such benchmark: ${unknown.join(', ')}. There are: ${available.join(', ')}`);
  process.exit(1);
}

/** Benchmarks that measure one tree only. With BENCH_BEFORE, they run with the older commit first. */
const OF_ONE_TREE = ['batch', 'log'];

process.env.NODE_ENV ||= 'production';
for (const name of asked.length > 0 ? asked : available) {
  console.log(`\n== ${name}`);
  if (process.env.BENCH_BEFORE && OF_ONE_TREE.includes(name)) {
    const { runBefore } = await import('./commit-before.ts');
    console.log(`at ${process.env.BENCH_BEFORE}:`);
    runBefore(name);
    console.log('here:');
  }
  const { run } = (await import(`./${name}.ts`)) as { run: () => Promise<void> | void };
  const started = performance.now();
  await run();
  console.log(`== ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
