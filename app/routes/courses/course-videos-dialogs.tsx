import { type FetcherWithComponents, Link, useNavigate } from 'react-router';
import { CONFIRM_DELETE_LESSON, CONFIRM_DELETE_MODULE } from '#app/courses/texts.ts';
import type { StorageUse } from '#app/files/media/storage.server.ts';
import type { FormError, Toast } from '#app/shared/form-error.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import type { Route } from './+types/course-videos';
import { ConfirmDialog } from './confirm-dialog.tsx';
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

  const target = module('addLesson');
  if (target) {
    const closeTo = `${page}&open=${target.id}`;
    return (
      <Dialog title="Add New Lesson" closeTo={closeTo}>
        <p className="mb-4">
          A video, or else a{' '}
          <Link to={`/admin/courses/${course.id}/lessons/new?module=${target.id}`}>text</Link> or a{' '}
          <Link to={`/admin/courses/${course.id}/lessons/new?module=${target.id}&type=quiz`}>quiz</Link>.
        </p>
        <LessonForm
          courseId={course.id}
          target={{ moduleId: target.id }}
          action={`${page}&addLesson=${target.id}`}
          closeTo={closeTo}
          failure={failure}
          storage={storage}
        />
      </Dialog>
    );
  }
  const edited = lesson('editLesson');
  if (edited) {
    const closeTo = `${page}&open=${edited.moduleId}`;
    return (
      <Dialog title="Edit Lesson" closeTo={closeTo}>
        <p className="mb-4">
          <Link to={`/admin/courses/${course.id}/lessons/${edited.id}`}>More settings of this lesson</Link>
        </p>
        <LessonForm
          courseId={course.id}
          target={{ lessonId: edited.id }}
          values={{ title: edited.title, duration: edited.duration }}
          action={`${page}&editLesson=${edited.id}`}
          closeTo={closeTo}
          failure={failure}
          storage={storage}
        />
      </Dialog>
    );
  }
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
        title={`Delete ${doomed.title}`}
        question={CONFIRM_DELETE_MODULE}
        closeTo={`${page}&open=${doomed.id}`}
        fields={{ intent: 'delete-module', courseId: course.id, id: doomed.id }}
        onConfirm={confirmed(page)}
      />
    );
  }
  const doomedLesson = lesson('deleteLesson');
  if (doomedLesson) {
    const closeTo = `${page}&open=${doomedLesson.moduleId}`;
    return (
      <ConfirmDialog
        title={`Delete ${doomedLesson.title}`}
        question={CONFIRM_DELETE_LESSON}
        closeTo={closeTo}
        fields={{
          intent: 'delete-lesson',
          courseId: course.id,
          moduleId: doomedLesson.moduleId,
          id: doomedLesson.id,
        }}
        onConfirm={confirmed(closeTo)}
      />
    );
  }
  return null;
}
