/** `npm run fsck [-- --against BACKUP]`: checks all stored data. Exit code 0: no problems, 1: problems, 2: not checked. */
import { parseArgs } from 'node:util';
import { checkStorage } from '#app/operations/check-storage.server.ts';
import { runOnDatabase } from './command.ts';

const verdict = (problems: number) =>
  problems === 0 ? 'ok' : `${problems} ${problems === 1 ? 'problem' : 'problems'}`;

await runOnDatabase(async () => {
  const { values } = parseArgs({ options: { against: { type: 'string' } } });
  const checks = await checkStorage(values.against);
  const lines = checks.flatMap(({ part, checked, problems }) => [
    `${part.padEnd(9)} ${verdict(problems.length)}: ${checked}`,
    ...problems.map((line) => `  ${line}`),
  ]);
  process.exitCode = checks.some(({ problems }) => problems.length > 0) ? 1 : 0;
  return lines.join('\n');
}, 2);
