import { type FormEvent, type ReactNode, useState } from 'react';
import { useNavigation, useSubmit } from 'react-router';
import { PublicForm } from '#app/routes/owned-form.tsx';
import { FormAlert } from '#app/ui/alert.tsx';
import { type ButtonLook, SubmitButton } from '#app/ui/button.tsx';
import type { Failure } from '#app/ui/form-state.ts';
import { t } from '#messages';
import { askForPasskey, type PasskeyPurpose } from './ask-for-passkey.ts';

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
