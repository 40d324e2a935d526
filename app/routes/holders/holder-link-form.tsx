import { useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import type { FormError, Toast } from '#app/shared/form-error.ts';
import { FormAlert } from '#app/ui/alert.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { useFocusFirstError } from '#app/ui/focus.ts';
import { formState } from '#app/ui/form-state.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { PageToast } from '#app/ui/toast.tsx';

type HolderLinkFormProps = { answer: FormError | { ok: true; toast: Toast } | undefined };

/** Asks for the address to which a link is mailed. */
export function HolderLinkForm({ answer }: HolderLinkFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const submitting = useNavigation().formMethod === 'POST';
  const failure = answer?.ok === false ? answer : null;
  const { value, errors } = formState(failure);
  useFocusFirstError(form, failure);
  return (
    <div className="narrow-page">
      <PageToast toast={answer?.toast} />
      <PageHeader
        title="My certificates"
        lead="We will email you a link to the certificates that were issued to your address. You need no account."
      />
      <FormAlert errors={errors('email') ? null : failure?.message} />
      {/* A new key clears the field after the mail was sent. */}
      <Form
        ref={form}
        method="post"
        action="/my-certificates"
        className="form"
        key={answer?.ok ? 'sent' : 'open'}
      >
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          required
          defaultValue={value('email')}
          errors={errors('email')}
        />
        <SubmitButton name="intent" value="request" pending={submitting}>
          Send Link
        </SubmitButton>
      </Form>
    </div>
  );
}
