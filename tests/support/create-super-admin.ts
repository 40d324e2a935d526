import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { FAST_START } from './server.ts';

export type SuperAdmin = { id: string; password1: string; password2: string };

/** Creates a super admin in the database of a folder with the operator's command, before or while a server runs on it. */
export function createSuperAdmin(folder: string, { id, password1, password2 }: SuperAdmin) {
  const made = spawnSync(
    process.execPath,
    [...FAST_START.options, 'scripts/superadmin-create.ts', '--id', id],
    {
      encoding: 'utf8',
      env: {
        ...FAST_START.env,
        DATABASE_FILE: join(folder, 'certrace.sqlite'),
        SUPERADMIN_PASSWORD_1: password1,
        SUPERADMIN_PASSWORD_2: password2,
      },
    },
  );
  expect([made.status, made.stderr]).toEqual([0, '']);
}
