import { useRef } from 'react';
import { type ShouldRevalidateFunctionArgs, useRevalidator, useSearchParams } from 'react-router';
import { z } from 'zod';
import { captionsOf } from '#app/courses/captions/captions-of.server.ts';
import { type Transcript as ShownTranscript, transcriptOf } from '#app/courses/captions/transcript.server.ts';
import { ruleSentence } from '#app/courses/completion/completion.schema.ts';
import { completionOf } from '#app/courses/completion/completion-settings.server.ts';
import { myCompletion } from '#app/courses/completion/my-completion.server.ts';
import { isConverting } from '#app/courses/conversions/conversion.ts';
import { conversionsOf, posterPath } from '#app/courses/conversions/conversions-of.server.ts';
import { ratingSchema } from '#app/courses/course.schema.ts';
import { courseOffer } from '#app/courses/course-offer.server.ts';
import { formatHoursAndMinutes, formatMinutes } from '#app/courses/duration.ts';
import { enrol, participation } from '#app/courses/enrol.server.ts';
import { openCourse } from '#app/courses/find-course.server.ts';
import { filesOfLesson } from '#app/courses/lessons/lesson-files.server.ts';
import { lessonText } from '#app/courses/lessons/lesson-text.server.ts';
import { searchLessons } from '#app/courses/lessons/search-lessons.server.ts';
import { type CourseProgress, courseProgress } from '#app/courses/progress/course-progress.server.ts';
import { enrolledTexts } from '#app/courses/purchase-course.server.ts';
import { rateCourse } from '#app/courses/rate-course.server.ts';
import { rated } from '#app/courses/texts.ts';
import { learnerActions } from '#app/routes/courses/learner-actions.server.ts';
import { QUIZ_FORM_FIELDS, quizActions } from '#app/routes/courses/quiz-actions.server.ts';
import { shownQuiz } from '#app/routes/courses/shown-quiz.server.ts';
import { form, intentAction, type Submission } from '#app/routes/form.server.ts';
import { redirectWithToast } from '#app/routes/redirects.server.ts';
import { LONG_FORM_BYTES } from '#app/server/edge/body-limit.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { timeZoneOf } from '#app/server/session/time-zone.server.ts';
import { formatInstantAsDate } from '#app/shared/format-instants.ts';
import { formatUsd } from '#app/shared/money.ts';
import { ActionAlert } from '#app/ui/action-alert.tsx';
import { Alert } from '#app/ui/alert.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { CONVERSION_POLL_MS, usePolling } from '#app/ui/polling.ts';
import { Progress } from '#app/ui/progress.tsx';
import { RenderedMarkdown } from '#app/ui/rendered-markdown.tsx';
import { StatTile, StatTiles } from '#app/ui/stat-tile.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/course';
import { CompletedCourse, completedFacts } from './completed-course.tsx';
import { ConversionNote } from './conversion-note.tsx';
import { CourseContent } from './course-content.tsx';
import { ClosedLesson, CourseSidebar } from './course-sidebar.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { LessonDownloads } from './lesson-files-card.tsx';
import { LessonMark, LessonStateBadge } from './lesson-marks.tsx';
import { LessonPlayer } from './lesson-player.tsx';
import { LessonSearch } from './lesson-search.tsx';
import { lessonTypes } from './lesson-type.ts';
import { QuizLesson } from './quiz-lesson.tsx';
import { Transcript } from './transcript.tsx';
import { UnpublishedNotice } from './unpublished-notice.tsx';

const MAX_SEARCH_LENGTH = 200;

export const handle = { body: [{ bytes: LONG_FORM_BYTES }] } satisfies RouteNeeds;

export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageMeta(
    loaderData?.course.title ?? t('course.course'),
    loaderData?.course.description.slice(0, 160) || t('course.aCourseWithVideoLessons'),
  );

