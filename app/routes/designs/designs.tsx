import { Palette } from 'lucide';
import { Link } from 'react-router';
import { listDesigns } from '#app/designs/list-designs.server.ts';
import { May, useMay } from '#app/routes/layouts/use-frame.tsx';
import { lenient, listLoader } from '#app/routes/list-loader.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { listSchema } from '#app/shared/list-query.ts';
import { ListPage } from '#app/ui/list-page.tsx';
import { Badge, EmptyState } from '#app/ui/list-parts.tsx';
import { ButtonLink, PageHeader, pageMeta, rich } from '#app/ui/page.tsx';
import { SearchBox } from '#app/ui/search-box.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { t } from '#messages';
import type { Route } from './+types/designs';
import { DesignImage } from './design-image.tsx';

const PATH = '/admin/designs';
const PAGE = 24;

export const meta = () =>
  pageMeta(t('common.designs'), t('designs.theDesignsOfYourOrganisationsCertificates'));

export const loader = ({ url, context }: Route.LoaderArgs) =>
  listLoader(url, lenient(listSchema), (query) => {
    const isRetired = url.searchParams.get('show') === 'retired';
    const page = { ...query, limit: PAGE };
    const { designs, nextCursor } = listDesigns(context.get(actorContext), page, isRetired);
    return { rows: designs, nextCursor, isRetired };
  });

type Row = Route.ComponentProps['loaderData']['rows'][number];

const courses = (count: number) => t('designs.defaultOfCountCourses', { count });

function DesignCard({ id, name, base, pageSize, page, ...design }: Row) {
  const { version, isDraft, draftNumber, isDefault, defaultCourses, savedBy } = design;
  const mayChange = useMay('certificates');
  const hiddenName = <span className="sr-only"> {name}</span>;
  return (
    <li className="card design-card">
      <DesignImage
        src={`${PATH}/${id}/480.png?v=${version}-${draftNumber}`}
        base={base}
        pageSize={pageSize}
        artwork={page === null ? undefined : { page }}
        alt=""
        lazy
      />
      <div className="grid gap-2">
        <h2 className="breakable text-base">
          {mayChange ? (
            <Link className="card-link" to={`${PATH}/${id}`}>
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        <p className="flex flex-wrap gap-2">
          {version > 0 && <Badge>{t('designs.versionVersion', { version })}</Badge>}
          {isDraft && <Badge tone="info">{t('common.draft')}</Badge>}
          {isDefault && <Badge tone="gold">{t('designs.default')}</Badge>}
          {defaultCourses > 0 && <Badge tone="info">{courses(defaultCourses)}</Badge>}
        </p>
        {savedBy && (
          <p className="breakable text-sm text-muted">{t('designs.savedBySavedby', { savedBy })}</p>
        )}
        <p className="above-card-link flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {mayChange && (
            <Link className="link" to={`${PATH}/${id}/manage`}>
              {rich('designs.defaultsCopyRetireName', { name: hiddenName })}
            </Link>
          )}
          <a className="link" href={`${PATH}/${id}/design.zip`} download>
            {rich('designs.exportName', { name: hiddenName })}
          </a>
        </p>
      </div>
    </li>
  );
}

function Empty({ isRetired, q }: Pick<Route.ComponentProps['loaderData'], 'isRetired' | 'q'>) {
  if (q) return <EmptyState title={t('designs.noDesignsMatchYourSearch')} />;
  if (isRetired)
    return (
      <EmptyState title={t('designs.noRetiredDesigns')} icon={Palette}>
        {t('designs.designsThatYouRetireAreListedHere')}
      </EmptyState>
    );
  return (
    <EmptyState
      title={t('designs.noDesignsYet')}
      icon={Palette}
      action={
        <May act="certificates">
          <ButtonLink to={`${PATH}/new`}>{t('designs.chooseALayout')}</ButtonLink>
        </May>
      }
    >
      {t('designs.certificatesAreIssuedInTheStandardLayout')}
    </EmptyState>
  );
}

export default function Designs({ loaderData }: Route.ComponentProps) {
  const { rows, isRetired, q } = loaderData;
  return (
    <>
      <PageHeader
        title={t('common.designs')}
        lead={t('designs.certificatesInYourOwnColours')}
        actions={
          <May act="certificates">
            <div className="flex flex-wrap gap-3">
              <ButtonLink to={`${PATH}/import`} variant="secondary">
                {t('importDesign.importADesign')}
              </ButtonLink>
              <ButtonLink to={`${PATH}/new`}>{t('common.newDesign')}</ButtonLink>
            </div>
          </May>
        }
      />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <Tabs
          label={t('common.designs')}
          fit
          tabs={[
            { label: t('designs.inUse'), to: PATH, current: !isRetired },
            { label: t('designs.retired'), to: `${PATH}?show=retired`, current: isRetired },
          ]}
        />
        {(rows.length > 0 || q) && (
          <SearchBox label={t('common.search')} placeholder={t('designs.searchByName')} defaultValue={q}>
            {isRetired && <input type="hidden" name="show" value="retired" />}
          </SearchBox>
        )}
      </div>
      <ListPage list={loaderData} empty={<Empty isRetired={isRetired} q={q} />}>
        {(designs) => (
          <ul className="design-cards">
            {designs.map((design) => (
              <DesignCard key={design.id} {...design} />
            ))}
          </ul>
        )}
      </ListPage>
    </>
  );
}
