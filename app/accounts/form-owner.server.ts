import { createHmac } from 'node:crypto';
import { deriveKey, equalInConstantTime } from '#app/shared/ids.server.ts';
import { prepared, sqlite } from '#db/client.ts';
import type { Actor } from './actor.server.ts';

/** For whom a form was shown: the account, and the organisation that it acted for. */
export type FormOwner = { userId: string; organisationId: string | null };

/** The field of a form that names its owner. */
export const OWNER_FIELD = 'shownFor';

const MAC_LENGTH = 22;
const sign = (named: string) =>
  createHmac('sha256', deriveKey('form-owner')).update(named).digest('base64url').slice(0, MAC_LENGTH);

/** The value of `OWNER_FIELD`. Signed, so that nobody learns a name by entering an ID. */
export function formOwnerToken({ userId, organisationId }: FormOwner): string {
  const named = `${userId}.${organisationId ?? ''}`;
  return `${named}.${sign(named)}`;
}

/** The owner in a token, or null for other text and after SESSION_SECRET was changed. */
export function readFormOwner(token: string | null | undefined): FormOwner | null {
  const [, named = '', userId = '', organisationId = '', mac = ''] =
    /^(([\w-]{1,64})\.([\w-]{0,64}))\.([\w-]{22})$/.exec(token ?? '') ?? [];
  return userId && equalInConstantTime(mac, sign(named))
    ? { userId, organisationId: organisationId || null }
    : null;
}

/** The owner of the forms that an actor is shown. Null for actors without a session. */
export const formOwnerOf = (actor: Actor): FormOwner | null =>
  actor.kind === 'user' ? { userId: actor.user.id, organisationId: actor.organisation?.id ?? null } : null;

export const isSameOwner = (one: FormOwner, other: FormOwner): boolean =>
  one.userId === other.userId && one.organisationId === other.organisationId;

const nameOf = prepared(() => ({
  user: sqlite().prepare<[string], string>('select name from users where id = ?').pluck(),
  organisation: sqlite().prepare<[string], string>('select name from organisations where id = ?').pluck(),
}));

/** Names the organisation of an owner, or the account without one. Both if `other` has another account. */
export function ownerName({ userId, organisationId }: FormOwner, other: FormOwner): string {
  const user = nameOf().user.get(userId) ?? '';
  const organisation = organisationId === null ? user : (nameOf().organisation.get(organisationId) ?? '');
  return userId === other.userId || organisation === user ? organisation : `${organisation} (${user})`;
}
