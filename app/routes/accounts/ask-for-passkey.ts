import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import type { PasskeyOptions } from '#app/accounts/second-factor/passkey-options.server.ts';
import { t } from '#messages';

export type PasskeyPurpose = 'add' | 'login' | 'second-factor' | 'proof';

const unsupported = () => t('askForPasskey.thisBrowserHasNoPasskeysHere');
const notUsed = () => t('askForPasskey.noPasskeyWasUsed');
const noAnswer = () => t('askForPasskey.theServerDidNotAnswerTryAgain');
const addedAlready = () => t('askForPasskey.thisDeviceHasAPasskey');

async function optionsFor(purpose: PasskeyPurpose, link?: string): Promise<PasskeyOptions | string> {
  try {
    const body = new URLSearchParams({ purpose, ...(link && { link }) });
    const response = await fetch('/passkeys/options', { method: 'POST', body });
    const answer = await response.json();
    if (response.ok) return answer as PasskeyOptions;
    return typeof answer?.message === 'string' ? answer.message : noAnswer();
  } catch {
    return noAnswer();
  }
}

/** The browser's errors are for programs, and a person who cancels causes one as well. */
const problemOf = (error: unknown) =>
  error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    ? addedAlready()
    : notUsed();

/**
 * Asks the person for a passkey. @returns the answer for the form's field `passkey`, or the reason without
 * one
 */
export async function askForPasskey(
  purpose: PasskeyPurpose,
  link?: string,
): Promise<{ passkey: string } | { problem: string }> {
  if (!browserSupportsWebAuthn()) return { problem: unsupported() };
  const options = await optionsFor(purpose, link);
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
