import { FileUp } from 'lucide';
import { Link } from 'react-router';
import { requireIssuer } from '#app/accounts/actor.server.ts';
import { isReviewedIssuer } from '#app/accounts/issuers.server.ts';
import { pictureTooLarge, toFields } from '#app/designs/design-form.ts';
import { designLanguages } from '#app/designs/design-languages.server.ts';
import { ownPlaceholders } from '#app/designs/design-texts.server.ts';
import { createDesign } from '#app/designs/save-design.server.ts';
import { BASES, baseDefaults } from '#app/drawing/design.ts';
import { andChooseSmaller, MOST_PICTURE_FORM } from '#app/files/media/texts.ts';
import { readerLanguage } from '#app/messages/reader-language.server.ts';
import { designAction } from '#app/routes/designs/design-action.server.ts';
import { createArtworkAction } from '#app/routes/designs/own-artwork/artwork-action.server.ts';
import { redirectWithToast } from '#app/routes/form.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { Icon, PageHeader, pageMeta } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/new-design';
import { baseLabel } from './design-fields.tsx';
import { DesignForm } from './design-form.tsx';
import { DesignImage } from './design-image.tsx';
import { NewArtwork } from './own-artwork/new-artwork.tsx';

export const handle = {
  upload: { bytes: MOST_PICTURE_FORM, tooLarge: andChooseSmaller(pictureTooLarge) },
} satisfies RouteNeeds;

const breadcrumbs = () => [
  { label: t('common.designs'), to: '/admin/designs' },
  { label: t('common.newDesign') },
];

export const meta = () => pageMeta(t('common.newDesign'), t('newDesign.chooseALayoutForYourCertificates'));

/** Whether the page begins a design with own artwork. */
const isArtwork = (url: URL) => url.searchParams.get('base') === 'artwork';

export const loader = ({ url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  requireIssuer(actor, 'certificates');
  const asked = url.searchParams.get('base');
  return {
    base: BASES.find((known) => known === asked) ?? null,
    isArtwork: isArtwork(url),
    languages: designLanguages(),
    placeholders: ownPlaceholders(actor),
    language: readerLanguage(),
    hasOwnMail: isReviewedIssuer(actor.organisation.id),
  };
};

const createLayout = designAction((input, { actor }) =>
  redirectWithToast(`/admin/designs/${createDesign(actor, input)}`, t('common.designSaved')),
);

export const action = Object.assign(
  async (args: Route.ActionArgs) =>
    isArtwork(args.url) ? await createArtworkAction(args) : await createLayout(args),
  { intents: createLayout.intents },
);

export default function NewDesign({ loaderData, actionData }: Route.ComponentProps) {
  const { base, isArtwork, languages, placeholders, language, hasOwnMail } = loaderData;
  if (isArtwork) return <NewOwnArtwork loaderData={loaderData} actionData={actionData} />;
  if (!base && !actionData) return <Gallery />;
  const chosen = base ?? BASES[0];
  return (
    <>
      <PageToast toast={actionData && 'toast' in actionData ? actionData.toast : undefined} />
      <PageHeader
        title={t('common.newDesign')}
        lead={t('newDesign.youCanChangeADesignLater')}
        crumbs={breadcrumbs()}
      />
      <DesignForm
        fields={{ ...toFields(baseDefaults(chosen)), language }}
        languages={languages}
        placeholders={placeholders}
        picture={`/admin/designs/bases/${chosen}/960.png`}
        base={chosen}
        hasOwnMail={hasOwnMail}
        answer={actionData}
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
      crumbs={breadcrumbs()}
    />
    <NewArtwork language={loaderData.language} failure={actionData?.ok === false ? actionData : undefined} />
  </>
);

function Gallery() {
  return (
    <>
      <PageHeader
        title={t('common.newDesign')}
        lead={t('newDesign.chooseALayoutEverythingElseCanBeChanged')}
        crumbs={breadcrumbs()}
      />
      <ul className="design-cards">
        {BASES.map((name) => (
          <li key={name} className="card design-card">
            <DesignImage src={`/admin/designs/bases/${name}/480.png`} base={name} alt="" lazy />
            <h2 className="text-base">
              <Link className="card-link" to={`/admin/designs/new?base=${name}`}>
                {baseLabel(name)}
              </Link>
            </h2>
          </li>
        ))}
        <li className="card design-card">
          <span className="own-artwork-picture" aria-hidden="true">
            <Icon of={FileUp} />
          </span>
          <h2 className="text-base">
            <Link className="card-link" to="/admin/designs/new?base=artwork">
              {t('boxEditor.yourOwnArtwork')}
            </Link>
          </h2>
          <p className="field-hint">{t('boxEditor.placeTextsOnYourOwnPage')}</p>
        </li>
      </ul>
    </>
  );
}
