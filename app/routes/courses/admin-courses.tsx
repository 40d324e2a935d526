import { Plus } from 'lucide';
import { useState } from 'react';
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { data, useFetcher, useNavigation, useSearchParams } from 'react-router';
import { z } from 'zod';
import { issuerFigures, PERIOD_DAYS } from '#app/certificates/issuer-dashboard.server.ts';
import { coursesToApprove } from '#app/courses/completion/certificate-requests.server.ts';
import { catalogueSchema, courseDeletionSchema } from '#app/courses/course.schema.ts';
import { countBuyers } from '#app/courses/course.server.ts';
import { deleteCourse } from '#app/courses/delete-course.server.ts';
import { findAuthoredCourse } from '#app/courses/find-course.server.ts';
import { listAuthoredCourses } from '#app/courses/list-courses.server.ts';
import { courseDeleted } from '#app/courses/texts.ts';
import { form, formAction, redirectWithToast, stay } from '#app/routes/form.server.ts';
import { May } from '#app/routes/layouts/use-frame.tsx';
import { lenient, listLoader } from '#app/routes/list-loader.server.ts';
import { Figures } from '#app/routes/pieces/figures.tsx';
import { IssuerTasks } from '#app/routes/pieces/waiting-list.tsx';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { formatInstantAsDate } from '#app/shared/format-instants.ts';
import { ActionAlert, EmptyState, ListStatus, LoadMore, RetryAlert } from '#app/ui/list-parts.tsx';
import { useMorePages } from '#app/ui/more-pages.ts';
import { ButtonLink, Icon, PageHeader, pageMeta } from '#app/ui/page.tsx';
import { SearchBox } from '#app/ui/search-box.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/admin-courses';
import { CourseCard, DeletionDialog, listSearch } from './authored-course-card.tsx';
import { toCard } from './course-card-data.ts';

export const meta = () => pageMeta(t('common.myCourses'), t('adminCourses.theCoursesOfYourOrganisation'));

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  listLoader(url, lenient(catalogueSchema), ({ q, cursor }) => {
    const actor = context.get(actorContext);
    const { courses, creators, nextCursor } = listAuthoredCourses(actor, { q, cursor });
    const asked = url.searchParams.get('delete');
    const doomed = asked === null ? null : findAuthoredCourse(actor, asked);
    const buyers = countBuyers([...courses.map(({ id }) => id), ...(doomed ? [doomed.id] : [])]);
    const zone = timeZoneOf(request);
    return {
      rows: courses.map((course) => ({
        ...toCard(course),
        created: formatInstantAsDate(course.createdAt, zone),
        createdBy: creators.get(course.id) ?? null,
        isDraft: course.isDraft,
        unpublishedReason: course.unpublication?.reason ?? null,
        buyers: buyers.get(course.id) ?? 0,
      })),
      nextCursor,
      figures: { ...issuerFigures(actor), periodDays: PERIOD_DAYS },
      toApprove: coursesToApprove(actor),
      /** The course to delete, which may be on any page of any search. */
      doomed: doomed && { id: doomed.id, title: doomed.title, buyers: buyers.get(doomed.id) ?? 0 },
    };
  });

/** Keeps the rows that 'Load more' added when a dialog opens or closes, and when a row is deleted. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  actionResult,
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  if ((actionResult as { deleted?: string } | undefined)?.deleted) return false;
  // The course is gone already, as when the answer to its deletion got lost.
  if (actionStatus === 404) return true;
  const sameList =
    currentUrl.pathname === nextUrl.pathname &&
    currentUrl.search !== nextUrl.search &&
    listSearch(currentUrl.searchParams) === listSearch(nextUrl.searchParams);
  return sameList && !formMethod ? false : defaultShouldRevalidate;
}

export const action = formAction(
  form({
    schema: courseDeletionSchema.extend({ id: z.string().max(100).default('') }),
    async perform({ id, ...input }, { actor }) {
      await deleteCourse(actor, id, input);
      return id;
    },
    outcome: (id, submission) =>
      submission.form.has('inPlace')
        ? data({ ...stay({ message: courseDeleted() }, submission), deleted: id })
        : redirectWithToast(`/admin/courses${listSearch(submission.url.searchParams)}`, courseDeleted()),
  }),
);

export default function AdminCourses({ loaderData, actionData }: Route.ComponentProps) {
  const { q, cursor } = loaderData;
  const { rows: loaded, ...more } = useMorePages(loaderData);
  const [search] = useSearchParams();
  const deletion = useFetcher<typeof action>({ key: 'delete-course' });
  const rows = useWithoutDeleted(loaded, deletion.data?.ok ? deletion.data.deleted : null);
  const opening = useNavigation().location?.pathname === '/admin/course-videos';
  const deleting = deletion.state === 'idle' ? undefined : deletion.formData?.get('id');
  // From the rows if the dialog was opened here, or else from the loader.
  const doomed = [...rows, ...(loaderData.doomed ? [loaderData.doomed] : [])].find(
    ({ id }) => id === search.get('delete'),
  );
  return (
    <>
      <PageToast toast={deletion.data?.toast} />
      <PageToast toast={actionData?.toast} />
      <ActionAlert answer={actionData} />
      <RetryAlert fetcher={deletion} />
      <PageHeader
        title={t('common.myCourses')}
        actions={
          <May act="courses">
            <ButtonLink to="/admin/create-course">
              <Icon of={Plus} />
              {t('common.createCourse')}
            </ButtonLink>
          </May>
        }
      />
      <IssuerTasks courses={loaderData.toApprove} />
      <section aria-label={t('common.certificates')} className="mb-8">
        <Figures {...loaderData.figures} to="/dashboard" />
      </section>
      {(rows.length > 0 || q || cursor) && (
        <div className="mb-6 grid gap-2 text-muted text-sm">
          <SearchBox label={t('adminCourses.searchYourCourses')} defaultValue={q} />
          <ListStatus shown={rows.length} q={q} {...more} />
        </div>
      )}
      {opening && <p role="status">{t('adminCourses.loadingCourseModules')}</p>}
      {rows.length === 0 ? (
        <NoCourses q={q} cursor={cursor} />
      ) : (
        <div className="course-grid" data-view="grid">
          {rows.map((course, index) => (
            <CourseCard
              key={course.id}
              course={course}
              eager={index < 4}
              isLeaving={deleting === course.id}
            />
          ))}
        </div>
      )}
      <LoadMore {...more} />
      {doomed && <DeletionDialog course={doomed} deletion={deletion} />}
    </>
  );
}

/** The rows without those that were deleted since the list was loaded. */
function useWithoutDeleted<Row extends { id: string }>(rows: Row[], latest: string | null | undefined) {
  const [deleted, setDeleted] = useState<readonly string[]>([]);
  if (latest && !deleted.includes(latest)) setDeleted([...deleted, latest]);
  return rows.filter(({ id }) => !deleted.includes(id));
}

function NoCourses({ q, cursor }: { q: string; cursor: string | null }) {
  if (cursor !== null) return <EmptyState title={t('common.noMoreCourses')} />;
  return q ? (
    <EmptyState title={t('common.noCoursesFound')}>{t('common.noCoursesMatchYourSearch')}</EmptyState>
  ) : (
    <EmptyState title={t('common.noCoursesYet')}>
      {t('adminCourses.coursesThatYouPublishAreListedHere')}
    </EmptyState>
  );
}
