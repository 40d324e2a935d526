import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { TextField } from '#app/ui/form.tsx';
import { Card, FormAlert, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';

/** A certificate's ID, which may be pasted with what is around it. */
export const IdField = ({ id = '' }: { id?: string }) => (
  <TextField
    key={id}
    label={t('common.certificateId')}
    name="id"
    defaultValue={id}
    required
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    maxLength={2_000}
    className="certificate-id"
  />
);

type IdFormProps = {
  action: string;
  title: string;
  text: string;
  button: string;
  /** The entered ID, or the one in what was pasted. */
  id: string;
  message: string | null;
  /** The result. */
  children: ReactNode;
};

/** A GET form for a certificate's ID, so that the result has a URL. */
export function IdForm({ action, title, text, button, id, message, children }: IdFormProps) {
  const { location } = useNavigation();
  const pending = location?.pathname === action && location.search !== '';
  return (
    <Card className="grid max-w-[46rem] gap-5">
      <header className="grid gap-1">
        <h2 className="text-xl">{title}</h2>
        <p className="text-muted">{text}</p>
      </header>
      <Form method="get" action={action} className="grid gap-5" preventScrollReset>
        <IdField id={id} />
        <SubmitButton pending={pending} pendingText={t('idForm.looking')}>
          {button}
        </SubmitButton>
      </Form>
      <FormAlert errors={message} />
      {children}
    </Card>
  );
}
