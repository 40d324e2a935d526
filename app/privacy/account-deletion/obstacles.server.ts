import { obstaclesToClosing } from '#app/accounts/organisations/close-organisation.server.ts';
import { ownedBy } from '#app/accounts/organisations/membership.server.ts';
import { preparedValue } from '#db/client.ts';
import { t } from '#messages';

/** What keeps an account from being deleted, and what its owner can do about it. */
const OBSTACLES: [query: string, message: () => string][] = [
  [
    "select 1 from payments where payer_id = ? and state in ('created', 'pending') limit 1",
    () => t('obstacles.aPaymentOfYoursIsOpen'),
  ],
  [
    'select 1 from credit_accounts where user_id = ? and owed_minor > 0',
    () => t('obstacles.youOweForVerificationsOnCredit'),
  ],
];

const queries = OBSTACLES.map(([query, message]) => ({ found: preparedValue<number>(query), message }));

/** Open business of an account and of the organisations that it owns. */
export const openBusinessOf = (userId: string): string[] => [
  ...queries.filter(({ found }) => found().get(userId) !== undefined).map(({ message }) => message()),
  ...ownedBy(userId).flatMap(obstaclesToClosing),
];

/** Why an account cannot be deleted now, in words for its owner. Empty if it can. */
export const obstaclesTo = (userId: string): string[] => [
  ...openBusinessOf(userId),
  ...(ownedBy(userId).length > 0 ? [t('obstacles.youOwnAnOrganisation')] : []),
];
