import { expect, it } from 'vitest';
import { type Actor, type Member, requireBrowser } from '#app/accounts/actor.server.ts';
import { changePassword } from '#app/accounts/own-details.server.ts';
import {
  offerSecondFactor,
  renewCodes,
  switchOff,
  switchOn,
} from '#app/accounts/second-factor/manage-second-factor.server.ts';
import { endSessions, identify, startSession } from '#app/accounts/sessions.server.ts';
import { transaction } from '#db/client.ts';
import { codeOf } from '#tests/support/authenticator.ts';
import { makeVerifier, PASSWORD } from '#tests/support/factories.ts';

const CLIENT = { address: '127.0.0.1', userAgent: 'tests' };

/** The actor of a new browser session. */
function logInAgain({ user }: Member): Actor {
  const secret = transaction((tx) => startSession(tx, user.id, 'browser', CLIENT));
  return identify(secret, 'cookie', CLIENT.address);
}

async function withSecondFactor() {
  const { browser } = await makeVerifier();
  requireBrowser(browser);
  const { setup, secret } = offerSecondFactor(browser);
  await switchOn(browser, { setup, code: codeOf(secret), password: PASSWORD });
  return browser;
}

const password = { currentPassword: PASSWORD, newPassword: 'another-heron-over-fen' };

it.each<[string, () => Promise<Member>, (actor: Actor) => Promise<unknown>]>([
  [
    'a changed password',
    async () => (await makeVerifier()).browser,
    (actor) => changePassword(actor, password, CLIENT),
  ],
  [
    'a second factor',
    async () => (await makeVerifier()).browser,
    (actor) => {
      const { setup, secret } = offerSecondFactor(actor);
      return switchOn(actor, { setup, code: codeOf(secret), password: PASSWORD });
    },
  ],
  ['no second factor', withSecondFactor, (actor) => switchOff(actor, { password: PASSWORD })],
  ['new recovery codes', withSecondFactor, (actor) => renewCodes(actor, { password: PASSWORD })],
])('leaves no account with %s after a reset that ended the login', async (_, make, change) => {
  const member = await make();
  const actor = logInAgain(member);
  const changed = change(actor);
  // A password reset ends all sessions while the request's password is hashed.
  transaction((tx) => endSessions(tx, member.user.id));
  await expect(changed).rejects.toMatchObject({ code: 'unauthenticated' });
});
