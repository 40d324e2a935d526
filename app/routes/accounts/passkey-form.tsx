import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useNavigation, useSubmit } from 'react-router';
import type { PasskeyOptions } from '#app/accounts/second-factor/passkey-options.server.ts';
import { PublicForm } from '#app/routes/owned-form.tsx';
import type { Failure } from '#app/ui/form.tsx';
import { type ButtonLook, FormAlert, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';

type PasskeyPurpose = 'add' | 'login' | 'second-factor' | 'proof';

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
async function askForPasskey(
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

type PasskeyFormProps = ButtonLook & {
  purpose: PasskeyPurpose;
  /** The token of the mailed link that asks for it. */
  link?: string;
  /** The form's intent, on a page with several forms. */
  intent?: string;
  label: string;
  /** The action's answer if it rejected this form. */
  failure?: Failure;
  /** Further fields. */
  children?: ReactNode;
};

/** A form whose button asks for a passkey and sends its answer. Without JavaScript, it says that it needs some. */
export function PasskeyForm({ purpose, link, intent, label, failure, children, ...look }: PasskeyFormProps) {
  const submit = useSubmit();
  const { state, formData } = useNavigation();
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
    setProblem(null);
    setAsking(true);
    const answer = await askForPasskey(purpose, link);
    setAsking(false);
    if ('problem' in answer) return setProblem(answer.problem);
    fields.set('passkey', answer.passkey);
    await submit(fields, { method: 'post', preventScrollReset: true });
  }

  return (
    <PublicForm method="post" failure={failure} className="form" noValidate onSubmit={ask}>
      <FormAlert errors={problem} />
      {children}
      <SubmitButton
        {...look}
        {...(intent && { name: 'intent', value: intent })}
        pending={asking || (state !== 'idle' && formData?.has('passkey') === true)}
        pendingText={t('passkeyForm.waitingForThePasskey')}
      >
        {label}
      </SubmitButton>
      <noscript>
        <p className="text-muted text-sm">{t('passkeyForm.passkeysNeedJavascript')}</p>
      </noscript>
    </PublicForm>
  );
}
