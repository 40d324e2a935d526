import { inArray, sql } from 'drizzle-orm';
import type { Role } from '#app/accounts/actor.server.ts';
import { isMember } from '#app/accounts/organisations/membership.server.ts';
import { env } from '#app/config/env.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { db } from '#db/client.ts';
import { authenticatorApps, passkeys, secondFactorResets } from '#db/schema/second-factor.ts';
import { t } from '#messages';
import { isTrusted } from './challenges.server.ts';
import { hasApp } from './codes.server.ts';
import { hasPasskeys } from './passkeys.server.ts';

/** The roles that REQUIRE_2FA asks for a second factor. */
const REQUIRED: Record<string, readonly Role[]> = {
  none: [],
  superadmin: ['superadmin'],
  issuer: ['superadmin', 'admin'],
  all: ['superadmin', 'admin', 'corporate', 'individual'],
};

export const SETUP_PATH = '/settings/second-factor';

/** Whether this site asks an account for a second factor. A member of an organisation counts as an issuer. */
export const isRequired = ({ id, role }: { id: string; role: Role }): boolean => {
  const required = REQUIRED[env().REQUIRE_2FA] ?? [];
  return required.includes(role) || (required.includes('admin') && isMember(id));
};

/** Whether an account must set a second factor up before it can do anything else. */
export const mustSetUp = (account: { id: string; role: Role }): boolean =>
  isRequired(account) && !hasSecondFactor(account.id);

/** The error of programs that act for such an account. */
export const setupRequired = (message = t('mustSetUp.thisSiteRequiresASecondFactor')) =>
  new AppError('forbidden', message, {
    details: { code: 'second_factor_setup_required' },
  });

/** How many super admins have no second factor. */
export const superAdminsWithout = (): number =>
  db().get<{ count: number }>(
    sql`select count(*) as count from users where role = 'superadmin'
      and id not in (select user_id from authenticator_apps) and id not in (select user_id from passkeys)`,
  ).count;

/** Whether a login of the account needs a second factor. */
export const hasSecondFactor = (userId: string): boolean => hasApp(userId) || hasPasskeys(userId);

/** Whether a login with a right password needs a second step: the account has a second factor and has not trusted this browser. */
export const needsSecondFactor = (userId: string, { trusted }: { trusted?: string | null }): boolean =>
  hasSecondFactor(userId) && !isTrusted(userId, trusted);

/** What super admins see of an account's second factor. Times are in ms UTC. */
export type SecondFactorState = {
  isOn: boolean;
  /** The newest request to reset it, unless it was carried out. */
  reset: { effectiveAt: number; objectedAt: number | null } | null;
};

/** Reads the states of a page of accounts with three queries. */
export function secondFactorStates(userIds: string[]): (userId: string) => SecondFactorState {
  const apps = authenticatorApps;
  const on = new Set(
    [
      db().select({ userId: apps.userId }).from(apps).where(inArray(apps.userId, userIds)).all(),
      db().select({ userId: passkeys.userId }).from(passkeys).where(inArray(passkeys.userId, userIds)).all(),
    ]
      .flat()
      .map(({ userId }) => userId),
  );
  const resets = new Map(
    db()
      .select()
      .from(secondFactorResets)
      .where(inArray(secondFactorResets.userId, userIds))
      .orderBy(secondFactorResets.seq)
      .all()
      .map((reset) => [reset.userId, reset]),
  );
  return (userId) => {
    const reset = resets.get(userId);
    return {
      isOn: on.has(userId),
      reset:
        reset && reset.doneAt === null
          ? { effectiveAt: reset.effectiveAt, objectedAt: reset.objectedAt }
          : null,
    };
  };
}
