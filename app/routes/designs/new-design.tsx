import { requireIssuer } from '#app/accounts/actor.server.ts';
import { isReviewedIssuer } from '#app/accounts/issuers.server.ts';
import { pictureTooLarge, toFields } from '#app/designs/design-form.ts';
import { designLanguages } from '#app/designs/design-languages.server.ts';
import { ownPlaceholders } from '#app/designs/design-texts.server.ts';
import {
  findStart,
  listLibrary,
  startFromLibrary,
  startSchema,
} from '#app/designs/own-artwork/library.server.ts';
import { newestRows } from '#app/designs/own-rows.server.ts';
import { createDesign } from '#app/designs/save-design.server.ts';
import { BASES, baseDefaults } from '#app/drawing/design.ts';
import { andChooseSmaller, MOST_PICTURE_FORM } from '#app/files/media/texts.ts';
import { readerLanguage } from '#app/messages/reader-language.server.ts';
import { designAction } from '#app/routes/designs/design-action.server.ts';
import { createArtworkAction } from '#app/routes/designs/own-artwork/artwork-action.server.ts';
import { form, intentAction, redirectWithToast } from '#app/routes/form.server.ts';
import { isUpload } from '#app/routes/upload-action.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { PageHeader, pageMeta } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/new-design';
import { type DesignAnswer, DesignForm } from './design-form.tsx';
import { Gallery, LibraryStart, newDesignCrumbs } from './gallery.tsx';
import { NewArtwork } from './own-artwork/new-artwork.tsx';

export const handle = {
  upload: { bytes: MOST_PICTURE_FORM, tooLarge: andChooseSmaller(pictureTooLarge) },
} satisfies RouteNeeds;

export const meta = () => pageMeta(t('common.newDesign'), t('newDesign.chooseALayoutForYourCertificates'));

/** Whether the page begins a design with own artwork. */
const isArtwork = (url: URL) => url.searchParams.get('base') === 'artwork';

export const loader = ({ url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  requireIssuer(actor, 'certificates');
  const asked = (name: string) => url.searchParams.get(name);
  const base = BASES.find((known) => known === asked('base')) ?? null;
  const start = findStart(actor, asked('library'), asked('page'));
  const isGallery = !base && !start && !isArtwork(url);
  return {
    base,
    start,
    library: isGallery ? listLibrary(actor) : [],
    isArtwork: isArtwork(url),
    languages: designLanguages(),
    placeholders: ownPlaceholders(actor),
    rows: newestRows(actor),
    language: readerLanguage(),
    hasOwnMail: isReviewedIssuer(actor.organisation.id),
  };
};

const createLayout = designAction((input, { actor }) =>
  redirectWithToast(`/admin/designs/${createDesign(actor, input)}`, t('common.designSaved')),
);

const startAction = intentAction({
  library: form({
    schema: startSchema,
    perform: (input, { actor, url }) => startFromLibrary(actor, url.searchParams.get('library') ?? '', input),
    outcome: (id) => redirectWithToast(`/admin/designs/${id}`, t('boxEditor.draftSaved')),
  }),
});

export const action = Object.assign(
  async (args: Route.ActionArgs) => {
    if (!isUpload(args)) return await startAction(args);
    return isArtwork(args.url) ? await createArtworkAction(args) : await createLayout(args);
  },
  { intents: [...createLayout.intents, ...startAction.intents] },
);

export default function NewDesign({ loaderData, actionData }: Route.ComponentProps) {
  const { base, start, library, isArtwork, languages, placeholders, rows, language, hasOwnMail } = loaderData;
  if (isArtwork) return <NewOwnArtwork loaderData={loaderData} actionData={actionData} />;
  if (start)
    return <LibraryStart start={start} failure={actionData?.ok === false ? actionData : undefined} />;
  if (!base && !actionData) return <Gallery library={library} />;
  const chosen = base ?? BASES[0];
  return (
    <>
      <PageToast toast={actionData && 'toast' in actionData ? actionData.toast : undefined} />
      <PageHeader
        title={t('common.newDesign')}
        lead={t('newDesign.youCanChangeADesignLater')}
        crumbs={newDesignCrumbs()}
      />
      <DesignForm
        fields={{ ...toFields(baseDefaults(chosen)), language }}
        languages={languages}
        placeholders={placeholders}
        rows={rows}
        picture={`/admin/designs/bases/${chosen}/960.png`}
        base={chosen}
        hasOwnMail={hasOwnMail}
        answer={actionData as DesignAnswer | undefined}
      />
    </>
  );
}

const NewOwnArtwork = ({
  loaderData,
  actionData,
}: Pick<Route.ComponentProps, 'loaderData' | 'actionData'>) => (
  <>
    <PageToast toast={actionData && 'toast' in actionData ? actionData.toast : undefined} />
    <PageHeader
      title={t('boxEditor.yourOwnArtwork')}
      lead={t('boxEditor.placeTextsOnYourOwnPage')}
      crumbs={newDesignCrumbs()}
    />
    <NewArtwork language={loaderData.language} failure={actionData?.ok === false ? actionData : undefined} />
  </>
);
