import { z } from 'zod';
import { requireIssuer } from '#app/accounts/actor.server.ts';
import { isReviewedIssuer } from '#app/accounts/issuers.server.ts';
import { findDesign } from '#app/designs/design.server.ts';
import { pictureTooLarge, toFields } from '#app/designs/design-form.ts';
import { designLanguages } from '#app/designs/design-languages.server.ts';
import { ownPlaceholders } from '#app/designs/design-texts.server.ts';
import { sendTestMail } from '#app/designs/mail-of-design.server.ts';
import { updateDesign } from '#app/designs/save-design.server.ts';
import { andChooseSmaller, MOST_PICTURE_FORM } from '#app/files/media/texts.ts';
import { designAction } from '#app/routes/designs/design-action.server.ts';
import { form, intentAction, redirectWithToast } from '#app/routes/form.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { isUpload } from '#app/routes/upload-action.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { durationToEnter } from '#app/shared/entered-durations.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { Alert, ButtonLink, Card, FormAlert, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/design';
import { DesignForm } from './design-form.tsx';
import { DesignImage } from './design-image.tsx';

export const handle = {
  upload: { bytes: MOST_PICTURE_FORM, tooLarge: andChooseSmaller(pictureTooLarge) },
} satisfies RouteNeeds;

export const meta = () => pageMeta(t('common.design'), t('design.theLookOfCertificates'));

export const loader = ({ params, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  requireIssuer(actor, 'certificates');
  const { id, name, version, draftNumber, design, mail, expiresAfter, isRetired } = findDesign(
    actor,
    params.id,
  );
  return {
    id,
    email: actor.user.email,
    hasOwnMail: isReviewedIssuer(actor.organisation.id),
    name,
    version,
    draftNumber,
    isRetired,
    base: design.base,
    pageSize: design.pageSize,
    languages: designLanguages(),
    placeholders: ownPlaceholders(actor),
    fields: {
      ...toFields(design, mail),
      name,
      expiresAfter: durationToEnter(expiresAfter ?? ''),
      version: String(version),
    },
  };
};

const saveDesign = designAction((input, { actor, params }) =>
  redirectWithToast(
    `/admin/designs/${params.id}`,
    updateDesign(actor, params.id ?? '', input) ? t('common.designSaved') : t('design.nothingWasChanged'),
  ),
);

const testMail = intentAction({
  'test-mail': form({
    schema: z.object({}),
    perform: (_, { actor, params }) => sendTestMail(actor, params.id ?? ''),
    outcome: (email, { params }) =>
      redirectWithToast(`/admin/designs/${params.id}`, t('designMail.theTestMailIsOnItsWay', { email })),
  }),
});

export const action = Object.assign(
  async (args: Route.ActionArgs) => (isUpload(args) ? saveDesign(args) : testMail(args)),
  { intents: [...saveDesign.intents, ...testMail.intents] },
);

const TestMail = ({ email, failure }: { email: string | null; failure: FormError | undefined }) => (
  <Card className="mt-6 grid max-w-3xl gap-4">
    <h2 className="text-lg">{t('common.sendATestMail')}</h2>
    <FormAlert errors={failure?.message} />
    <p>{t('designMail.aTestMailOfTheSavedDesign', { email: email ?? '' })}</p>
    <Form method="post" preventScrollReset>
      <SubmitButton name="intent" value="test-mail" variant="secondary">
        {t('common.sendATestMail')}
      </SubmitButton>
    </Form>
  </Card>
);

export default function Design({ loaderData, actionData }: Route.ComponentProps) {
  const {
    id,
    name,
    version,
    draftNumber,
    isRetired,
    base,
    pageSize,
    languages,
    placeholders,
    fields,
    email,
    hasOwnMail,
  } = loaderData;
  const failedTest = actionData?.ok === false && actionData.intent === 'test-mail' ? actionData : undefined;
  const picture = `/admin/designs/${id}/960.png?v=${version}-${draftNumber}`;
  return (
    <>
      <PageToast toast={actionData && 'toast' in actionData ? actionData.toast : undefined} />
      <PageHeader
        title={name}
        lead={t('design.versionVersionCertificatesKeepTheVersion', { version })}
        crumbs={[{ label: t('common.designs'), to: '/admin/designs' }, { label: name }]}
        actions={
          <ButtonLink to={`/admin/designs/${id}/manage`} variant="secondary">
            {t('design.defaultsCopyRetire')}
          </ButtonLink>
        }
      />
      {isRetired ? (
        <div className="grid max-w-3xl gap-6">
          <Alert tone="warning" title={t('common.thisDesignIsRetired')}>
            {t('design.itCannotBeChosenOrChanged')}
          </Alert>
          <DesignImage
            src={picture}
            base={base}
            pageSize={pageSize}
            alt={t('common.aCertificateInThisDesign')}
            className="design-preview-image"
          />
        </div>
      ) : (
        <>
          {/* The key resets the form's fields for another version. */}
          <DesignForm
            key={version}
            fields={fields}
            picture={picture}
            base={base}
            pageSize={pageSize}
            languages={languages}
            placeholders={placeholders}
            hasOwnMail={hasOwnMail}
            answer={failedTest ? undefined : actionData}
          />
          <TestMail email={email} failure={failedTest} />
        </>
      )}
    </>
  );
}
