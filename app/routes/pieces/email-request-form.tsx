import { useRef } from 'react';
import { useNavigation } from 'react-router';
import { PublicForm } from '#app/routes/owned-form.tsx';
import type { FormError, Toast } from '#app/shared/form-error.ts';
import { formState, TextField, useFocusFirstError } from '#app/ui/form.tsx';
import { FormAlert, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';

export type EmailAnswer = FormError | { ok: true; toast: Toast } | undefined;

type EmailRequestFormProps = {
  button: string;
  /** The form's `intent`, on a page with several forms. */
  intent?: string;
  /** Makes the button as wide as the form. */
  block?: boolean;
  answer: EmailAnswer;
};

/** A form that asks for an email address, to which a mail is sent. The page shows the toast of its answer. */
export function EmailRequestForm({ button, intent, block = false, answer }: EmailRequestFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const submitting = useNavigation().formMethod === 'POST';
  const failure = answer?.ok === false ? answer : null;
  const { errors } = formState(failure);
  useFocusFirstError(form, failure);
  return (
    <>
      <FormAlert errors={errors('email') ? null : failure?.message} />
      {/* A new key clears the field after the mail was sent. */}
      <PublicForm
        failure={failure}
        ref={form}
        method="post"
        className="form"
        key={answer?.ok ? 'sent' : 'open'}
      >
        {intent && <input type="hidden" name="intent" value={intent} />}
        <TextField label={t('common.email')} name="email" type="email" autoComplete="email" required />
        <SubmitButton block={block} pending={submitting}>
          {button}
        </SubmitButton>
      </PublicForm>
    </>
  );
}
