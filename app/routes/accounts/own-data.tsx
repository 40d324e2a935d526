import { useNavigation } from 'react-router';
import { z } from 'zod';
import { formatBytes } from '#app/messages/format-numbers.ts';
import { dataExportOf, requestDataExport } from '#app/privacy/data-export/data-export.server.ts';
import { form, intentAction, stay } from '#app/routes/form.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { formatInstant } from '#app/shared/format-instants.ts';
import { ActionAlert } from '#app/ui/list-parts.tsx';
import { ButtonAnchor, ButtonLink, PageHeader, PathLink, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { usePolling } from '#app/ui/polling.ts';
import { SettingsCard } from '#app/ui/settings-card.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/own-data';

export const meta = () => pageMeta(t('common.yourData'), t('common.aCopyOfEverything'));

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
    <SettingsCard id="copy" title={t('ownData.downloadMyData')} className="grid justify-items-start gap-5">
      <p className="text-muted">{t('ownData.aZipFileOfEverything')}</p>
      <div role="status">
        {copy && !copy.ready && (
          <p>{t('ownData.beingPreparedSinceRequestedatYouCan', { requestedAt: copy.requestedAt })}</p>
        )}
        {copy?.ready && (
          <p>{t('ownData.readyCountUntilUntil', { count: copy.ready.size, until: copy.ready.until })}</p>
        )}
      </div>
      {copy?.ready && (
        <ButtonAnchor href={`/settings/data/${copy.id}.zip`} download>
          {t('common.downloadZip')}
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
            {copy?.ready ? t('ownData.prepareItAgain') : t('ownData.downloadMyData')}
          </SubmitButton>
        </Form>
      )}
    </SettingsCard>
  );
}

const DeletionCard = () => (
  <SettingsCard id="deletion" title={t('common.deleteMyAccount')} className="grid justify-items-start gap-5">
    <p className="text-muted">{t('ownData.seeWhatIsDeletedAndWhat')}</p>
    <ButtonLink to="/settings/delete-account" variant="danger">
      {t('common.deleteMyAccount')}
    </ButtonLink>
  </SettingsCard>
);

export default function OwnData({ loaderData: { hasAddress, copy }, actionData }: Route.ComponentProps) {
  usePolling(copy !== null && copy.ready === null);
  return (
    <div className="narrow-page">
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title={t('common.yourData')}
        crumbs={[{ label: t('common.settings'), to: '/settings' }, { label: t('common.yourData') }]}
      />
      <ActionAlert answer={actionData} />
      {hasAddress ? (
        <div className="grid gap-6">
          <CopyCard copy={copy} />
          <DeletionCard />
        </div>
      ) : (
        <p>{t('common.theOperatorOfThisSiteManagesYourAccount')}</p>
      )}
      <p className="mt-6 text-muted">
        <PathLink href="/privacy" className="link">
          {t('ownData.whatIsKeptWhyAndHowLong')}
        </PathLink>
      </p>
    </div>
  );
}
