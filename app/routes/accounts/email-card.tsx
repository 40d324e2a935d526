import { Form } from 'react-router';
import { Alert } from '#app/ui/alert.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { TextField } from '#app/ui/field.tsx';
import type { Route } from './+types/settings';
import { ProofField } from './proof-field.tsx';
import { useIntent } from './settings-cards.tsx';

type Data = Route.ComponentProps['loaderData'];

type EmailCardProps = {
  email: string;
  /** The address whose link was not opened yet. */
  requested: string | null;
  proof: Data['proof'];
  answer: Route.ComponentProps['actionData'];
};

export function EmailCard({ email, requested, proof, answer }: EmailCardProps) {
  const { form, mine, pending, value, errors } = useIntent(answer, 'email');
  return (
    <Card className="grid gap-5" aria-labelledby="change-email">
      <h2 id="change-email" className="text-xl">
        Email
      </h2>
      {requested && (
        <Alert title="Waiting for the new address">
          Open the link that we sent to <EmailText>{requested}</EmailText>. Until then your address is{' '}
          <EmailText>{email}</EmailText>.
        </Alert>
      )}
      <Form ref={form} method="post" className="form" key={mine?.ok ? 'requested' : 'open'}>
        <TextField
          label="New email"
          name="email"
          type="email"
          autoComplete="email"
          hint="We send a link to it. Your present address gets a mail with which the change can be undone."
          defaultValue={value('email')}
          errors={errors('email')}
        />
        <ProofField proof={proof} label="Password for the new email" errors={errors('password')} />
        <SubmitButton name="intent" value="email" pending={pending}>
          Change Email
        </SubmitButton>
      </Form>
    </Card>
  );
}
