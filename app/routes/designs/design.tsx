import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { z } from 'zod';
import { requireIssuer } from '#app/accounts/actor.server.ts';
import { isReviewedIssuer } from '#app/accounts/issuers.server.ts';
import { findDesign } from '#app/designs/design.server.ts';
import { pictureTooLarge, toFields } from '#app/designs/design-form.ts';
import { designLanguages } from '#app/designs/design-languages.server.ts';
import { ownPlaceholders } from '#app/designs/design-texts.server.ts';
import { sendTestMail } from '#app/designs/mail-of-design.server.ts';
import { faceLabels, leftText } from '#app/designs/own-artwork/texts.ts';
import { newestRows } from '#app/designs/own-rows.server.ts';
import { updateDesign } from '#app/designs/save-design.server.ts';
import { FACE_KINDS, LEFT_OUT } from '#app/drawing/own-artwork/artwork.ts';
import { andChooseSmaller, MOST_PICTURE_FORM } from '#app/files/media/texts.ts';
import { designAction } from '#app/routes/designs/design-action.server.ts';
import { artworkAction } from '#app/routes/designs/own-artwork/artwork-action.server.ts';
import { readFace } from '#app/routes/designs/own-artwork/face-form.server.ts';
import { artworkChoices, shownArtwork } from '#app/routes/designs/own-artwork/show-artwork.server.ts';
import { form, intentAction, redirectWithToast } from '#app/routes/form.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { isUpload } from '#app/routes/upload-action.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { durationToEnter } from '#app/shared/entered-durations.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { Alert, ButtonLink, Card, FormAlert, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/design';
import { type DesignAnswer, DesignForm } from './design-form.tsx';
import { DesignImage } from './design-image.tsx';
import { ArtworkEditor } from './own-artwork/artwork-editor.tsx';
import type { ArtworkAnswer, ShownArtwork } from './own-artwork/shown-artwork.ts';

export const handle = {
  upload: { bytes: MOST_PICTURE_FORM, tooLarge: andChooseSmaller(pictureTooLarge) },
} satisfies RouteNeeds;

export const meta = () => pageMeta(t('common.design'), t('design.theLookOfCertificates'));

export const loader = ({ params, url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  requireIssuer(actor, 'certificates');
  const own = findDesign(actor, params.id);
  const { id, name, version, draftNumber, design, mail, expiresAfter, isRetired } = own;
  return {
    artwork: design.artwork
      ? {
          shown: shownArtwork(actor, own, readFace(url.searchParams.get('face'))),
          choices: artworkChoices(actor),
          isDraft: own.isDraft,
        }
      : null,
    left: LEFT_OUT.filter((what) => url.searchParams.getAll('left').includes(what)),
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
    rows: newestRows(actor),
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

/** @throws AppError as `findDesign`; forbidden for members who may not change designs */
function hasBoxes({ params, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  requireIssuer(actor, 'certificates');
  return findDesign(actor, params.id).design.artwork !== undefined;
}

export const action = Object.assign(
  async (args: Route.ActionArgs) => {
    if (!isUpload(args)) return await testMail(args);
    return hasBoxes(args) ? await artworkAction(args) : await saveDesign(args);
  },
  { intents: [...new Set([...saveDesign.intents, ...testMail.intents, ...artworkAction.intents])] },
);

/** A draft that saves itself changes nothing that the page shows. */
export const shouldRevalidate = ({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formData?.get('intent') === 'draft' ? false : defaultShouldRevalidate;

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

type Loaded = Route.ComponentProps['loaderData'];
type EditingProps = { loaderData: Loaded; answer: Route.ComponentProps['actionData'] };

/** Links to the editor of the page and of each face. */
const FaceTabs = ({ id, face }: { id: string } & Pick<ShownArtwork, 'face'>) => (
  <Tabs
    label={t('faces.pageAndFaces')}
    fit
    tabs={[
      { label: t('ownArtwork.page'), to: `/admin/designs/${id}`, current: face === null },
      ...FACE_KINDS.map((kind) => ({
        label: faceLabels()[kind],
        to: `/admin/designs/${id}?face=${kind}`,
        current: face?.kind === kind,
      })),
    ]}
  />
);

/** The form of a design: the editor of its boxes, or the fields of its layout. */
function Editing({ loaderData, answer }: EditingProps) {
  const { id, artwork, fields, version, base, pageSize, languages, placeholders, rows, hasOwnMail } =
    loaderData;
  if (artwork)
    return (
      <>
        <FaceTabs id={id} face={artwork.shown.face} />
        <ArtworkEditor
          // A version that is published meanwhile changes no field.
          key={`${id} ${artwork.shown.face?.kind}`}
          {...artwork.choices}
          rows={rows}
          shown={artwork.shown}
          picture={pictureOf(loaderData)}
          answer={answer as ArtworkAnswer | undefined}
        />
      </>
    );
  return (
    <DesignForm
      // The key resets the form's fields for another version.
      key={version}
      fields={fields}
      picture={pictureOf(loaderData)}
      base={base}
      pageSize={pageSize}
      languages={languages}
      placeholders={placeholders}
      rows={rows}
      hasOwnMail={hasOwnMail}
      answer={answer as DesignAnswer | undefined}
    />
  );
}

const faceQuery = (face: ShownArtwork['face']) => (face ? `&face=${face.kind}` : '');

/** The picture of the newest version, or of the draft. */
const pictureOf = ({ id, version, artwork }: Pick<Loaded, 'id' | 'version' | 'artwork'>) =>
  artwork
    ? `/admin/designs/${id}/1754.png?v=${version}-${artwork.shown.number}${faceQuery(artwork.shown.face)}`
    : `/admin/designs/${id}/960.png?v=${version}`;

const leadOf = ({ artwork, version }: Loaded) =>
  artwork && version === 0
    ? t('boxEditor.notPublishedYet')
    : t('design.versionVersionCertificatesKeepTheVersion', { version });

export default function Design({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, version, isRetired, base, pageSize, email, left } = loaderData;
  const failedTest = actionData?.ok === false && actionData.intent === 'test-mail' ? actionData : undefined;
  return (
    <>
      <PageToast toast={actionData && 'toast' in actionData ? actionData.toast : undefined} />
      <PageHeader
        title={name}
        lead={leadOf(loaderData)}
        crumbs={[{ label: t('common.designs'), to: '/admin/designs' }, { label: name }]}
        actions={
          <ButtonLink to={`/admin/designs/${id}/manage`} variant="secondary">
            {t('design.defaultsCopyRetire')}
          </ButtonLink>
        }
      />
      {left.length > 0 && (
        <div className="mb-6">
          <Alert tone="info" title={t('openAsBoxes.whatDiffersFromTheLayout')}>
            <ul className="list-disc ps-5">
              {left.map((what) => (
                <li key={what}>{leftText(what)}</li>
              ))}
            </ul>
          </Alert>
        </div>
      )}
      {isRetired ? (
        <div className="grid max-w-3xl gap-6">
          <Alert tone="warning" title={t('common.thisDesignIsRetired')}>
            {t('design.itCannotBeChosenOrChanged')}
          </Alert>
          <DesignImage
            src={pictureOf(loaderData)}
            base={base}
            pageSize={pageSize}
            alt={t('common.aCertificateInThisDesign')}
            className="design-preview-image"
          />
        </div>
      ) : (
        <>
          <Editing loaderData={loaderData} answer={failedTest ? undefined : actionData} />
          {version > 0 && <TestMail email={email} failure={failedTest} />}
        </>
      )}
    </>
  );
}
