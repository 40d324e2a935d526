import { useRef } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { isConverting } from '#app/courses/conversions/conversion.ts';
import { formatMinutes } from '#app/courses/duration.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { Badge } from '#app/ui/list-parts.tsx';
import { RenderedMarkdown } from '#app/ui/page.tsx';
import { CONVERSION_POLL_MS, usePolling } from '#app/ui/polling.ts';
import { t } from '#messages';
import type { Route } from './+types/course';
import { ClosedLesson } from './course-sidebar.tsx';
import { LessonDownloads } from './lesson-files-card.tsx';
import { ConversionNote, LessonMark, LessonStateBadge, lessonTypes, NextLesson } from './lesson-marks.tsx';
import { LessonPlayer } from './lesson-player.tsx';
import { QuizLesson } from './quiz-lesson.tsx';
import { Transcript } from './transcript.tsx';

type Loaded = Route.ComponentProps['loaderData'];
type Lesson = NonNullable<Loaded['selected']>;

type CourseLessonProps = Loaded & { selected: Lesson; failure: FormError | undefined };

/** The lesson that is shown on the page of its course. */
export function CourseLesson({ selected, failure, ...loaded }: CourseLessonProps) {
  const { course, captions, transcript, text, files, quiz, progress, next, continueWith } = loaded;
  const player = useRef<HTMLVideoElement>(null);
  const { revalidate } = useRevalidator();
  const [query, setQuery] = useSearchParams();
  /** Shows that the lesson is done. Without its ID in the URL, the page would change to the next lesson. */
  function showDone() {
    if (query.has('lesson')) void revalidate();
    else {
      const own = new URLSearchParams([...query, ['lesson', selected.id]]);
      setQuery(own, { replace: true, preventScrollReset: true });
    }
  }
  usePolling(isConverting(selected.conversion), CONVERSION_POLL_MS);
  return (
    <section aria-label={t('common.lesson')} className="grid gap-4">
      <LessonHeading lesson={selected} isPreview={course.mustBuy} />
      {!selected.isOpen && <ClosedLesson course={course} opensAfter={selected.opensAfter} />}
      {selected.videoPath !== null && (
        <LessonPlayer
          key={selected.id}
          videoPath={selected.videoPath}
          contentType={selected.contentType}
          title={selected.title}
          captions={captions}
          player={player}
          poster={selected.poster}
          startAt={selected.startAt}
          reportTo={progress && `/course/${course.id}/lessons/${selected.id}/progress`}
          onDone={showDone}
        />
      )}
      {isConverting(selected.conversion) && selected.conversion && (
        <ConversionNote conversion={selected.conversion} />
      )}
      {quiz && (
        <QuizLesson
          quiz={quiz}
          lessonId={selected.id}
          next={next ?? (selected.id === continueWith?.id ? null : continueWith)}
          failure={failure}
        />
      )}
      {text !== null && (
        <div className="lesson-text">
          <RenderedMarkdown html={text} />
        </div>
      )}
      <LessonDownloads files={files} />
      <Transcript
        key={`transcript of ${selected.id}`}
        lessonId={selected.id}
        captions={captions}
        transcript={transcript}
        player={player}
      />
      <LessonEnd lesson={selected} next={quiz?.result?.passed ? null : next} />
    </section>
  );
}

const LessonHeading = ({ lesson, isPreview }: { lesson: Lesson; isPreview: boolean }) => (
  <div>
    <h2 id="lesson" tabIndex={-1} className="text-xl">
      {lesson.title}
    </h2>
    <p className="mt-1 flex flex-wrap gap-2">
      <Badge>{formatMinutes(lesson.durationSeconds)}</Badge>
      <Badge tone="info">{lessonTypes()[lesson.type]}</Badge>
      {isPreview && lesson.isOpen && <Badge tone="success">{t('common.freePreview')}</Badge>}
      {lesson.state !== null && (
        <span role="status">
          <LessonStateBadge state={lesson.state} />
        </span>
      )}
    </p>
  </div>
);

const LessonEnd = ({ lesson, next }: Pick<Loaded, 'next'> & { lesson: Lesson }) => {
  const isMarked = lesson.state !== null && lesson.isOpen && lesson.type !== 'quiz';
  return (
    <div className="flex flex-wrap items-center gap-3 empty:hidden">
      {isMarked && <LessonMark lessonId={lesson.id} isDone={lesson.state === 'done'} />}
      {next && <NextLesson next={next} variant={isMarked ? 'secondary' : 'primary'} />}
    </div>
  );
};
