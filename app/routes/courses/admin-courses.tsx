import { BookOpen, Pencil, Plus, Trash2, Users } from 'lucide';
import { useState } from 'react';
import {
  data,
  Link,
  type ShouldRevalidateFunctionArgs,
  useFetcher,
  useNavigate,
  useNavigation,
  useSearchParams,
} from 'react-router';
import { z } from 'zod';
import { issuerFigures, PERIOD_DAYS } from '#app/certificates/issuer-figures.server.ts';
import { countBuyers } from '#app/courses/buyers.server.ts';
import { catalogueSchema, courseDeletionSchema } from '#app/courses/course.schema.ts';
import { deleteCourse } from '#app/courses/delete-course.server.ts';
import { findAuthoredCourse } from '#app/courses/find-course.server.ts';
import { listAuthoredCourses } from '#app/courses/list-courses.server.ts';
import { confirmDeleteCourse, courseDeleted } from '#app/courses/texts.ts';
import { form, formAction, stay } from '#app/routes/form.server.ts';
import { May, useMay } from '#app/routes/layouts/may.tsx';
import { lenient, listLoader } from '#app/routes/list-loader.server.ts';
import { Figures } from '#app/routes/pieces/figures.tsx';
import { redirectWithToast } from '#app/routes/redirects.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { timeZoneOf } from '#app/server/session/time-zone.server.ts';
import { formatInstantAsDate } from '#app/shared/format-instants.ts';
import { ActionAlert, RetryAlert } from '#app/ui/action-alert.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { useMorePages } from '#app/ui/more-pages.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { LoadMore } from '#app/ui/pagination.tsx';
import { SearchBox } from '#app/ui/search-box.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/admin-courses';
import { BuyersChoice } from './buyers-choice.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { CourseThumbnail } from './course-card.tsx';
import { toCard } from './course-card-data.ts';

export const meta = () =>
  pageMeta(t('adminCourses.myCourses'), t('adminCourses.theCoursesOfYourInstitution'));

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
      /** The course to delete, which may be on any page of any search. */
      doomed: doomed && { id: doomed.id, title: doomed.title, buyers: buyers.get(doomed.id) ?? 0 },
    };
  });

