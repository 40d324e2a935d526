import type { Member } from '#app/accounts/actor.server.ts';

/**
 * Whose events are read: those of an organisation, which are about its certificates, batches and courses;
 * those of an account, which are about its payments and learning; or both. The two may have one ID.
 */
export type Audience = { organisation: string | null; account: string | null };

/** An actor reads the events of its organisation, and its own while it acts for itself or for the organisation that it registered. */
export function audienceOf({ organisation, user }: Member): Audience {
  if (!organisation) return { organisation: null, account: user.id };
  return { organisation: organisation.id, account: organisation.id === user.id ? user.id : null };
}

type Belongings = { type: string; accountId: string | null; learnerId: string | null };

/** Whether an event belongs to an audience. */
export function belongsTo({ organisation, account }: Audience, event: Belongings): boolean {
  const isOf = (id: string | null, owner: string | null) => owner !== null && id === owner;
  if (event.type.startsWith('payment.')) return isOf(event.accountId, account);
  return isOf(event.accountId, organisation) || isOf(event.learnerId, account);
}
