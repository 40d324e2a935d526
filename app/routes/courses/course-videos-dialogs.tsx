import { type FetcherWithComponents, Link, useNavigate } from 'react-router';
import { confirmDeleteLesson, confirmDeleteModule } from '#app/courses/texts.ts';
import type { StorageUse } from '#app/files/media/storage.server.ts';
import type { FormError, Toast } from '#app/shared/form-error.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { rich } from '#app/ui/rich-text.tsx';
import { t } from '#messages';
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
      <Dialog title={t('courseVideosDialogs.addNewLesson')} closeTo={closeTo}>
        <p className="mb-4">
          {rich('courseVideosDialogs.aVideoOrElseAText', {
            link: (text) => (
              <Link to={`/admin/courses/${course.id}/lessons/new?module=${target.id}`}>{text}</Link>
            ),
            link2: (text) => (
              <Link to={`/admin/courses/${course.id}/lessons/new?module=${target.id}&type=quiz`}>{text}</Link>
            ),
          })}
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
      <Dialog title={t('courseVideosDialogs.editLesson')} closeTo={closeTo}>
        <p className="mb-4">
          <Link to={`/admin/courses/${course.id}/lessons/${edited.id}`}>
            {t('courseVideosDialogs.moreSettingsOfThisLesson')}
          </Link>
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
        title={t('courseVideosDialogs.deleteTitle', { title: doomed.title })}
        question={confirmDeleteModule()}
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
        title={t('courseVideosDialogs.deleteTitle', { title: doomedLesson.title })}
        question={confirmDeleteLesson()}
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
