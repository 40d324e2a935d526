import type { Actor, ActorUser } from '#app/accounts/actor.server.ts';

/** Who reads a course: an actor, or the account that a signed URL was made for. */
export type Reader = Actor | { kind: 'signedUrl'; user: Pick<ActorUser, 'id' | 'role'> };

export const accountOf = (reader: Reader): Pick<ActorUser, 'id' | 'role'> | undefined =>
  'user' in reader ? reader.user : undefined;
