import { parseArgs } from 'node:util';
import { createSuperAdmin } from '#app/accounts/create-super-admin.server.ts';
import { loadEnvironment } from '#app/config/env.server.ts';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import { newToken } from '#app/shared/ids.server.ts';
import { openDatabase } from '#db/client.ts';
import { ask } from './ask.ts';
import { migrateAlone } from './command.ts';

try {
  const { values } = parseArgs({
    options: { id: { type: 'string' }, reset: { type: 'boolean', default: false } },
  });
  if (!values.id) throw invalid('Usage: npm run superadmin:create -- --id ID [--reset]');
  // Hashing passwords does not use SESSION_SECRET, so the command runs without it.
  const { DATABASE_FILE } = loadEnvironment({ SESSION_SECRET: newToken() });
  openDatabase(DATABASE_FILE);
  migrateAlone();
  const password1 = process.env.SUPERADMIN_PASSWORD_1 ?? (await ask('Password 1: '));
  const password2 = process.env.SUPERADMIN_PASSWORD_2 ?? (await ask('Password 2: '));
  await createSuperAdmin({ id: values.id, password1, password2 }, { reset: values.reset });
  console.log(values.reset ? `Set new passwords for ${values.id}.` : `Created the super admin ${values.id}.`);
} catch (error) {
  const expected =
    error instanceof AppError || error instanceof TypeError || (error as Error).name === 'ConfigurationError';
  console.error(expected ? (error as Error).message : error);
  process.exit(1);
}
