import { type FetcherWithComponents, Link, useNavigate } from 'react-router';
import { confirmDeleteLesson, confirmDeleteModule } from '#app/courses/texts.ts';
import type { StorageUse } from '#app/files/media/storage.server.ts';
import type { FormError, Toast } from '#app/shared/form-error.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { t } from '#messages';
import type { Route } from './+types/course-videos';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { LessonKinds } from './course-form-parts.tsx';
import { LessonForm } from './lesson-form.tsx';
import { LessonPlayer } from './lesson-player.tsx';

/** The result of deleting a module or a lesson. */
export type DeleteAnswer = FormError | { ok: true; toast: Toast };

type DialogsProps = {
  course: NonNullable<Route.ComponentProps['loaderData']['course']>;
  search: URLSearchParams;
  change: FetcherWithComponents<DeleteAnswer>;
  failure: FormError | undefined;
  storage: StorageUse | null;
};

type LessonDialogProps = Pick<DialogsProps, 'failure' | 'storage'> & {
  courseId: string;
  /** The module of a new lesson, or the lesson to edit. */
  target: { id: string; title: string; moduleId?: string; duration?: string };
  /** Lessons of the course. */
  count: number;
};

function LessonDialog({ courseId, target, count, ...form }: LessonDialogProps) {
  const { id, title, moduleId, duration } = target;
  const page = `/admin/course-videos?courseId=${courseId}`;
  const isNew = moduleId === undefined;
  const closeTo = `${page}&open=${moduleId ?? id}`;
  return (
    <Dialog title={isNew ? t('courseVideosDialogs.addNewLesson') : t('common.editLesson')} closeTo={closeTo}>
      <div className="mb-5">
        {isNew ? (
          <LessonKinds courseId={courseId} moduleId={id} current="video" />
        ) : (
          <Link to={`/admin/courses/${courseId}/lessons/${id}`}>
            {t('courseVideosDialogs.moreSettingsOfThisLesson')}
          </Link>
        )}
      </div>
      <LessonForm
        // Empty after 'Save and add another'.
        key={count}
        {...form}
        courseId={courseId}
        target={isNew ? { moduleId: id } : { lessonId: id }}
        values={isNew ? undefined : { title, duration: duration ?? '' }}
        action={`${page}&${isNew ? 'addLesson' : 'editLesson'}=${id}`}
        closeTo={closeTo}
      />
    </Dialog>
  );
}

/** The dialog that the URL opens, if any: to add, edit, play or delete. */
export function CourseDialogs({ course, storage, search, change, failure }: DialogsProps) {
  const navigate = useNavigate();
  const page = `/admin/course-videos?courseId=${course.id}`;
  const lessons = course.modules.flatMap(({ id, lessons: own }) =>
    own.map((lesson) => ({ moduleId: id, ...lesson })),
  );
  const module = (name: string) => course.modules.find(({ id }) => id === search.get(name));
  const lesson = (name: string) => lessons.find(({ id }) => id === search.get(name));
  const confirmed = (closeTo: string) => (form: FormData) => {
    change.submit(form, { method: 'post', action: page });
    navigate(closeTo, { preventScrollReset: true });
  };

  const target = module('addLesson') ?? lesson('editLesson');
  if (target)
    return (
      <LessonDialog
        courseId={course.id}
        target={target}
        count={lessons.length}
        failure={failure}
        storage={storage}
      />
    );
  const played = lesson('play');
  if (played?.videoPath) {
    return (
      <Dialog title={played.title} closeTo={`${page}&open=${played.moduleId}`} size="wide">
        <LessonPlayer
          key={played.id}
          videoPath={played.videoPath}
          contentType={played.contentType}
          title={played.title}
        />
      </Dialog>
    );
  }
  const doomed = module('deleteModule');
  if (doomed) {
    return (
      <ConfirmDialog
        title={t('common.deleteTitle', { title: doomed.title })}
        question={confirmDeleteModule()}
        closeTo={`${page}&open=${doomed.id}`}
        fields={{ intent: 'delete-module', courseId: course.id, id: doomed.id }}
        onConfirm={confirmed(page)}
      />
    );
  }
  const doomedLesson = lesson('deleteLesson');
  if (doomedLesson) {
    const { id, title, moduleId } = doomedLesson;
    const closeTo = `${page}&open=${moduleId}`;
    return (
      <ConfirmDialog
        title={t('common.deleteTitle', { title })}
        question={confirmDeleteLesson()}
        closeTo={closeTo}
        fields={{ intent: 'delete-lesson', courseId: course.id, moduleId, id }}
        onConfirm={confirmed(closeTo)}
      />
    );
  }
  return null;
}