export const loader = ({ request, params, url, context }: Route.LoaderArgs) => {
  const found = openCourse(context.get(actorContext), params.id);
  const zone = timeZoneOf(request);
  const lessons = found.modules.flatMap((module) =>
    module.lessons.map((lesson) => ({ module: module.id, ...lesson })),
  );
  const published = found.modules.filter(({ isDraft }) => !isDraft).flatMap(({ lessons: own }) => own);
  const counted = published.filter(({ isDraft }) => !isDraft);
  const asked = url.searchParams.get('lesson');
  const progress = courseProgress(context.get(actorContext), found);
  const selected =
    lessons.find(({ id }) => id === asked) ??
    lessons.find(({ id }) => id === progress?.continueWith) ??
    lessons.find(({ module }) => module === found.modules[0]?.id) ??
    null;
  const startAt = askedTime(url) ?? startOf(progress, selected?.id);
  const search = shownSearch(found, url.searchParams.get('q'));
  const { modules, priceMinor, creator, createdAt, updatedAt, ...course } = found;
  return {
    course: {
      ...course,
      price: priceMinor === null ? null : formatUsd(priceMinor),
      mustBuy:
        found.unpublication === null &&
        !found.isKept &&
        !found.isDraft &&
        courseOffer(context.get(actorContext), found.id) !== null,
      // Every account has a username. The fallback is for future imports.
      creator: creator.username || t('course.unknown'),
      created: formatInstantAsDate(createdAt, zone),
      updated: formatInstantAsDate(updatedAt, zone),
      moduleCount: found.modules.filter(({ isDraft }) => !isDraft).length,
      lessonCount: counted.length,
      duration: formatHoursAndMinutes(counted.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0)),
    },
    modules: modules.map(({ id, title, lessons: own }) => ({
      id,
      title,
      lessons: own.map((lesson) => ({
        id: lesson.id,
        type: lesson.type,
        title: lesson.title,
        minutes: formatMinutes(lesson.durationSeconds),
        isClosed: !lesson.isOpen,
        opensAfter: lesson.opensAfter ?? null,
        state: progress?.states[lesson.id] ?? null,
      })),
    })),
    selected: selected && {
      ...selected,
      state: progress?.states[selected.id] ?? null,
      startAt,
      poster: posterPath(selected.videoPath) ?? found.thumbnail.path,
      conversion: conversionsOf([selected.videoPath]).get(selected.videoPath ?? '') ?? null,
    },
    progress: progress && { done: progress.done, total: progress.total, percent: progress.percent },
    text: selected?.type === 'text' && selected.isOpen ? (lessonText(selected.id)?.html ?? '') : null,
    ...(selected?.type === 'video' && selected.isOpen
      ? {
          captions: captionsOf(selected.id),
          transcript: transcriptOf(selected.id, {
            language: url.searchParams.get('captions'),
            part: askedPart(url),
            q: isInTranscript(search, selected.id) && askedTime(url) === null ? search.q : null,
            at: startAt,
          }),
        }
      : NO_CAPTIONS),
    search,
    next: selected && nextOpen(lessons, selected.id),
    files: selected?.isOpen ? filesOfLesson(selected.id) : [],
    quiz:
      selected?.type === 'quiz' && selected.isOpen
        ? shownQuiz(context.get(actorContext), {
            courseId: found.id,
            lessonId: selected.id,
            shown: url.searchParams.get('attempt'),
            zone,
          })
        : null,
    completion: completionFacts(found.id, counted.filter(({ type }) => type === 'quiz').length),
    completed: completedFacts(myCompletion(context.get(actorContext), found.id), zone),
    participation: participation(context.get(actorContext), found.id),
  };
};

/** The lesson after this one, if the reader may open it. */
function nextOpen(lessons: { id: string; title: string; isOpen: boolean }[], lessonId: string) {
  const next = lessons[lessons.findIndex(({ id }) => id === lessonId) + 1];
  return next?.isOpen ? { id: next.id, title: next.title } : null;
}

