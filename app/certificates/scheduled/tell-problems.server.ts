import { nameOf, ownerIdOf, personOf, roleOf } from '#app/accounts/organisations/membership.server.ts';
import { formatUniqueId } from '#app/certificates/unique-id.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { certificatesNotIssuedMail } from '#app/mail/scheduled-mails.server.ts';
import { preparedSql, preparedValue, transaction } from '#db/client.ts';
import { problemText } from './problems.server.ts';

/** Certificates that a mail names. */
const MOST_NAMED = 10;

type Group = { issuerId: string; issuedBy: string | null };

const UNTOLD = 'is_told = 0 and problem is not null';
const OF_GROUP = `${UNTOLD} and issuer_id = @issuerId and issued_by is @issuedBy`;

const groups = preparedSql<Group>(
  `select distinct issuer_id as issuerId, issued_by as issuedBy from scheduled_certificates where ${UNTOLD} limit 100`,
);
const countOf = preparedValue<number>(`select count(*) from scheduled_certificates where ${OF_GROUP}`);
const someOf = preparedSql<{ uniqueId: string; problem: string }>(
  `select unique_id as uniqueId, problem from scheduled_certificates where ${OF_GROUP} order by seq limit ${MOST_NAMED}`,
);
const setTold = preparedSql(`update scheduled_certificates set is_told = 1 where ${OF_GROUP}`);

/** Who issued them, or the owner if that is no member any more. */
function recipientOf({ issuerId, issuedBy }: Group) {
  const member = issuedBy ?? issuerId;
  const userId = roleOf(issuerId, member) ? member : ownerIdOf(issuerId);
  return userId === undefined ? undefined : personOf(userId);
}

/** One mail about all certificates of a member that were not issued since the last one. */
function tell(group: Group) {
  transaction((tx) => {
    const count = countOf().get(group) ?? 0;
    const found = someOf().all(group);
    setTold().run(group);
    const person = recipientOf(group);
    if (count === 0 || !person) return;
    const some = () =>
      found.map(({ uniqueId, problem }) => ({
        uniqueId: formatUniqueId(uniqueId),
        reason: problemText(problem),
      }));
    enqueueMail(tx, certificatesNotIssuedMail(person, { organisation: nameOf(group.issuerId), count, some }));
  });
}

/** Mails about certificates that were not issued when their time came, to those who issued them. */
export function tellProblems() {
  for (const group of groups().all()) tell(group);
}
