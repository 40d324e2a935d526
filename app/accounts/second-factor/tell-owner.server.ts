import type { ActorUser } from '#app/accounts/actor.server.ts';
import { secondFactorMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import type { Transaction } from '#db/client.ts';

/** Mails the owner what changed about the second factor. Super admins have no address. */
export function tellOwner(
  tx: Transaction,
  { name, email }: Pick<ActorUser, 'name' | 'email'>,
  change: Parameters<typeof secondFactorMail>[1],
) {
  if (email) enqueueMail(tx, secondFactorMail({ name, email }, change));
}
