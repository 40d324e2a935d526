import { and, count, eq, gt, lt } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, issuerPending, type Member } from '#app/accounts/actor.server.ts';
import { otherAddresses, ownerOfAddress } from '#app/accounts/addresses.server.ts';
import { limit } from '#app/accounts/rate-limits.server.ts';
import { requireLiveSession, requireLogin } from '#app/accounts/require-login.server.ts';
import { hashOfText, recordAct } from '#app/audit/record-act.server.ts';
import { invitationMail, memberJoinedMail } from '#app/mail/organisation-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, forbidden, notFound } from '#app/shared/errors.server.ts';
import { hashToken, isTokenShaped, newId, newToken } from '#app/shared/ids.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { db, deleteSome, type Transaction, transaction } from '#db/client.ts';
import { sessions } from '#db/schema/accounts.ts';
import { invitations, memberships, organisations } from '#db/schema/organisations.ts';
import { t } from '#messages';
import type { invitationSchema } from './members.schema.ts';
import { membersWho } from './members.server.ts';
import { requireOwner, requireStillOwner, roleOf } from './membership.server.ts';

const INVITATION_MS = 7 * 86_400_000;
/** Most members and open invitations of an organisation together, because the page lists all of them. */
const MOST_MEMBERS = 200;

export const invited = () => t('inviteMember.theInvitationWasSent');
export const invitationWithdrawn = () => t('inviteMember.theInvitationWasWithdrawn');

function requireRoom(tx: Transaction, organisationId: string) {
  const members = tx
    .select({ n: count() })
    .from(memberships)
    .where(eq(memberships.organisationId, organisationId))
    .get();
  const open = tx
    .select({ n: count() })
    .from(invitations)
    .where(and(eq(invitations.organisationId, organisationId), gt(invitations.expiresAt, now())))
    .get();
  if ((members?.n ?? 0) + (open?.n ?? 0) >= MOST_MEMBERS)
    throw new AppError(
      'conflict',
      t('inviteMember.anOrganisationHasAtMostMostMembers', { most: MOST_MEMBERS }),
    );
}

/**
 * Invites an address as a member. The mailed link works once, for seven days. Another invitation of the same address replaces the first.
 * @param input {email, role, password?}
 * @returns the ID of the invitation
 * @throws AppError unauthenticated; forbidden unless the actor is the owner, while the organisation is pending, and with the code
 *   'password_required'; invalid; conflict for a
 *   member's address and when the organisation has the most members; rate-limited; busy
 */
export async function inviteMember(
  actor: Actor,
  { email, role, password }: z.output<typeof invitationSchema>,
): Promise<string> {
  const owner = await requireOwner(actor, password);
  // Nobody has approved its name, which the mail would carry.
  if (owner.organisation.status === 'pending') throw forbidden(issuerPending());
  await limit(owner, 'invitations');
  const { id: organisationId, name } = owner.organisation;
  const token = newToken();
  const id = newId();
  transaction((tx) => {
    requireStillOwner(tx, owner);
    const account = ownerOfAddress(email);
    if (account && roleOf(organisationId, account))
      throw new AppError('conflict', t('inviteMember.thisPersonIsAMemberAlready'));
    const same = and(eq(invitations.organisationId, organisationId), eq(invitations.email, email));
    tx.delete(invitations).where(same).run();
    requireRoom(tx, organisationId);
    const createdAt = now();
    tx.insert(invitations)
      .values({
        id,
        organisationId,
        tokenHash: hashToken(token),
        email,
        role,
        invitedBy: owner.user.id,
        createdAt,
        expiresAt: createdAt + INVITATION_MS,
      })
      .run();
    const after = { role, email: hashOfText(tx, owner.user.id, email) };
    recordAct(tx, owner, 'member.invited', { object: ['invitation', id], after });
    enqueueMail(tx, invitationMail(email, { organisation: name, role, token }));
    storeAnswer(tx, id);
  });
  return id;
}

/**
 * Withdraws an open invitation, whose link works no more.
 * @throws AppError as `inviteMember`; not-found
 */
export async function withdrawInvitation(actor: Actor, id: string, password?: string): Promise<void> {
  const owner = await requireOwner(actor, password);
  transaction((tx) => {
    requireStillOwner(tx, owner);
    const own = and(eq(invitations.id, id), eq(invitations.organisationId, owner.organisation.id));
    const found = tx.delete(invitations).where(own).returning({ role: invitations.role }).get();
    if (!found) throw notFound();
    recordAct(tx, owner, 'invitation.withdrawn', { object: ['invitation', id], before: found });
    storeAnswer(tx);
  });
}

/** Deletes invitations that were not used in time. */
export const sweepInvitations = (most: number) =>
  deleteSome(invitations, lt(invitations.expiresAt, now()), most);

export const invitationDead = () => t('acceptInvitation.thisInvitationIsNoLongerValidIt');
const otherAddress = () => t('acceptInvitation.thisInvitationIsForAnotherAddressLog');

function live(reader: Pick<Transaction, 'select'>, token: string) {
  if (!isTokenShaped(token)) return undefined;
  return reader
    .select({
      id: invitations.id,
      email: invitations.email,
      role: invitations.role,
      invitedBy: invitations.invitedBy,
      organisation: { id: organisations.id, name: organisations.name },
    })
    .from(invitations)
    .innerJoin(organisations, eq(organisations.id, invitations.organisationId))
    .where(and(eq(invitations.tokenHash, hashToken(token)), gt(invitations.expiresAt, now())))
    .get();
}

/** The open invitation of a link, for its page. @throws AppError not-found */
export function findInvitation(token: string) {
  const found = live(db(), token);
  if (!found) throw notFound(invitationDead());
  const { organisation, role, email } = found;
  return { organisation: organisation.name, role, email };
}

const isFor = ({ user }: Member, email: string) =>
  user.email === email || otherAddresses(user.id).includes(email);

/**
 * Makes the actor a member, with the link that was mailed to one of its addresses. A login then acts for the organisation.
 * @throws AppError unauthenticated; forbidden for an account without the address and for named API tokens; not-found for a link that
 *   was used or withdrawn, or has expired; conflict for a member
 */
export function acceptInvitation(actor: Actor, token: string): { message: string; organisationId: string } {
  requireLogin(actor);
  return transaction((tx) => {
    requireLiveSession(tx, actor);
    const found = live(tx, token);
    if (!found) throw notFound(invitationDead());
    if (actor.user.role === 'superadmin' || !isFor(actor, found.email)) throw forbidden(otherAddress());
    const { id: userId, name } = actor.user;
    const { role, organisation } = found;
    if (roleOf(organisation.id, userId))
      throw new AppError('conflict', t('acceptInvitation.youAreAMemberAlready'));
    tx.delete(invitations).where(eq(invitations.id, found.id)).run();
    tx.insert(memberships)
      .values({ organisationId: organisation.id, userId, role, since: now(), addedBy: found.invitedBy })
      .run();
    tx.update(sessions)
      .set({ organisationId: organisation.id })
      .where(eq(sessions.id, actor.sessionId))
      .run();
    recordAct(tx, actor, 'member.joined', {
      object: ['account', userId],
      organisation: organisation.id,
      after: { role },
    });
    for (const owner of membersWho(organisation.id, 'manage'))
      enqueueMail(tx, memberJoinedMail(owner, { member: name, organisation: organisation.name, role }));
    return {
      message: t('acceptInvitation.youAreAMemberOfOrganisationNow', { organisation: organisation.name }),
      organisationId: organisation.id,
    };
  });
}
