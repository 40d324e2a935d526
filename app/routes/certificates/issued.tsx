import { z } from 'zod';
import { listOwnCertificates, ownCourses } from '#app/certificates/list-certificates.server.ts';
import { withdrawScheduled } from '#app/certificates/scheduled/change-scheduled.server.ts';
import { countScheduled } from '#app/certificates/scheduled/scheduled-certificate.server.ts';
import { everyDesign } from '#app/designs/list-designs.server.ts';
import { form, intentAction, stay } from '#app/routes/form.server.ts';
import { May } from '#app/routes/layouts/use-frame.tsx';
import { IssuedList } from '#app/routes/pieces/certificate-lists/issued-list.tsx';
import { ListError } from '#app/routes/pieces/certificate-lists/list-error.tsx';
import { issuedPage } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { ActionAlert } from '#app/ui/list-parts.tsx';
import { Alert, ButtonLink, PageHeader, PathLink, pageMeta } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/issued';

const notLoaded = () => t('issued.failedToFetchIssuedCertificates');

export const handle = { listNotLoaded: notLoaded } satisfies RouteNeeds;

export const meta = () =>
  pageMeta(t('common.issuedCertificates'), t('issued.theCertificatesThatYourOrganisationHasIssued'));

export const loader = ({ request, url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const page = issuedPage('admin', request, url, (query) => listOwnCertificates(actor, query), {
    courses: ownCourses(actor),
    designs: everyDesign(actor),
  });
  return { ...page, scheduled: page.state === 'scheduled' ? 0 : countScheduled(actor) };
};

export const action = intentAction({
  withdraw: form({
    schema: z.object({ uniqueId: z.string() }),
    perform: ({ uniqueId }, { actor }) => withdrawScheduled(actor, uniqueId),
    outcome: stay,
  }),
});

/** Leads to the certificates that wait, which the list has under a state of their own. */
const ScheduledNotice = ({ count }: { count: number }) => (
  <div className="mb-5">
    <Alert tone="info" title={t('issued.countCertificatesAreScheduled', { count })}>
      <PathLink className="link" href="/admin/issued-certificates?state=scheduled">
        {t('issued.seeScheduledCertificates')}
      </PathLink>
    </Alert>
  </div>
);

export default function IssuedCertificates({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title={t('common.issuedCertificates')}
        actions={
          <May act="certificates">
            <ButtonLink to="/admin/issue-certificate">{t('common.issueCertificate')}</ButtonLink>
          </May>
        }
      />
      <ActionAlert answer={actionData} />
      {loaderData.scheduled > 0 && <ScheduledNotice count={loaderData.scheduled} />}
      <IssuedList area="admin" page={loaderData} />
    </>
  );
}

export const ErrorBoundary = () => <ListError title={t('common.issuedCertificates')} text={notLoaded()} />;
