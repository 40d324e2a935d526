import { preparedValue } from '#db/client.ts';
import { t } from '#messages';

/** What keeps an account from being deleted, and what its owner can do about it. */
const obstacles = (): [query: string, message: string][] => [
  [
    "select 1 from payments where payer_id = ? and state in ('created', 'pending') limit 1",
    t('obstacles.aPaymentOfYoursIsOpen'),
  ],
  [
    'select 1 from credit_accounts where user_id = ? and owed_minor > 0',
    t('obstacles.youOweForVerificationsOnCredit'),
  ],
  [
    "select 1 from batches where issuer_id = ? and status = 'issuing' limit 1",
    t('obstacles.aBatchIsBeingIssued'),
  ],
  [
    `select 1 from courses c where owner_id = ? and not exists (
       select 1 from course_unpublications u where u.course_seq = c.seq and u.removed_at is not null) limit 1`,
    t('obstacles.youHaveCourses'),
  ],
];

const queries = obstacles().map(([query, message]) => ({ found: preparedValue<number>(query), message }));

/** Why an account cannot be deleted now, in words for its owner. Empty if it can. */
export const obstaclesTo = (userId: string): string[] =>
  queries.filter(({ found }) => found().get(userId) !== undefined).map(({ message }) => message);
