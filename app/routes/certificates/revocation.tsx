import { Form, useNavigation } from 'react-router';
import { revocationSchema } from '#app/certificates/certificate.schema.ts';
import {
  certificateToRevoke,
  REVOKED,
  revokeCertificate,
} from '#app/certificates/revoke-certificate.server.ts';
import { form, formAction, forwardHeaders } from '#app/routes/form.server.ts';
import { redirectWithToast } from '#app/routes/redirects.server.ts';
import { actorContext } from '#app/server/context.server.ts';
import { withErrorResponse } from '#app/server/error-response.server.ts';
import { Alert, FormAlert } from '#app/ui/alert.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { formState } from '#app/ui/form-state.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { pageMeta } from '../../ui/page-meta.ts';
import type { Route } from './+types/revocation';

export const meta = () =>
  pageMeta(
    'Revoke certificate',
    'Withdraw a certificate, with the reason that people who look it up are given.',
  );
export const headers = forwardHeaders;

/** The list under which this page stands, an issuer's or the super admins'. */
const listOf = ({ pathname }: URL) =>
  pathname.startsWith('/superadmin/') ? '/superadmin/issued-certificates' : '/admin/issued-certificates';

export const loader = ({ params, url, context }: Route.LoaderArgs) =>
  withErrorResponse(() => {
    const { uniqueId, studentName, courseName, revocation } = certificateToRevoke(
      context.get(actorContext),
      params.uniqueId,
    );
    return { uniqueId, studentName, courseName, revoked: revocation !== null, list: listOf(url) };
  });

export const action = formAction(
  form({
    schema: revocationSchema,
    perform: (input, { actor, params }) => revokeCertificate(actor, params.uniqueId ?? '', input),
    outcome: (_, { url }) => redirectWithToast(listOf(url), REVOKED),
  }),
);

export default function Revocation({ loaderData, actionData }: Route.ComponentProps) {
  const { uniqueId, studentName, courseName, revoked, list } = loaderData;
  const { value, errors } = formState(actionData);
  const pending = useNavigation().state === 'submitting';
  const facts = [
    ['Certificate ID', uniqueId],
    ['Issued to', studentName],
    ['Course', courseName],
  ];
  return (
    <>
      <PageHeader
        title="Revoke certificate"
        crumbs={[{ label: 'Issued Certificates', to: list }, { label: 'Revoke' }]}
      />
      <PageToast toast={actionData?.toast} />
      <Card className="grid max-w-3xl gap-6">
        <dl className="facts">
          {facts.map(([label, fact]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
        {revoked ? (
          <Alert tone="warning">This certificate is revoked already.</Alert>
        ) : (
          <Form method="post" className="grid gap-5">
            <FormAlert errors={actionData && !errors('reason') ? actionData.message : null} />
            <Alert tone="warning" title="This cannot be undone">
              The file, the look-up and the API will show the certificate as revoked, and the student is told
              by mail.
            </Alert>
            <TextField
              label="Reason"
              name="reason"
              hint="The student and whoever verifies the certificate can read it."
              required
              maxLength={500}
              defaultValue={value('reason')}
              errors={errors('reason')}
            />
            <div className="flex flex-wrap gap-3">
              <SubmitButton variant="danger" pending={pending} pendingText="Revoking...">
                Revoke certificate
              </SubmitButton>
              <ButtonLink to={list} variant="quiet">
                Cancel
              </ButtonLink>
            </div>
          </Form>
        )}
      </Card>
    </>
  );
}
