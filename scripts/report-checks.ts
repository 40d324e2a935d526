import type { Check } from '#app/operations/check-storage.server.ts';

const verdict = (problems: number) =>
  problems === 0 ? 'ok' : `${problems} ${problems === 1 ? 'problem' : 'problems'}`;

/** The lines of a report, one for each part and problem. Sets the exit code: 0 without problems, else 1. */
export function reportChecks(checks: Check[]): string {
  process.exitCode = checks.some(({ problems }) => problems.length > 0) ? 1 : 0;
  return checks
    .flatMap(({ part, checked, problems }) => [
      `${part.padEnd(9)} ${verdict(problems.length)}: ${checked}`,
      ...problems.map((line) => `  ${line}`),
    ])
    .join('\n');
}
