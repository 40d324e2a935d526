import { and, eq, gt } from 'drizzle-orm';
import type { Actor, Member } from '#app/accounts/actor.server.ts';
import { otherAddresses } from '#app/accounts/addresses.server.ts';
import { requireLiveSession, requireLogin } from '#app/accounts/require-login.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { memberJoinedMail } from '#app/mail/organisation-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, forbidden, notFound } from '#app/shared/errors.server.ts';
import { hashToken, isTokenShaped } from '#app/shared/ids.server.ts';
import { db, type Transaction, transaction } from '#db/client.ts';
import { sessions } from '#db/schema/accounts.ts';
import { invitations, memberships, organisations } from '#db/schema/organisations.ts';
import { t } from '#messages';
import { roleOf } from './membership.server.ts';
import { membersWho } from './remove-member.server.ts';

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