/** After a conflict the page is out of date: the attempt has ended in another tab, for example. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate || actionStatus === 409;

/** What completes the course, in sentences. */
function completionFacts(courseId: string, quizzes: number) {
  const { rule, inOrder, certificate } = completionOf(courseId);
  return [
    ruleSentence(rule, quizzes),
    ...(inOrder ? [t('course.aLessonOpensWhenTheOne')] : []),
    ...(certificate === 'at-once' ? [t('course.youThenGetACertificate')] : []),
    ...(certificate === 'approval' ? [t('course.youThenGetACertificateOnce')] : []),
  ];
}

const NO_CAPTIONS: { captions: ReturnType<typeof captionsOf>; transcript: ShownTranscript | null } = {
  captions: [],
  transcript: null,
};

function shownSearch(course: Parameters<typeof searchLessons>[0], asked: string | null) {
  const q = (asked ?? '').slice(0, MAX_SEARCH_LENGTH).trim();
  return { q, found: q === '' ? null : searchLessons(course, q) };
}

const isInTranscript = ({ found }: ReturnType<typeof shownSearch>, lessonId: string) =>
  found?.some(({ id, foundIn }) => id === lessonId && foundIn === 'transcript') ?? false;

/** The part of the transcript that was asked for, from 1. */
function askedPart({ searchParams }: URL): number | null {
  const part = Number(searchParams.get('part'));
  return Number.isSafeInteger(part) && part > 0 ? part : null;
}

/** The time of a line of the transcript that was followed without JavaScript, in seconds. */
function askedTime({ searchParams }: URL): number | null {
  const time = Number(searchParams.get('t') ?? Number.NaN);
  return Number.isFinite(time) && time >= 0 ? time : null;
}

/** Where a lesson continues, in seconds. One that is done starts again. */
const startOf = (progress: CourseProgress | null, lessonId = '') =>
  progress?.states[lessonId] === 'begun' ? (progress.positions[lessonId] ?? 0) : 0;

/** Redirects to the same page with a toast. */
const again =
  (message: () => string) =>
  (_: unknown, { params, url }: Submission) =>
    redirectWithToast(`/course/${encodeURIComponent(params.id ?? '')}${url.search}`, message());

export const action = intentAction(
  {
    ...quizActions,
    ...learnerActions,
    enrol: form({
      schema: z.object({}),
      perform: (_, { actor, params }) => enrol(actor, params.id ?? ''),
      outcome: again(enrolledTexts),
    }),
    rate: form({
      schema: ratingSchema,
      missingMessage: () => t('course.pleaseChoose1To5Stars'),
      perform: (input, { actor, params }) => rateCourse(actor, params.id ?? '', input),
      outcome: again(rated),
    }),
  },
  { bytes: LONG_FORM_BYTES, fields: QUIZ_FORM_FIELDS },
);

