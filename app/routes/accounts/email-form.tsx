import { type ReactNode, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { AuthFrame } from '#app/routes/layouts/shells/guest-shell.tsx';
import type { FormError, Toast } from '#app/shared/form-error.ts';
import { FormAlert } from '#app/ui/alert.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { useFocusFirstError } from '#app/ui/focus.ts';
import { formState } from '#app/ui/form-state.ts';
import { PageToast } from '#app/ui/toast.tsx';

type EmailFormProps = {
  title: string;
  lead: string;
  button: string;
  answer: FormError | { ok: true; toast: Toast } | undefined;
  /** Links below the form. */
  children: ReactNode;
};

/** A page that asks for an email address and sends a mail to it. */
export function EmailForm({ title, lead, button, answer, children }: EmailFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const submitting = useNavigation().formMethod === 'POST';
  const failure = answer?.ok === false ? answer : null;
  const { value, errors } = formState(failure);
  useFocusFirstError(form, failure);
  return (
    <AuthFrame>
      <PageToast toast={answer?.toast} />
      <h1 tabIndex={-1}>{title}</h1>
      <p className="text-muted">{lead}</p>
      <FormAlert errors={errors('email') ? null : failure?.message} />
      {/* A new key clears the field after the mail was sent. */}
      <Form ref={form} method="post" className="form" key={answer?.ok ? 'sent' : 'open'}>
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          required
          defaultValue={value('email')}
          errors={errors('email')}
        />
        <SubmitButton block pending={submitting}>
          {button}
        </SubmitButton>
      </Form>
      <p className="auth-switch flex justify-center gap-6">{children}</p>
    </AuthFrame>
  );
}
