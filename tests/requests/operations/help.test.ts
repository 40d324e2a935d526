import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { FAST_START } from '#tests/support/server.ts';

const empty = mkdtempSync(join(tmpdir(), 'certrace-help-'));
afterAll(() => rmSync(empty, { recursive: true, force: true }));

/** The commands for operating and checking (docs/commands.md), and those that measure and test for long. */
const COMMANDS: [string, string][] = [
  ['npm start', 'server.ts'],
  ['npm run demo', 'scripts/demo.ts'],
  ['npm run superadmin:create', 'scripts/superadmin-create.ts'],
  ['npm run backup', 'scripts/backup.ts'],
  ['npm run restore', 'scripts/restore.ts'],
  ['npm run upgrade:check', 'scripts/upgrade-check.ts'],
  ['npm run erase', 'scripts/erase.ts'],
  ['npm run fsck', 'scripts/fsck.ts'],
  ['npm run keys:rotate', 'scripts/keys-rotate.ts'],
  ['npm run log:catch-up', 'scripts/log-catch-up.ts'],
  ['npm run log:new-origin', 'scripts/log-new-origin.ts'],
  ['npm run verify', 'packages/verify/src/cli.ts'],
  ['npm run log:audit', 'examples/audit.ts'],
  ['npm run --silent sbom', 'scripts/sbom.ts'],
  ['npm run bench', 'bench/run.ts'],
  ['npm run test:crash', 'scripts/crash-test.ts'],
];

it.each(COMMANDS)(
  '%s says with --help what it does, and does nothing else',
  { timeout: 60_000 },
  async (name, script) => {
    const child = spawn(process.execPath, [...FAST_START.options, script, '--help'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...FAST_START.env,
        DATABASE_FILE: join(empty, 'certrace.sqlite'),
        UPLOADS_DIR: join(empty, 'uploads'),
        TMPDIR: empty,
      },
    });
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    expect([child.exitCode, err]).toEqual([0, '']);
    expect(out.replace('Usage: ', '')).toMatch(new RegExp(`^${name}\\b`));
    expect(readdirSync(empty)).toEqual([]);
  },
);
