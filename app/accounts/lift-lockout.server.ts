import { eq, inArray } from 'drizzle-orm';
import { now } from '#app/shared/clock.server.ts';
import { addressBlock } from '#app/shared/ip-address.server.ts';
import type { Transaction } from '#db/client.ts';
import { loginFailures } from '#db/schema/accounts.ts';
import { deviceOf, identifierKeyOf, liftKeyOf, lockKeyOf } from './lockout.server.ts';

/**
 * Resets an account's failed logins after its owner has used a mailed link: the limit per identifier, and the lock of the device and
 * address that it used. Locks of other addresses stay.
 */
export function forgetLoginFailures(
  tx: Transaction,
  identifiers: (string | null)[],
  { address, deviceId }: { address: string; deviceId: string | undefined },
) {
  const places = [addressBlock(address), ...(deviceId === undefined ? [] : [deviceOf(deviceId)])];
  const keys = identifiers
    .filter((identifier) => identifier !== null)
    .flatMap((identifier) =>
      (['user', 'admin'] as const).flatMap((form) => [
        identifierKeyOf(form, identifier),
        ...places.map((place) => lockKeyOf(form, identifier, place)),
      ]),
    );
  tx.delete(loginFailures).where(inArray(loginFailures.key, keys)).run();
}

/** Ends the locks of an account for every address, which the keys do not tell: locks from before this row count no more. */
export function liftLocks(tx: Transaction, userId: string, identifiers: string[]) {
  const since = now();
  const logins = [
    ...identifiers.flatMap((identifier) =>
      (['user', 'admin'] as const).map((form) => ({ form, identifier })),
    ),
    { form: 'second-factor' as const, identifier: userId },
  ];
  for (const { form, identifier } of logins) {
    tx.delete(loginFailures)
      .where(eq(loginFailures.key, identifierKeyOf(form, identifier)))
      .run();
    tx.insert(loginFailures)
      .values({ key: liftKeyOf(form, identifier), failures: 0, since })
      .onConflictDoUpdate({ target: loginFailures.key, set: { since } })
      .run();
  }
}

/** Unlocks a super admin's login everywhere, after the operator has set new passwords. */
export const forgetSuperAdminFailures = (tx: Transaction, id: string) =>
  tx
    .delete(loginFailures)
    .where(eq(loginFailures.key, identifierKeyOf('superadmin', id)))
    .run();
