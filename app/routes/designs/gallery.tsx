import { FileUp, Import } from 'lucide';
import type { ReactNode } from 'react';
import { Link, useNavigation } from 'react-router';
import { BASES } from '#app/drawing/design.ts';
import type { ArtworkPage } from '#app/drawing/own-artwork/artwork.ts';
import { Form } from '#app/routes/owned-form.tsx';
import type { FormError } from '#app/shared/form-error.ts';
import { FormAlert, Icon, PageHeader, SubmitButton } from '#app/ui/page.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { t } from '#messages';
import { baseLabel } from './design-fields.tsx';
import { DesignImage } from './design-image.tsx';
import { pageLabel } from './own-artwork/new-artwork.tsx';

const NEW = '/admin/designs/new';

/** A design of the library with its pages. */
type Start = { id: string; name: string; pages: ArtworkPage[] };

export const newDesignCrumbs = () => [
  { label: t('common.designs'), to: '/admin/designs' },
  { label: t('common.newDesign') },
];

type SectionProps = { id: string; title: string; lead?: string; children: ReactNode };

const Section = ({ id, title, lead, children }: SectionProps) => (
  <section aria-labelledby={id} className="mb-8 grid gap-4">
    <div className="grid gap-1">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {lead && <p className="text-muted">{lead}</p>}
    </div>
    <ul className="design-cards" data-dense="">
      {children}
    </ul>
  </section>
);

type CardProps = { to: string; name: string; picture: ReactNode; hint?: string };

const Card = ({ to, name, picture, hint }: CardProps) => (
  <li className="card design-card">
    {picture}
    <h3 className="breakable text-base">
      <Link className="card-link" to={to}>
        {name}
      </Link>
    </h3>
    {hint && <p className="field-hint breakable">{hint}</p>}
  </li>
);

const FilePicture = ({ of }: { of: typeof FileUp }) => (
  <span className="own-artwork-picture" aria-hidden="true">
    <Icon of={of} />
  </span>
);

/** Everything that a design can begin with. */
export const Gallery = ({ library }: { library: Start[] }) => (
  <>
    <PageHeader
      title={t('common.newDesign')}
      lead={t('newDesign.chooseWhatToBeginWith')}
      crumbs={newDesignCrumbs()}
    />
    <Section
      id="layouts"
      title={t('newDesign.layouts')}
      lead={t('newDesign.chooseALayoutEverythingElseCanBeChanged')}
    >
      {BASES.map((name) => (
        <Card
          key={name}
          to={`${NEW}?base=${name}`}
          name={baseLabel(name)}
          picture={<DesignImage src={`/admin/designs/bases/${name}/480.png`} base={name} alt="" lazy />}
        />
      ))}
    </Section>
    <Section id="library" title={t('newDesign.finishedDesigns')} lead={t('newDesign.everyTextIsABox')}>
      {library.map(({ id, name, pages: [page] }) => (
        <Card
          key={id}
          to={`${NEW}?library=${id}`}
          name={name}
          picture={
            <DesignImage
              src={`/admin/designs/library/${id}/480.png`}
              base="artwork"
              artwork={page && { page }}
              alt=""
              lazy
            />
          }
        />
      ))}
    </Section>
    <Section id="files" title={t('newDesign.aFileOfYours')}>
      <Card
        to={`${NEW}?base=artwork`}
        name={t('boxEditor.yourOwnArtwork')}
        picture={<FilePicture of={FileUp} />}
        hint={t('boxEditor.placeTextsOnYourOwnPage')}
      />
      <Card
        to="/admin/designs/import"
        name={t('importDesign.importADesign')}
        picture={<FilePicture of={Import} />}
        hint={t('importDesign.theZipThatWasExported')}
      />
    </Section>
  </>
);

type StartProps = { start: Start & { page: ArtworkPage }; failure: FormError | undefined };

/** A design of the library in its size of paper, before a design of the issuer is made from it. */
export function LibraryStart({ start: { id, name, pages, page }, failure }: StartProps) {
  const pending = useNavigation().state === 'submitting';
  return (
    <>
      <PageHeader title={name} lead={t('newDesign.everyTextIsABox')} crumbs={newDesignCrumbs()} />
      <div className="grid max-w-3xl grid-cols-1 gap-6">
        <FormAlert errors={failure?.message} />
        <div className="flex flex-wrap items-center justify-between gap-4">
          <Tabs
            label={t('designForm.pageSize')}
            fit
            tabs={pages.map((each) => ({
              label: pageLabel(each),
              to: `${NEW}?library=${id}&page=${each}`,
              current: each === page,
            }))}
          />
          <Form method="post">
            <input type="hidden" name="page" value={page} />
            <SubmitButton name="intent" value="library" pending={pending}>
              {t('newDesign.startWithThisDesign')}
            </SubmitButton>
          </Form>
        </div>
        <DesignImage
          src={`/admin/designs/library/${id}/960.png?page=${page}`}
          base="artwork"
          artwork={{ page }}
          alt={t('common.aCertificateInThisDesign')}
          className="design-preview-image"
        />
      </div>
    </>
  );
}
