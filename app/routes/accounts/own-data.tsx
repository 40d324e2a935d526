import { Form, useNavigation } from 'react-router';
import { z } from 'zod';
import { dataExportOf, requestDataExport } from '#app/privacy/data-export/data-export.server.ts';
import { form, intentAction, stay } from '#app/routes/form.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { timeZoneOf } from '#app/server/session/time-zone.server.ts';
import { formatBytes } from '#app/shared/bytes.ts';
import { formatInstant } from '#app/shared/dates.ts';
import { ActionAlert } from '#app/ui/action-alert.tsx';
import { ButtonAnchor, ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { PathLink } from '#app/ui/path-link.tsx';
import { usePolling } from '#app/ui/polling.ts';
import { PageToast } from '#app/ui/toast.tsx';
import type { Route } from './+types/own-data';

export const meta = () => pageMeta('Your data', 'A copy of everything that is held about your account.');

export const loader = ({ request, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const copy = dataExportOf(actor);
  const at = (instant: number) => formatInstant(instant, timeZoneOf(request));
  return {
    hasAddress: 'user' in actor && actor.user.email !== null,
    copy: copy && {
      id: copy.id,
      requestedAt: at(copy.requestedAt),
      ready:
        copy.bytes === null || copy.expiresAt === null
          ? null
          : { size: formatBytes(copy.bytes), until: at(copy.expiresAt) },
    },
  };
};

export const action = intentAction({
  export: form({
    schema: z.object({}),
    perform: (_, { actor }) => requestDataExport(actor),
    outcome: ({ message }, submission) => stay({ message }, submission),
  }),
});

type Copy = Route.ComponentProps['loaderData']['copy'];

function CopyCard({ copy }: { copy: Copy }) {
  const pending = useNavigation().formData?.get('intent') === 'export';
  return (
    <Card className="grid justify-items-start gap-5" aria-labelledby="copy">
      <h2 id="copy" className="text-xl">
        Download my data
      </h2>
      <p className="text-muted">
        A ZIP file of everything that is held about your account: each kind of data as JSON and as CSV, and
        the files that you uploaded. It takes a while to prepare. We mail you when it is ready.
      </p>
      <div role="status">
        {copy && !copy.ready && <p>Being prepared since {copy.requestedAt}. You can leave this page.</p>}
        {copy?.ready && (
          <p>
            Ready: {copy.ready.size}, until {copy.ready.until}.
          </p>
        )}
      </div>
      {copy?.ready && (
        <ButtonAnchor href={`/settings/data/${copy.id}.zip`} download>
          Download ZIP
        </ButtonAnchor>
      )}
      {(!copy || copy.ready) && (
        <Form method="post">
          <SubmitButton
            name="intent"
            value="export"
            variant={copy?.ready ? 'secondary' : 'primary'}
            pending={pending}
          >
            {copy?.ready ? 'Prepare It Again' : 'Download My Data'}
          </SubmitButton>
        </Form>
      )}
    </Card>
  );
}

const DeletionCard = () => (
  <Card className="grid justify-items-start gap-5" aria-labelledby="deletion">
    <h2 id="deletion" className="text-xl">
      Delete my account
    </h2>
    <p className="text-muted">See what is deleted and what stays before you decide.</p>
    <ButtonLink to="/settings/delete-account" variant="danger">
      Delete My Account
    </ButtonLink>
  </Card>
);

export default function OwnData({ loaderData: { hasAddress, copy }, actionData }: Route.ComponentProps) {
  usePolling(copy !== null && copy.ready === null);
  return (
    <div className="narrow-page">
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title="Your data"
        crumbs={[{ label: 'Settings', to: '/settings' }, { label: 'Your data' }]}
      />
      <ActionAlert answer={actionData} />
      {hasAddress ? (
        <div className="grid gap-6">
          <CopyCard copy={copy} />
          <DeletionCard />
        </div>
      ) : (
        <p>The operator of this site manages your account.</p>
      )}
      <p className="mt-6 text-muted">
        <PathLink href="/privacy" className="link">
          What is kept, why and how long
        </PathLink>
      </p>
    </div>
  );
}
