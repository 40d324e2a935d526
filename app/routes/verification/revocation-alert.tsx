import { Form } from 'react-router';
import { Alert } from '#app/ui/alert.tsx';
import { SubmitButton } from '#app/ui/button.tsx';

type Props = { reason: string; revokedAt: string; replacedBy: string | null };

/** Why and when a certificate was revoked, and the look-up of the one that replaces it. */
export const RevocationAlert = ({ reason, revokedAt, replacedBy }: Props) => (
  <Alert
    tone="warning"
    title={replacedBy ? 'This certificate has been replaced' : 'This certificate has been revoked'}
  >
    <dl className="facts">
      <div>
        <dt>Reason</dt>
        <dd className="breakable">{reason}</dd>
      </div>
      <div>
        <dt>Revoked</dt>
        <dd>{revokedAt}</dd>
      </div>
    </dl>
    {replacedBy && (
      <Form method="post" action="/verify" className="mt-3">
        <input type="hidden" name="uniqueId" value={replacedBy} />
        <SubmitButton variant="secondary" size="small">
          Look up {replacedBy}
        </SubmitButton>
      </Form>
    )}
  </Alert>
);
