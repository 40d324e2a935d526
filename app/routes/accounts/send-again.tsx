import { Form } from 'react-router';
import { Alert } from '#app/ui/alert.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { useReturnPath } from './use-return-path.ts';

/** Offers to send the verification mail again, after a correct password. */
export function SendAgain({ email }: { email: string }) {
  const returnPath = useReturnPath();
  return (
    <Alert tone="warning">
      <p>Open the link in the mail that we sent to {email}, then log in.</p>
      <Form method="post" action={returnPath('/resend-verification')} className="mt-3">
        <input type="hidden" name="email" value={email} />
        <SubmitButton size="small" variant="secondary">
          Send the mail again
        </SubmitButton>
      </Form>
    </Alert>
  );
}
