import { and, eq, inArray } from 'drizzle-orm';
import type { Actor } from '#app/accounts/actor.server.ts';
import { recordAct, type Who } from '#app/audit/record-act.server.ts';
import { organisationClosedMail } from '#app/mail/organisation-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { deleteInSteps } from '#app/shared/background-work.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { db, preparedValue, type Transaction, transaction } from '#db/client.ts';
import { issuerDecisions } from '#db/schema/accounts.ts';
import { webhookDeliveries, webhooks } from '#db/schema/events.ts';
import { invitations, memberships, organisations, ownershipTransfers } from '#db/schema/organisations.ts';
import { scheduledCertificates } from '#db/schema/scheduled-certificates.ts';
import { t } from '#messages';
import { endSessionsFor, membersWho } from './members.server.ts';
import { nameOf, requireOwner, requireStillOwner } from './membership.server.ts';

export const organisationClosed = () => t('closeOrganisation.theOrganisationWasClosed');

const OBSTACLES: [query: string, message: () => string][] = [
  [
    "select 1 from batches where issuer_id = ? and status in ('issuing', 'scheduled') limit 1",
    () => t('obstacles.aBatchIsBeingIssued'),
  ],
  [
    `select 1 from courses c where owner_id = ? and not exists (
       select 1 from course_unpublications u where u.course_seq = c.seq and u.removed_at is not null) limit 1`,
    () => t('obstacles.youHaveCourses'),
  ],
];
const queries = OBSTACLES.map(([query, message]) => ({ found: preparedValue<number>(query), message }));

/** Why an organisation cannot be closed now, in words for its owner. Empty if it can. */
export const obstaclesToClosing = (organisationId: string): string[] =>
  queries.filter(({ found }) => found().get(organisationId) !== undefined).map(({ message }) => message());

/**
 * Closes an organisation in a transaction: it issues nothing any more, also nothing that waits, and leaves the list of issuers, its members leave, and their sessions,
 * API tokens and webhooks for it end. Its certificates, DID and log entries stay.
 * @param keeps a session of the owner that goes on for the account itself
 */
export function closeRecord(
  tx: Transaction,
  who: Who,
  organisationId: string,
  closedBy: string,
  keeps?: string,
) {
  const closedAt = now();
  const of = eq(memberships.organisationId, organisationId);
  for (const { email, name } of membersWho(organisationId, 'read'))
    enqueueMail(tx, organisationClosedMail({ name, email }, { organisation: nameOf(organisationId) }));
  tx.delete(scheduledCertificates).where(eq(scheduledCertificates.issuerId, organisationId)).run();
  const members = tx.delete(memberships).where(of).returning({ userId: memberships.userId }).all();
  for (const { userId } of members) endSessionsFor(tx, organisationId, userId, keeps);
  tx.delete(invitations).where(eq(invitations.organisationId, organisationId)).run();
  tx.delete(ownershipTransfers).where(eq(ownershipTransfers.organisationId, organisationId)).run();
  tx.delete(webhooks)
    .where(and(eq(webhooks.userId, organisationId), eq(webhooks.ofOrganisation, true)))
    .run();
  tx.update(organisations).set({ closedAt, closedBy }).where(eq(organisations.id, organisationId)).run();
  tx.insert(issuerDecisions)
    .values({ userId: organisationId, decision: 'suspended', decidedBy: closedBy, decidedAt: closedAt })
    .run();
  recordAct(tx, who, 'organisation.closed', {
    object: ['account', organisationId],
    organisation: organisationId,
    before: { members: members.length },
  });
}

const STEP_ROWS = 500;

/** Deletes an organisation's webhook deliveries in short steps, because a million would take seconds. */
export async function deleteDeliveriesOf(organisationId: string) {
  const own = and(eq(webhooks.userId, organisationId), eq(webhooks.ofOrganisation, true));
  const seqs = db().select({ seq: webhooks.seq }).from(webhooks).where(own);
  await deleteInSteps(webhookDeliveries, inArray(webhookDeliveries.webhookSeq, seqs), STEP_ROWS);
}

function requireClosable(organisationId: string) {
  const [obstacle] = obstaclesToClosing(organisationId);
  if (obstacle) throw new AppError('conflict', obstacle);
}

/**
 * Closes the organisation that the actor acts for.
 * @throws AppError unauthenticated; forbidden unless the actor is the owner, and with the code 'password_required'; invalid for a wrong
 *   password; conflict while a batch is being issued or there are courses; rate-limited; busy
 */
export async function closeOrganisation(actor: Actor, password?: string): Promise<void> {
  const owner = await requireOwner(actor, password);
  const { id } = owner.organisation;
  const requireMayClose = (tx: Transaction) => {
    requireStillOwner(tx, owner);
    requireClosable(id);
  };
  transaction(requireMayClose);
  await deleteDeliveriesOf(id);
  transaction((tx) => {
    requireMayClose(tx);
    closeRecord(tx, owner, id, owner.user.id, owner.sessionId);
    storeAnswer(tx);
  });
}
