import type { Member } from '#app/accounts/actor.server.ts';
import { offerSecondFactor, switchOn } from '#app/accounts/second-factor/manage-second-factor.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { codeOf } from './authenticator.ts';
import type { Person } from './factories.ts';

/** Gives a person an authenticator app, whose present code is used up. @returns its secret and the recovery codes */
export async function giveApp({ browser }: Pick<Person, 'browser'>) {
  const { user, organisation, sessionId, address } = browser as Member;
  const actor = { kind: 'user', user, organisation, sessionId, address } as const;
  const { secret, setup } = offerSecondFactor(actor);
  const { codes } = await switchOn(actor, { setup, code: codeOf(secret, now()), password: undefined });
  return { secret, codes: codes ?? [] };
}
