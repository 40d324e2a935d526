/**
 * Runs all checks: format and lint, types, unused code, build, tests. With names of test projects, builds and runs only those:
 * `node scripts/test.ts faults`. The end of the output has the costliest files, the seconds of each step and the failures. The last line
 * is always `N passed, N failed`. A failed step other than the tests counts as one failure.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fatalIn, type Report, readReport } from './test-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'certrace-results-'));
const results = join(folder, 'vitest.json');

// V8 ends a process, now and then, whose thread reads compiled code that another one is writing ('Check failed').
process.env.NODE_DISABLE_COMPILE_CACHE = '1';

type Step = [name: string, ...commands: string[][]];

const BUILD: Step = ['build', ['react-router', 'build'], ['node', 'scripts/precompress.ts']];
const LINT: Step = [
  'format and lint',
  ['biome', 'ci', '.'],
  ['node', 'scripts/check-messages.ts'],
  ['node', 'scripts/check-directions.ts'],
];
// Several checkers each check the types that they share: on two cores, one takes 17 s of processor time, four take 29 s.
const TYPES: Step = ['types', ['react-router', 'typegen'], ['tsc', '--checkers', '1']];
const UNUSED: Step = ['unused code', ['knip']];

/** The projects of `npm test`. Longer ones have their own scripts. */
const EVERYDAY = ['unit', 'ui', 'requests', 'e2e'];

const named = process.argv.slice(2);
/**
 * Steps in a lane run one after another. Most use one core, so two lanes of about the same length run beside each other. Knip follows
 * imports in the generated route types, so it comes after the types.
 */
const lanes =
  named.length > 0
    ? [[BUILD]]
    : [
        [BUILD, LINT],
        [TYPES, UNUSED],
      ];
const projects = (named.length > 0 ? named : EVERYDAY).map((name) => `--project=${name}`);

type Result = { good: boolean; output: string };

/** Runs a command of node_modules/.bin, which `npm test` puts first on the PATH, like the pinned Node. */
async function run([command = '', ...args]: string[], stdio: 'pipe' | 'inherit' = 'pipe'): Promise<Result> {
  const child = spawn(command, args, { stdio: ['ignore', stdio, 'pipe'] });
  if (stdio === 'inherit') child.stderr?.pipe(process.stderr);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  try {
    const [code] = await once(child, 'close');
    return { good: code === 0, output };
  } catch (error) {
    return { good: false, output: `${output}${command}: ${error}\n` };
  }
}

/** A line for each step that has ended. */
const stepLines: string[] = [];

/** Prints a step's output in one piece at its end, because another lane may be running. */
async function step(name: string, work: () => Promise<Result>): Promise<boolean> {
  const started = performance.now();
  const { good, output } = await work();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const line = `== ${name}: ${good ? 'ok' : 'FAILED'}, ${seconds} s`;
  stepLines.push(line);
  console.log(`${output && `\n== ${name}\n${output}`}${line}`);
  return good;
}

async function runAll(commands: string[][]): Promise<Result> {
  let output = '';
  for (const command of commands) {
    const result = await run(command);
    output += result.output;
    if (!result.good) return { good: false, output };
  }
  return { good: true, output };
}

function readResults(): ReturnType<typeof readReport> {
  try {
    return readReport(JSON.parse(readFileSync(results, 'utf8')) as Report);
  } catch (error) {
    return { passed: 0, failed: [`failed: the report of the tests: ${error}`], costliest: [] };
  }
}

const started = performance.now();
const failures: string[] = [];
await Promise.all(
  lanes.map(async (steps) => {
    for (const [name, ...commands] of steps) {
      if (!(await step(name, () => runAll(commands)))) failures.push(`failed: ${name}`);
    }
  }),
);
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
let whyEnded = '';
const good = await step('tests', async () => {
  const result = await run(['vitest', 'run', ...projects, ...reporters], 'inherit');
  whyEnded = fatalIn(result.output);
  return { ...result, output: '' };
});
const tests = readResults();
if (whyEnded && !good) tests.failed.push(`failed: a process of the tests: ${whyEnded}`);
if ((!good || tests.passed === 0) && tests.failed.length === 0)
  tests.failed.push('failed: the run of the tests');
failures.push(...tests.failed);
rmSync(folder, { recursive: true, force: true });
const total = `== all steps: ${((performance.now() - started) / 1000).toFixed(1)} s`;
for (const line of ['\nCostliest files:', ...tests.costliest, '', ...stepLines, total, ...failures])
  console.log(line);
console.log(`${tests.passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
