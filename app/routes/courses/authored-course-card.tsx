import { BookOpen, Eye, Pencil, Trash2, Users } from 'lucide';
import { type FetcherWithComponents, Link, useNavigate, useSearchParams } from 'react-router';
import { confirmDeleteCourse } from '#app/courses/texts.ts';
import { May, useMay } from '#app/routes/layouts/use-frame.tsx';
import { TextField } from '#app/ui/form.tsx';
import { IconLink } from '#app/ui/icon-button.tsx';
import { Badge } from '#app/ui/list-parts.tsx';
import { Card, Icon } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/admin-courses';
import { BuyersChoice } from './buyers-choice.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { CourseThumbnail } from './course-card.tsx';

/** The list's search, with or without the dialog for a course. */
export function listSearch(search: URLSearchParams, courseId?: string): string {
  const query = new URLSearchParams(search);
  query.delete('delete');
  if (courseId) query.set('delete', courseId);
  return query.size > 0 ? `?${query}` : '';
}

type Row = Route.ComponentProps['loaderData']['rows'][number];

function CourseActions({ id, title }: Row) {
  const [search] = useSearchParams();
  const path = `/admin/courses/${id}`;
  return (
    <p className="above-card-link -me-2.5 -mb-1.5 flex">
      <IconLink to={`/course/${id}`} icon={Eye} label={t('adminCourses.viewTitleAsLearner', { title })} />
      <IconLink to={`${path}/learners`} icon={Users} label={t('adminCourses.learnersOfTitle', { title })} />
      <May act="courses">
        <IconLink to={`${path}/edit`} icon={Pencil} label={t('common.editTitle', { title })} />
        <IconLink
          to={listSearch(search, id)}
          preventScrollReset
          icon={Trash2}
          label={t('common.deleteTitle', { title })}
        />
      </May>
    </p>
  );
}

type CourseCardProps = { course: Row; eager: boolean; isLeaving: boolean };

/** A card of an issuer's own course. */
export function CourseCard({ course, eager, isLeaving }: CourseCardProps) {
  const mayChange = useMay('courses');
  return (
    <Card flush className="course-card" data-view="grid" data-leaving={isLeaving ? '' : undefined}>
      <CourseThumbnail thumbnail={course.thumbnail} sizes="(width < 40rem) 92vw, 22rem" eager={eager} />
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
            <Badge tone="warning">{t('common.draft')}</Badge>
          </p>
        )}
        {course.unpublishedReason !== null && (
          <p className="text-sm">
            <Badge tone="warning">{t('common.unpublished')}</Badge>
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
          <CourseActions {...course} />
        </div>
      </div>
    </Card>
  );
}

type DeletionDialogProps = {
  course: { id: string; title: string; buyers: number };
  deletion: FetcherWithComponents<unknown>;
};

/** Asks whether to delete a course. */
export function DeletionDialog({ course, deletion }: DeletionDialogProps) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const closeTo = `/admin/courses${listSearch(search)}`;
  return (
    <ConfirmDialog
      title={t('common.deleteTitle', { title: course.title })}
      question={confirmDeleteCourse()}
      closeTo={closeTo}
      fields={{ id: course.id }}
      onConfirm={(form) => {
        deletion.submit(form, { method: 'post' });
        navigate(closeTo, { preventScrollReset: true });
      }}
    >
      <BuyersChoice buyers={course.buyers} />
      {course.buyers > 0 && (
        <TextField
          label={t('common.reason')}
          name="reason"
          optional
          maxLength={500}
          hint={t('adminCourses.buyersWhosePurchaseIsRefundedWillReadIt')}
        />
      )}
    </ConfirmDialog>
  );
}
