import { eq, inArray } from 'drizzle-orm';
import { unusedTokensMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { createPatientLoop } from '#app/shared/background-work.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { preparedSql, transaction } from '#db/client.ts';
import { sessions, users } from '#db/schema/accounts.ts';

const DAY_MS = 86_400_000;
/** Days without use before the account gets a mail about a token. */
export const UNUSED_DAYS = 90;
const STEP_ROWS = 100;

type Token = { id: string; userId: string; name: string | null };

const due = preparedSql<Token>(
  `select id, user_id as userId, name from sessions
   where kind = 'token' and unused_mailed_at is null and last_used_at <= ? and expires_at > ?
   order by last_used_at limit ${STEP_ROWS}`,
);

const forEachOwner = createPatientLoop('unused tokens');

/** Mails some owners about tokens that nobody used for 90 days, once until they are used again. @returns whether there may be more */
export function mailUnusedTokens(): boolean {
  const at = now();
  const rows = due().all(at - UNUSED_DAYS * DAY_MS, at);
  transaction((tx) => {
    const tell = ([userId, tokens]: [string, Token[]]) => {
      // Super admins have no address.
      const owner = tx
        .select({ name: users.name, email: users.email })
        .from(users)
        .where(eq(users.id, userId))
        .get();
      if (!owner?.email) return;
      const names = tokens.map(({ name }) => name ?? '');
      enqueueMail(tx, unusedTokensMail({ name: owner.name, email: owner.email }, names));
    };
    forEachOwner(
      Map.groupBy(rows, (row) => row.userId),
      ([userId]) => userId,
      tell,
    );
    const ids = rows.map(({ id }) => id);
    tx.update(sessions).set({ unusedMailedAt: at }).where(inArray(sessions.id, ids)).run();
  });
  return rows.length === STEP_ROWS;
}
