import { sql } from 'drizzle-orm';
import type { Role } from '#app/accounts/actor.server.ts';
import { isMember } from '#app/accounts/organisations/membership.server.ts';
import { env } from '#app/config/env.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { db } from '#db/client.ts';
import { t } from '#messages';
import { hasSecondFactor } from './needs-second-factor.server.ts';

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
