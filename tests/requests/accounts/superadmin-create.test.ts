import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSuperAdmin } from '#app/accounts/create-super-admin.server.ts';
import { FAST_START } from '#tests/support/server.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'certrace-superadmin-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const FIRST = 'lantern-orchard-71';
const SECOND = 'granite-harbour-38';

function create(options: string[], passwords: [string, string] = [FIRST, SECOND]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...FAST_START.options, 'scripts/superadmin-create.ts', ...options],
    {
      encoding: 'utf8',
      env: {
        ...FAST_START.env,
        DATABASE_FILE: join(folder, 'site.sqlite'),
        SUPERADMIN_PASSWORD_1: passwords[0],
        SUPERADMIN_PASSWORD_2: passwords[1],
      },
    },
  );
  expect(stdout + stderr).not.toContain(FIRST);
  return { status, output: stdout + stderr };
}

const rows = () => {
  const database = new Database(join(folder, 'site.sqlite'), { readonly: true });
  const found = database
    .prepare('select username, role, password_hash, second_password_hash from users')
    .all();
  database.close();
  return found as Record<string, string>[];
};

it('creates a super admin once, and changes the passwords of an existing one only with --reset', () => {
  expect(create(['--id', 'registrar']).status).toBe(0);
  const [made] = rows();
  expect(made).toMatchObject({ username: 'registrar', role: 'superadmin' });
  expect(made?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,p=1,t=2\$/);
  const again = create(['--id', 'registrar'], ['another-long-one', 'and-its-neighbour']);
  expect(again.status).toBe(1);
  expect(again.output).toContain('registrar already exists');
  expect(rows()).toEqual([made]);
  expect(create(['--id', 'registrar', '--reset'], ['another-long-one', 'and-its-neighbour']).status).toBe(0);
  expect(rows()[0]?.password_hash).not.toBe(made?.password_hash);
});

it.each([
  ['no ID', [], [FIRST, SECOND], 'Usage:'],
  ['a short password', ['--id', 'registrar'], [FIRST, 'short'], 'at least 8 characters'],
] as const)(
  'exits with 1 and a message for %s',
  (_, options, passwords, message) => {
    const { status, output } = create([...options], [...passwords]);
    expect(status).toBe(1);
    expect(output).toContain(message);
  },
  60_000,
);

it.each([
  ['an ID with a space', 'two words', FIRST, SECOND, false, 'The ID must have'],
  ['one password twice', 'registrar', FIRST, FIRST, false, 'must differ'],
  ['a reset of nobody', 'nobody', FIRST, SECOND, true, 'There is no super admin'],
])('rejects %s', async (_, id, password1, password2, reset, message) => {
  await expect(createSuperAdmin({ id, password1, password2 }, { reset })).rejects.toThrow(message);
});
