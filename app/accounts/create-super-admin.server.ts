import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { removeSecondFactor } from '#app/accounts/second-factor/manage-second-factor.server.ts';
import { recordAct, recordSecurityEvent, SHELL } from '#app/audit/record-act.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { db, transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { newPassword } from './account.schema.server.ts';
import { forgetSuperAdminFailures } from './lift-lockout.server.ts';
import { hashPassword, requireUnbreached } from './passwords.server.ts';
import { endSessions } from './sessions.server.ts';

const schema = z
  .object({
    id: z
      .string({ error: 'The ID is required.' })
      .regex(/^[\w.-]{3,64}$/, 'The ID must have 3 to 64 letters, digits, dots, hyphens or underscores.'),
    password1: newPassword('Password 1'),
    password2: newPassword('Password 2'),
  })
  .refine(({ password1, password2 }) => password1 !== password2, {
    path: ['password2'],
    message: 'Password 2 must differ from Password 1.',
  });

/**
 * Creates a super admin, or with `reset` sets new passwords for an existing one and ends its sessions. Only the operator's
 * command calls this; no request reaches it.
 * @throws AppError conflict when the ID is taken; not-found with `reset` when it does not exist; invalid
 */
export async function createSuperAdmin(input: unknown, { reset }: { reset: boolean }) {
  const { id, password1, password2 } = parseInput(schema, input);
  const existing = db().select().from(users).where(eq(users.username, id)).get();
  if (!reset && existing)
    throw new AppError('conflict', `${id} already exists. Use --reset to set new passwords.`);
  if (reset && existing?.role !== 'superadmin') {
    throw new AppError('not-found', `There is no super admin with the ID ${id}.`);
  }
  await requireUnbreached(password1, 'password1');
  await requireUnbreached(password2, 'password2');
  const passwordHash = await hashPassword(password1);
  const secondPasswordHash = await hashPassword(password2);
  transaction((tx) => {
    if (existing) {
      tx.update(users).set({ passwordHash, secondPasswordHash }).where(eq(users.id, existing.id)).run();
      endSessions(tx, existing.id);
      removeSecondFactor(tx, existing.id);
      forgetSuperAdminFailures(tx, existing.username);
      recordAct(tx, SHELL, 'superadmin.reset', { object: ['account', existing.id] });
      return;
    }
    const userId = newId();
    recordAct(tx, SHELL, 'superadmin.created', { object: ['account', userId] });
    tx.insert(users)
      .values({
        id: userId,
        name: id,
        username: id,
        role: 'superadmin',
        passwordHash,
        secondPasswordHash,
        createdAt: now(),
      })
      .run();
  });
  recordSecurityEvent(reset ? 'super admin reset' : 'super admin created', { reason: 'command' });
}
