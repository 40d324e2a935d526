import { useRef } from 'react';
import { useNavigation } from 'react-router';
import { Form } from '#app/routes/owned-form.tsx';
import type { FormError, Toast } from '#app/shared/form-error.ts';
import { formState, TextArea, TextField, useFocusFirstError } from '#app/ui/form.tsx';
import { Card, FormAlert, SubmitButton } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';

type MessageFormProps = {
  answer: FormError | { ok: true; toast: Toast } | undefined;
  writer: { name: string; email: string } | null;
};

/** The form of the contact and support pages. */
export function MessageForm({ answer, writer }: MessageFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const pending = useNavigation().formMethod === 'POST';
  const failure = answer?.ok === false ? answer : null;
  const { errors } = formState(failure);
  const hasFieldErrors = ['name', 'email', 'subject', 'message'].some((name) => errors(name));
  useFocusFirstError(form, failure);
  return (
    <Card>
      <PageToast toast={answer?.toast} />
      <Form failure={failure} ref={form} method="post" className="form" key={answer?.ok ? 'sent' : 'open'}>
        <FormAlert errors={hasFieldErrors ? null : failure?.message} />
        <TextField
          label={t('messageForm.fullName')}
          name="name"
          autoComplete="name"
          required
          maxLength={200}
          defaultValue={writer?.name}
        />
        <TextField
          label={t('common.email')}
          name="email"
          type="email"
          autoComplete="email"
          required
          defaultValue={writer?.email}
        />
        <TextField label={t('common.subject')} name="subject" required maxLength={200} />
        <TextArea label={t('messageForm.message')} name="message" required maxLength={5_000} />
        <SubmitButton pending={pending}>{t('messageForm.sendMessage')}</SubmitButton>
      </Form>
    </Card>
  );
}
