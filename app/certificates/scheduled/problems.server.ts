import { issuerSuspended } from '#app/accounts/actor.server.ts';
import { nameOf, ownerIdOf, personOf, roleOf } from '#app/accounts/organisations/membership.server.ts';
import { formatUniqueId } from '#app/certificates/unique-id.ts';
import { certificatesNotIssuedMail } from '#app/mail/certificate-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { readCodes } from '#app/messages/messages.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { createStoredTexts } from '#app/shared/reader-texts.ts';
import { preparedSql, preparedValue, transaction } from '#db/client.ts';
import { t } from '#messages';

/** Why a certificate was not issued at its time. None names the student. */
const problems = createStoredTexts({
  duplicate: (duplicateOf) => t('duplicates.thisStudentAlreadyHasAValid', { duplicateOf }),
  quota: () => t('scheduledProblems.theDailyQuotaWasUsedUp'),
  suspended: issuerSuspended,
  member: () => t('scheduledProblems.whoIssuedItMayNoLongerIssue'),
  restored: () => t('scheduledProblems.aBackupWasRestored'),
  'not-stored': () => t('issueChunk.thisCertificateCouldNotBeStored'),
});

export const scheduledProblem = problems.store;

/** A stored problem in the reader's language. Problems of fields are stored as codes of messages. */
export const problemText = (stored: string): string => readCodes(problems.read(stored));

/** The error of a certificate that is not issued for a reason that time does not end. */
export class NotIssued extends Error {
  readonly problem: string;
  constructor(problem: string) {
    super(problem);
    this.problem = problem;
  }
}

/**
 * The problem behind an error, or null for one that may pass.
 * @param error of `issueOnce`, or of what precedes it in the language CODES
 */
export function problemOf(error: unknown): string | null {
  if (error instanceof NotIssued) return error.problem;
  if (!(error instanceof AppError)) return null;
  if (error.code === 'invalid') return error.message;
  if (error.code === 'duplicate') return scheduledProblem('duplicate', String(error.details?.duplicateOf));
  return error.code === 'rate-limited' ? scheduledProblem('quota') : null;
}

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
