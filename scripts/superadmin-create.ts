/** `npm run superadmin:create -- --id ID [--reset]`: creates a super admin, or sets new passwords for one. */
import { parseArgs } from 'node:util';
import { createSuperAdmin } from '#app/accounts/create-super-admin.server.ts';
import { env } from '#app/config/env.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { openDatabase } from '#db/client.ts';
import { ask } from './ask.ts';
import { migrateAlone, runCommand } from './command.ts';

await runCommand(async () => {
  const { values } = parseArgs({
    options: { id: { type: 'string' }, reset: { type: 'boolean', default: false } },
  });
  if (!values.id) throw invalid('Usage: npm run superadmin:create -- --id ID [--reset]');
  openDatabase(env().DATABASE_FILE);
  migrateAlone();
  const password1 = process.env.SUPERADMIN_PASSWORD_1 ?? (await ask('Password 1: '));
  const password2 = process.env.SUPERADMIN_PASSWORD_2 ?? (await ask('Password 2: '));
  await createSuperAdmin({ id: values.id, password1, password2 }, { reset: values.reset });
  return values.reset ? `Set new passwords for ${values.id}.` : `Created the super admin ${values.id}.`;
});