export default function Course({ loaderData, actionData }: Route.ComponentProps) {
  const { course, modules, selected, text, files, quiz, progress, completed, search, next } = loaderData;
  const player = useRef<HTMLVideoElement>(null);
  const { revalidate } = useRevalidator();
  const [query, setQuery] = useSearchParams();
  /** Shows that the lesson is done. Without its ID in the URL, the page would change to the next lesson. */
  function showDone() {
    if (query.has('lesson') || !selected) void revalidate();
    else {
      const own = new URLSearchParams([...query, ['lesson', selected.id]]);
      setQuery(own, { replace: true, preventScrollReset: true });
    }
  }
  usePolling(isConverting(selected?.conversion), CONVERSION_POLL_MS);
  const failure = actionData && 'lastResult' in actionData ? actionData : undefined;
  return (
    <>
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title={course.title}
        crumbs={[{ label: t('course.courses'), to: '/courses' }, { label: course.title }]}
      />
      <DraftNotice courseId={course.id} isDraft={course.isDraft} />
      <UnpublishedNotice unpublication={course.unpublication} />
      {course.isKept && (
        <div className="mb-6">
          <Alert title={t('course.thisCourseIsNoLongerOffered')}>
            {t('course.youHaveBoughtItAndKeepIt')}
          </Alert>
        </div>
      )}
      <ActionAlert answer={actionData} />
      <p dir="auto" className="course-description">
        {course.description}
      </p>
      <div className="my-6">
        <StatTiles>
          <StatTile label={t('course.modules')} value={course.moduleCount} />
          <StatTile label={t('course.lessons')} value={course.lessonCount} />
          <StatTile label={t('course.duration')} value={course.duration} />
          <StatTile
            label={t('course.created')}
            value={<span className="whitespace-nowrap max-sm:text-lg">{course.created}</span>}
          />
        </StatTiles>
      </div>
      <div className="course-columns">
        <div className="grid min-w-0 content-start gap-6">
          {completed && (
            <CompletedCourse
              completed={completed}
              failure={failure?.intent === 'certificate' ? failure : undefined}
            />
          )}
          {selected ? (
            <section aria-label={t('course.lesson')} id="lesson">
              {!selected.isOpen && <ClosedLesson course={course} opensAfter={selected.opensAfter} />}
              {selected.videoPath !== null && (
                <LessonPlayer
                  key={selected.id}
                  videoPath={selected.videoPath}
                  contentType={selected.contentType}
                  title={selected.title}
                  captions={loaderData.captions}
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
              <h2 className="mt-4 text-xl">{selected.title}</h2>
              <p className="mt-1 flex flex-wrap gap-2">
                <Badge>{formatMinutes(selected.durationSeconds)}</Badge>
                <Badge tone="info">{lessonTypes()[selected.type]}</Badge>
                {course.mustBuy && selected.isOpen && <Badge tone="success">{t('course.freePreview')}</Badge>}
                {selected.state !== null && (
                  <span role="status">
                    <LessonStateBadge state={selected.state} />
                  </span>
                )}
              </p>
              {quiz && (
                <div className="mt-4">
                  <QuizLesson quiz={quiz} lessonId={selected.id} failure={failure} />
                </div>
              )}
              {text !== null && (
                <div className="lesson-text mt-4">
                  <RenderedMarkdown html={text} />
                </div>
              )}
              <LessonDownloads files={files} />
              <Transcript
                key={`transcript of ${selected.id}`}
                lessonId={selected.id}
                captions={loaderData.captions}
                transcript={loaderData.transcript}
                player={player}
              />
              <div className="mt-4 flex flex-wrap items-center gap-3 empty:hidden">
                {selected.state !== null && selected.isOpen && selected.type !== 'quiz' && (
                  <LessonMark lessonId={selected.id} state={selected.state} />
                )}
                {next && (
                  <ButtonLink
                    to={`?lesson=${next.id}#lesson`}
                    variant={selected.state === 'done' ? 'primary' : 'secondary'}
                    className="max-w-full"
                  >
                    {t('course.nextLessonTitle', { title: next.title })}
                  </ButtonLink>
                )}
              </div>
            </section>
          ) : (
            course.lessonCount > 0 && <Alert tone="info">{t('course.chooseALessonFromTheCourse')}</Alert>
          )}
          <section aria-labelledby="content-heading">
            <h2 id="content-heading" className="mb-3 text-xl">
              {t('course.courseContent')}
            </h2>
            {progress && (
              <div className="mb-4">
                <Progress
                  label={t('course.doneOfTotalLessonsDone', { done: progress.done, total: progress.total })}
                  value={progress.percent}
                />
              </div>
            )}
            {course.lessonCount > 0 && <LessonSearch {...search} lessonId={selected?.id} />}
            <CourseContent modules={modules} selected={selected} mustBuy={course.mustBuy} />
          </section>
        </div>
        <CourseSidebar {...loaderData} />
      </div>
    </>
  );
}
