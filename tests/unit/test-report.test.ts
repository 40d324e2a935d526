import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fatalIn, readReport } from '../../scripts/test-report.ts';

const file = (name: string, seconds: number, failures: string[] = []) => ({
  name: join(process.cwd(), name),
  status: failures.length > 0 ? 'failed' : 'passed',
  message: '',
  startTime: 1_000,
  endTime: 1_000 + seconds * 1_000,
  assertionResults: failures.map((why) => ({
    status: 'failed',
    fullName: 'it works',
    failureMessages: [`\u001B[31m${why}\u001B[39m\n    at line 1`],
  })),
});

it('names the ten costliest test files, and what failed', () => {
  const files = Array.from({ length: 12 }, (_, index) => file(`tests/${index}.test.ts`, index * 10));
  const broken = { ...file('tests/broken.test.ts', 0), status: 'failed', message: 'SyntaxError' };
  const report = readReport({
    numPassedTests: 7,
    testResults: [
      ...files,
      broken,
      { ...broken, message: '' },
      file('tests/red.test.ts', 1, ['expected 1 to be 2']),
    ],
  });
  expect(report).toEqual({
    passed: 7,
    failed: [
      'failed: tests/broken.test.ts: SyntaxError',
      'failed: tests/broken.test.ts: its process ended',
      'failed: tests/red.test.ts: it works: expected 1 to be 2',
    ],
    costliest: [110, 100, 90, 80, 70, 60, 50, 40, 30, 20].map(
      (seconds) => `${`${seconds}.0`.padStart(7)} s  tests/${seconds / 10}.test.ts`,
    ),
  });
});

it('finds the words with which a process ended', () => {
  const output = '\n#\n# Fatal error in , line 0\n# Check failed: current == end_slot_index.\n#\n';
  expect(fatalIn(output)).toBe('# Check failed: current == end_slot_index.');
  expect(fatalIn('a warning: # Check failed')).toBe('');
});
