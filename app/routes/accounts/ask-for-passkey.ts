import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import type { PasskeyOptions } from '#app/accounts/second-factor/passkey-options.server.ts';

export type PasskeyPurpose = 'add' | 'login' | 'second-factor' | 'proof';

const UNSUPPORTED = 'This browser has no passkeys here. They need a recent browser and a secure connection.';
const NOT_USED = 'No passkey was used. Try again, or choose another way.';
const NO_ANSWER = 'The server did not answer. Try again.';
const ADDED_ALREADY = 'This device has a passkey for your account already.';

async function optionsFor(purpose: PasskeyPurpose): Promise<PasskeyOptions | string> {
  try {
    const body = new URLSearchParams({ purpose });
    const response = await fetch('/passkeys/options', { method: 'POST', body });
    const answer = await response.json();
    if (response.ok) return answer as PasskeyOptions;
    return typeof answer?.message === 'string' ? answer.message : NO_ANSWER;
  } catch {
    return NO_ANSWER;
  }
}

/** The browser's errors are for programs, and a person who cancels causes one as well. */
const problemOf = (error: unknown) =>
  error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    ? ADDED_ALREADY
    : NOT_USED;

/** Asks the person for a passkey. @returns the answer for the form's field `passkey`, or why there is none */
export async function askForPasskey(
  purpose: PasskeyPurpose,
): Promise<{ passkey: string } | { problem: string }> {
  if (!browserSupportsWebAuthn()) return { problem: UNSUPPORTED };
  const options = await optionsFor(purpose);
  if (typeof options === 'string') return { problem: options };
  try {
    const answer =
      'create' in options
        ? await startRegistration({ optionsJSON: options.create })
        : await startAuthentication({ optionsJSON: options.get });
    return { passkey: JSON.stringify(answer) };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}
