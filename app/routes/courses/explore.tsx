import { useMemo } from 'react';
import { Form, useNavigation } from 'react-router';
import { CATEGORIES, categoryLabel } from '#app/courses/categories.ts';
import { listCourses } from '#app/courses/list-courses.server.ts';
import { catalogueQuery, orSamples } from '#app/routes/courses/catalogue.server.ts';
import { NoAnswerError } from '#app/routes/failed-requests.ts';
import { PageError } from '#app/routes/layouts/page-error.tsx';
import { requestContext } from '#app/server/session/context.server.ts';
import { Select, TextField } from '#app/ui/form.tsx';
import { EmptyState, LoadMore } from '#app/ui/list-parts.tsx';
import { useMorePages } from '#app/ui/more-pages.ts';
import { PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { useApplyChoices, useShown } from '#app/ui/search-box.tsx';
import { SkeletonCards } from '#app/ui/skeleton.tsx';
import { t } from '#messages';
import type { Route } from './+types/explore';
import { ExploreCard, SampleNotice } from './course-card.tsx';
import { type CourseCardData, sampleCards, toCard } from './course-card-data.ts';

export const meta = () =>
  pageMeta(t('common.exploreOurCourses'), t('explore.browseCoursesByCategoryAndRating'));

const isOffered = (category: string) => (CATEGORIES as readonly string[]).includes(category);

export const loader = ({ url, context }: Route.LoaderArgs) => {
  const { category, minRating, cursor } = catalogueQuery(url.searchParams);
  const query = {
    ...(category && isOffered(category) && { category }),
    ...(minRating && { minRating }),
    ...(cursor && { cursor }),
  };
  return orSamples(
    () => {
      const { courses, nextCursor } = listCourses(query);
      return { rows: courses.map(toCard), cursor: cursor ?? null, nextCursor, query, sample: false };
    },
    (rows) => sampleCatalogue(rows, query),
    (err) => context.get(requestContext).log.error({ err }, 'catalogue not loaded'),
  );
};

type Query = { category?: string; minRating?: number; cursor?: string };

/** The catalogue's data if only the samples are available. */
const sampleCatalogue = (rows: CourseCardData[], query: Query) => ({
  rows: rows.filter(
    ({ category, rating }) =>
      (!query.category || category === query.category) && rating >= Number(query.minRating ?? 0),
  ),
  cursor: null,
  nextCursor: null,
  query,
  sample: true,
});

export default function Explore({ loaderData }: Route.ComponentProps) {
  return <Catalogue loaderData={loaderData} />;
}

/** Shows the samples when no response arrives, as the server does when the catalogue cannot be loaded. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const samples = useMemo(() => sampleCatalogue(sampleCards(), {}), []);
  return error instanceof NoAnswerError ? <Catalogue loaderData={samples} /> : <PageError error={error} />;
}

function Filters({ query }: { query: Query }) {
  return (
    <Form method="get" className="course-filters" onChange={useApplyChoices()}>
      <Select
        label={t('common.category')}
        name="category"
        defaultValue={query.category ?? ''}
        ref={useShown(query.category ?? '')}
        options={[
          { value: '', label: t('explore.all') },
          ...CATEGORIES.map((value) => ({ value, label: categoryLabel(value) })),
        ]}
      />
      <TextField
        label={t('explore.minimumRating')}
        name="minRating"
        type="number"
        min={0}
        max={5}
        step={0.1}
        inputMode="decimal"
        defaultValue={query.minRating ?? ''}
        ref={useShown(String(query.minRating ?? ''))}
      />
      <SubmitButton variant="secondary">{t('explore.filter')}</SubmitButton>
    </Form>
  );
}

function Catalogue({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { query, sample } = loaderData;
  const { rows, ...more } = useMorePages(loaderData);
  const next = useNavigation().location?.pathname;
  return (
    <>
      <PageHeader title={t('common.exploreOurCourses')} lead={t('common.browseFilterAndFindYourNextSkill')} />
      {sample && <SampleNotice />}
      <Filters query={query} />
      <div className="mt-6">
        {next === '/explore' ? (
          <SkeletonCards label={t('common.loadingCourses')} />
        ) : next?.startsWith('/course/') ? (
          <p role="status">{t('common.loadingCourseDetails')}</p>
        ) : rows.length === 0 ? (
          <EmptyState title={t('explore.noCoursesFoundForSelectedFilters')} />
        ) : (
          <div className="course-grid" data-view="grid">
            {rows.map((course, index) => (
              <ExploreCard
                key={course.id}
                course={course}
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
