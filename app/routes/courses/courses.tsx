import { LayoutGrid, List, Search, SearchX } from 'lucide';
import { useMemo } from 'react';
import { Form, Link, useNavigation, useSearchParams } from 'react-router';
import { categoryLabel } from '#app/courses/categories.ts';
import { catalogueFigures, listCourses } from '#app/courses/list-courses.server.ts';
import { formatTenths } from '#app/messages/format-numbers.ts';
import { catalogueQuery, orSamples } from '#app/routes/courses/catalogue.server.ts';
import { NoAnswerError } from '#app/routes/failed-requests.ts';
import { PageError } from '#app/routes/layouts/page-error.tsx';
import { requestContext } from '#app/server/session/context.server.ts';
import { StatTile, StatTiles } from '#app/ui/figures.tsx';
import { Select } from '#app/ui/form.tsx';
import { EmptyState, LoadMore } from '#app/ui/list-parts.tsx';
import { useMorePages } from '#app/ui/more-pages.ts';
import { ButtonLink, Icon, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { useApplyChoices, useShown } from '#app/ui/search-box.tsx';
import { t } from '#messages';
import type { Route } from './+types/courses';
import { CourseCard, SampleNotice } from './course-card.tsx';
import { type CourseCardData, sampleCards, toCard } from './course-card-data.ts';

export const meta = () => pageMeta(t('courses.availableCourses'), t('courses.allCoursesWithVideoLessons'));

/** Value of the Average Rating tile without ratings (docs/product.md, Courses). */
const RATING_WITHOUT_RATINGS = 4.8;

export const loader = ({ url, context }: Route.LoaderArgs) => {
  const query = catalogueQuery(url.searchParams);
  const view = url.searchParams.get('view') === 'list' ? ('list' as const) : ('grid' as const);
  return orSamples(
    () => {
      const { courses, nextCursor } = listCourses(query);
      const figures = catalogueFigures();
      return {
        rows: courses.map(toCard),
        cursor: query.cursor ?? null,
        nextCursor,
        figures,
        query,
        view,
        sample: false,
      };
    },
    (rows) => sampleCatalogue(rows, view),
    (err) => context.get(requestContext).log.error({ err }, 'catalogue not loaded'),
  );
};

/** The catalogue's data if only the samples are available. */
const sampleCatalogue = (rows: CourseCardData[], view: 'grid' | 'list') => ({
  rows,
  cursor: null,
  nextCursor: null,
  figures: {
    courses: rows.length,
    students: rows.reduce((sum, { studentsEnrolled }) => sum + studentsEnrolled, 0),
    rating: null,
    categories: [...new Set(rows.map(({ category }) => category))],
  },
  query: {},
  view,
  sample: true,
});

const filters = () => [
  { value: '', label: t('courses.allCourses') },
  { value: 'popular', label: t('courses.popular') },
  { value: 'new', label: t('courses.new') },
  { value: 'top-rated', label: t('courses.topRated') },
];

export default function Courses({ loaderData }: Route.ComponentProps) {
  return <Catalogue loaderData={loaderData} />;
}

/** Shows the samples when no response arrives, as the server does when the catalogue cannot be loaded. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const view = useSearchParams()[0].get('view') === 'list' ? 'list' : 'grid';
  const samples = useMemo(() => sampleCatalogue(sampleCards(), view), [view]);
  return error instanceof NoAnswerError ? <Catalogue loaderData={samples} /> : <PageError error={error} />;
}

function Catalogue({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { figures, query, view, sample } = loaderData;
  const { rows, ...more } = useMorePages(loaderData);
  const opening = useNavigation().location?.pathname.startsWith('/course/');
  return (
    <>
      <PageHeader
        title={t('courses.availableCourses')}
        actions={
          <ButtonLink to="/explore" variant="secondary">
            {t('courses.explore')}
          </ButtonLink>
        }
      />
      {sample && <SampleNotice />}
      <div className="grid gap-5">
        <StatTiles>
          <StatTile label={t('courses.totalCourses')} value={figures.courses} />
          <StatTile label={t('courses.studentsLearning')} value={figures.students} />
          <StatTile
            label={t('courses.averageRating')}
            value={formatTenths(figures.rating ?? RATING_WITHOUT_RATINGS)}
          />
          <StatTile label={t('courses.access')} value="24/7" />
        </StatTiles>
        <Filters query={query} categories={figures.categories} view={view} />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="text-sm text-muted">
            {opening
              ? t('common.loadingCourseDetails')
              : t('courses.showingCountOfCoursesCourses', { count: rows.length, courses: figures.courses })}
          </p>
          <ViewToggle view={view} />
        </div>
        {rows.length === 0 ? (
          <EmptyState title={t('common.noCoursesFound')} icon={SearchX}>
            {t('courses.tryAdjustingYourSearchTerms')}
          </EmptyState>
        ) : (
          <div className="course-grid" data-view={view}>
            {rows.map((course, index) => (
              <CourseCard
                key={course.id}
                course={course}
                view={view}
                eager={index < 4}
                to={sample ? '/course-details' : `/course/${course.id}`}
              />
            ))}
          </div>
        )}
      </div>
      <LoadMore {...more} />
    </>
  );
}

type FiltersProps = { query: ReturnType<typeof catalogueQuery>; categories: string[]; view: string };

/** Search, category and filter in one GET form. With JavaScript, choosing an option submits it. */
function Filters({ query, categories, view }: FiltersProps) {
  return (
    <Form method="get" role="search" className="course-filters" onChange={useApplyChoices()}>
      {view === 'list' && <input type="hidden" name="view" value="list" />}
      <div className="field">
        <label className="field-label" htmlFor="course-search">
          {t('common.search')}
        </label>
        <div className="search-input">
          <Icon of={Search} />
          <input
            id="course-search"
            type="search"
            name="q"
            className="control"
            maxLength={200}
            placeholder={t('courses.searchCourses')}
            defaultValue={query.q ?? ''}
            ref={useShown<HTMLInputElement>(query.q ?? '')}
          />
        </div>
      </div>
      <Select
        label={t('common.category')}
        name="category"
        defaultValue={query.category ?? ''}
        ref={useShown(query.category ?? '')}
        options={[
          { value: '', label: t('courses.allCategories') },
          ...categories.map((name) => ({ value: name, label: categoryLabel(name) })),
        ]}
      />
      <Select
        label={t('courses.filter')}
        name="filter"
        defaultValue={query.filter ?? ''}
        ref={useShown(query.filter ?? '')}
        options={filters()}
      />
      <SubmitButton variant="secondary">{t('common.search')}</SubmitButton>
    </Form>
  );
}

function ViewToggle({ view }: { view: 'grid' | 'list' }) {
  const [search] = useSearchParams();
  const to = (name: string) => {
    const query = new URLSearchParams(search);
    query.delete('cursor');
    query.set('view', name);
    return `?${query}`;
  };
  return (
    <nav className="segments" aria-label={t('courses.view')}>
      <Link
        to={to('grid')}
        className="segment"
        aria-current={view === 'grid' ? 'true' : undefined}
        preventScrollReset
      >
        <Icon of={LayoutGrid} />
        {t('courses.grid')}
      </Link>
      <Link
        to={to('list')}
        className="segment"
        aria-current={view === 'list' ? 'true' : undefined}
        preventScrollReset
      >
        <Icon of={List} />
        {t('courses.list')}
      </Link>
    </nav>
  );
}