/** The list's search, with or without the dialog for a course. */
function listSearch(search: URLSearchParams, courseId?: string): string {
  const query = new URLSearchParams(search);
  query.delete('delete');
  if (courseId) query.set('delete', courseId);
  return query.size > 0 ? `?${query}` : '';
}

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
  const mayChange = useMay('courses');
  const { q, cursor } = loaderData;
  const { rows: loaded, ...more } = useMorePages(loaderData);
  const [search] = useSearchParams();
  const deletion = useFetcher<typeof action>({ key: 'delete-course' });
  const rows = useWithoutDeleted(loaded, deletion.data?.ok ? deletion.data.deleted : null);
  const navigate = useNavigate();
  const opening = useNavigation().location?.pathname === '/admin/course-videos';
  const deleting = deletion.state === 'idle' ? undefined : deletion.formData?.get('id');
  const closeTo = `/admin/courses${listSearch(search)}`;
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
        title={t('adminCourses.myCourses')}
        actions={
          <May act="courses">
            <ButtonLink to="/admin/create-course">
              <Icon of={Plus} />
              {t('adminCourses.createCourse')}
            </ButtonLink>
          </May>
        }
      />
      <section aria-label={t('adminCourses.certificates')} className="mb-8">
        <Figures {...loaderData.figures} to="/dashboard" />
      </section>
      {(rows.length > 0 || q || cursor) && (
        <div className="mb-6">
          <SearchBox label={t('adminCourses.searchYourCourses')} defaultValue={q} />
        </div>
      )}
      {opening && <p role="status">{t('adminCourses.loadingCourseModules')}</p>}
      {rows.length === 0 ? (
        <NoCourses q={q} cursor={cursor} />
      ) : (
        <div className="course-grid" data-view="grid">
          {rows.map((course, index) => (
            <Card
              key={course.id}
              flush
              className="course-card"
              data-view="grid"
              data-leaving={deleting === course.id ? '' : undefined}
            >
              <CourseThumbnail
                thumbnail={course.thumbnail}
                sizes="(width < 40rem) 92vw, 22rem"
                eager={index < 4}
              />
              <div className="course-card-body">
                <h2 className="text-lg font-semibold">
                  <Link
                    to={mayChange ? `/admin/course-videos?courseId=${course.id}` : `/course/${course.id}`}
                    className="card-link"
                  >
                    {course.title}
                  </Link>
                </h2>
                {course.isDraft && (
                  <p>
                    <Badge tone="warning">{t('adminCourses.draft')}</Badge>
                  </p>
                )}
                {course.unpublishedReason !== null && (
                  <p className="text-sm">
                    <Badge tone="warning">{t('adminCourses.unpublished')}</Badge>
                    <span className="breakable mt-1 block">
                      {t('adminCourses.reasonUnpublishedreason', {
                        unpublishedReason: course.unpublishedReason,
                      })}
                    </span>
                  </p>
                )}
                <p dir="auto" className="line-clamp-3 text-sm text-muted">
                  {course.description}
                </p>
                <div className="mt-auto flex items-end justify-between gap-2">
                  <div className="text-sm text-muted">
                    <p className="flex items-center gap-1.5">
                      <Icon of={BookOpen} className="size-4" />
                      {t('adminCourses.modulecountModules', { moduleCount: course.moduleCount })}
                    </p>
                    <p>
                      {course.createdBy === null
                        ? t('adminCourses.createdCreated', { created: course.created })
                        : t('adminCourses.createdCreatedByCreatedby', {
                            created: course.created,
                            createdBy: course.createdBy,
                          })}
                    </p>
                  </div>
                  <p className="above-card-link -me-2.5 -mb-1.5 flex">
                    <ButtonLink
                      to={`/admin/courses/${course.id}/learners`}
                      variant="quiet"
                      size="icon"
                      aria-label={t('adminCourses.learnersOfTitle', { title: course.title })}
                    >
                      <Icon of={Users} />
                    </ButtonLink>
                    <May act="courses">
                      <ButtonLink
                        to={`/admin/courses/${course.id}/edit`}
                        variant="quiet"
                        size="icon"
                        aria-label={t('adminCourses.editTitle', { title: course.title })}
                      >
                        <Icon of={Pencil} />
                      </ButtonLink>
                      <ButtonLink
                        to={listSearch(search, course.id)}
                        preventScrollReset
                        variant="quiet"
                        size="icon"
                        aria-label={t('adminCourses.deleteTitle', { title: course.title })}
                      >
                        <Icon of={Trash2} />
                      </ButtonLink>
                    </May>
                  </p>
                </div>
              </div>
            </Card>
          ))}
        </div>
      )}
      <LoadMore {...more} />
      {doomed && (
        <ConfirmDialog
          title={t('adminCourses.deleteTitle', { title: doomed.title })}
          question={confirmDeleteCourse()}
          closeTo={closeTo}
          fields={{ id: doomed.id }}
          onConfirm={(form) => {
            deletion.submit(form, { method: 'post' });
            navigate(closeTo, { preventScrollReset: true });
          }}
        >
          <BuyersChoice buyers={doomed.buyers} />
          {doomed.buyers > 0 && (
            <TextField
              label={t('adminCourses.reason')}
              name="reason"
              optional
              maxLength={500}
              hint={t('adminCourses.buyersWhosePurchaseIsRefundedWillReadIt')}
            />
          )}
        </ConfirmDialog>
      )}
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
  if (cursor !== null) return <EmptyState title={t('adminCourses.noMoreCourses')} />;
  return q ? (
    <EmptyState title={t('adminCourses.noCoursesFound')}>
      {t('adminCourses.noCoursesMatchYourSearch')}
    </EmptyState>
  ) : (
    <EmptyState title={t('adminCourses.noCoursesYet')}>
      {t('adminCourses.coursesThatYouPublishAreListedHere')}
    </EmptyState>
  );
}
