import { eq } from 'drizzle-orm';
import { formatList } from '#app/messages/format-numbers.ts';
import { prepared, sqlite, type Transaction } from '#db/client.ts';
import { issuerNameSkeletons } from '#db/schema/accounts.ts';
import { t } from '#messages';
import type { AccountStatus } from './actor.server.ts';
import { mixedScripts } from './mixed-scripts.ts';
import { skeletonsOf } from './name-skeletons.server.ts';
import { statusOf } from './sessions.server.ts';

/** How many issuers of one skeleton are compared, the oldest first, so that thousands of twins cost little. */
const MOST_COMPARED = 50;
const MOST_SHOWN = 3;

/** Another issuer whose name looks the same. */
type Twin = { username: string; status: AccountStatus };

/** Why a super admin should look at a name twice. */
export type NameLooks = {
  /** The active ones first, then the oldest. */
  twins: Twin[];
  /** Whether there are more twins than these. */
  hasMoreTwins: boolean;
  /** The scripts of a name in mixed scripts, else none. */
  scripts: string[];
};

const sameSkeleton = `select user_seq from issuer_name_skeletons where skeleton = ? and user_seq <> ? order by user_seq limit ${MOST_COMPARED}`;
const byAge = prepared(() =>
  sqlite().prepare(
    `select o.username, (select decision from issuer_decisions d where d.user_id = u.id order by d.seq desc limit 1) as decision
     from users u join organisations o on o.id = u.id where seq in (
       select user_seq from (${sameSkeleton})
       union select user_seq from (${sameSkeleton})
       union select user_seq from (${sameSkeleton})
     ) order by seq`,
  ),
);

/**
 * Compares a name with the names of all other issuers.
 * @param seq of the issuer that has the name or requests it
 */
export function nameLooks(seq: number, name: string): NameLooks {
  const [first = '', second = first, third = first] = skeletonsOf(name);
  const rows = byAge().all(first, seq, second, seq, third, seq) as {
    username: string;
    decision: string | null;
  }[];
  const all = rows.map(({ username, decision }) => ({ username, status: statusOf('admin', decision) }));
  const isActive = ({ status }: Twin) => status === 'active';
  const twins = [...all.filter(isActive), ...all.filter((twin) => !isActive(twin))];
  return {
    twins: twins.slice(0, MOST_SHOWN),
    hasMoreTwins: twins.length > MOST_SHOWN,
    scripts: mixedScripts(name),
  };
}

/** A sentence about a name's twins, for the message after a decision, or ''. */
export function twinsSentence({ twins, hasMoreTwins }: NameLooks): string {
  if (twins.length === 0) return '';
  const usernames = formatList(twins.map(({ username }) => username));
  return hasMoreTwins
    ? t('nameTwins.theNameLooksLikeThatOfUsernamesAndOthers', { usernames })
    : t('nameTwins.theNameLooksLikeThatOfUsernames', { usernames });
}

/** Stores an issuer's skeletons (`skeletonsOf`), in the transaction that sets the name. */
export function storeNameSkeletons(tx: Transaction, userSeq: number, skeletons: string[]) {
  tx.delete(issuerNameSkeletons).where(eq(issuerNameSkeletons.userSeq, userSeq)).run();
  tx.insert(issuerNameSkeletons)
    .values(skeletons.map((skeleton) => ({ skeleton, userSeq })))
    .run();
}
