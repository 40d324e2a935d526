import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Vitest's JSON report, as far as it is read. Times are in milliseconds. */
export type Report = {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

/** .ci/run collects these lines, because the end of a long output is often all that is kept of it. */
const failedLine = (what: string, why: string) =>
  `failed: ${what}: ${stripVTControlCharacters(why).split('\n', 1)[0]?.slice(0, 300)}`;

/** Vitest has no message for a file whose process ended before its tests did. */
const PROCESS_ENDED = 'its process ended';

/** With which words V8 or Node ended a process, in its error output; '' if they did not. */
export const fatalIn = (output: string) =>
  /^(?:# (?:Check failed|unreachable code)|FATAL ERROR|<--- Last few GCs).*$/m.exec(output)?.[0] ?? '';

/** Reads how many tests passed, a line for each that failed, and a line for each of the ten files that took longest. */
export function readReport({ numPassedTests, testResults }: Report) {
  const files = testResults.map((file) => ({ ...file, path: relative(process.cwd(), file.name) }));
  // A file that failed to load counts as one failure.
  const failed = files.flatMap(({ path, status, message, assertionResults }) => {
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => failedLine(`${path}: ${test.fullName}`, test.failureMessages[0] ?? ''));
    return tests.length === 0 && status === 'failed' ? [failedLine(path, message || PROCESS_ENDED)] : tests;
  });
  const costliest = files
    .map(({ path, startTime, endTime }) => ({ path, seconds: (endTime - startTime) / 1000 }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 10)
    .map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path}`);
  return { passed: numPassedTests, failed, costliest };
}
