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
import { redirectWithToast } from '#app/routes/form.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { PageHeader, pageMeta } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/new-design';
import { baseLabel } from './design-fields.tsx';
import { DesignForm } from './design-form.tsx';
import { DesignImage } from './design-image.tsx';

export const handle = {
  upload: { bytes: MOST_PICTURE_FORM, tooLarge: andChooseSmaller(pictureTooLarge) },
} satisfies RouteNeeds;

const breadcrumbs = () => [
  { label: t('common.designs'), to: '/admin/designs' },
  { label: t('common.newDesign') },
];

export const meta = () => pageMeta(t('common.newDesign'), t('newDesign.chooseALayoutForYourCertificates'));

export const loader = ({ url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  requireIssuer(actor, 'certificates');
  const base = BASES.find((known) => known === url.searchParams.get('base'));
  return {
    base: base ?? null,
    languages: designLanguages(),
    placeholders: ownPlaceholders(actor),
    language: readerLanguage(),
    hasOwnMail: isReviewedIssuer(actor.organisation.id),
  };
};

export const action = designAction((input, { actor }) =>
  redirectWithToast(`/admin/designs/${createDesign(actor, input)}`, t('common.designSaved')),
);

export default function NewDesign({ loaderData, actionData }: Route.ComponentProps) {
  const { base, languages, placeholders, language, hasOwnMail } = loaderData;
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
      </ul>
    </>
  );
}
