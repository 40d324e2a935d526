import type { Actor } from '#app/accounts/actor.server.ts';
import { pictureSize } from '#app/certificates/certificate-design.server.ts';
import { lined } from '#app/certificates/fields.ts';
import { heldCertificate } from '#app/certificates/held-certificates.server.ts';
import { sharingOf } from '#app/certificates/share-links.server.ts';
import { captionsOf, type Transcript, transcriptOf } from '#app/courses/captions/captions-of.server.ts';
import { completionOf } from '#app/courses/completion/completion-fields.server.ts';
import { ruleSentence } from '#app/courses/completion/completion-rules.ts';
import { draftForLearner } from '#app/courses/completion/issue-completion-certificates.server.ts';
import type { MyCompletion } from '#app/courses/completion/my-completion.server.ts';
import { conversionsOf, posterPath } from '#app/courses/conversions/conversion-state.server.ts';
import { formatHoursAndMinutes, formatMinutes } from '#app/courses/duration.ts';
import { participation } from '#app/courses/enrol.server.ts';
import { openCourse } from '#app/courses/find-course.server.ts';
import { filesOfLesson } from '#app/courses/lessons/lesson-files.server.ts';
import { searchLessons } from '#app/courses/lessons/search-lessons.server.ts';
import { lessonText } from '#app/courses/lessons/text-lessons.server.ts';
import {
  type CourseProgress,
  courseProgress,
  lessonAfter,
} from '#app/courses/progress/my-learning.server.ts';
import { courseOffer } from '#app/courses/purchase-course.server.ts';
import type { Holder } from '#app/holders/holder-sessions.server.ts';
import { heldRow, shownSharing } from '#app/routes/holders/shown-sharing.server.ts';
import { viewOf } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { shownDraft } from '#app/routes/pieces/pictures.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { formatInstantAsDate } from '#app/shared/format-instants.ts';
import { formatUsd } from '#app/shared/money.ts';
import { t } from '#messages';
import { shownQuiz } from './shown-quiz.server.ts';

const MAX_SEARCH_LENGTH = 200;

type Found = ReturnType<typeof openCourse>;
type Lesson = Found['modules'][number]['lessons'][number];

type Asked = { url: URL; zone: string };

/** A course as its page shows it, with the lesson that the URL names or the reader has reached. */
export function shownCourse(actor: Actor, courseId: string, { url, zone }: Asked) {
  const found = openCourse(actor, courseId);
  const lessons = found.modules.flatMap(({ id: module, lessons: own }) =>
    own.map((lesson) => ({ module, ...lesson })),
  );
  const progress = courseProgress(actor, found);
  const withId = (id: string | null | undefined) => lessons.find((lesson) => lesson.id === id);
  const selected =
    withId(url.searchParams.get('lesson')) ??
    withId(progress?.continueWith) ??
    lessons.find(({ module }) => module === found.modules[0]?.id) ??
    null;
  const search = shownSearch(found, url.searchParams.get('q'));
  const counted = publishedModules(found).flatMap(({ lessons: own }) =>
    own.filter(({ isDraft }) => !isDraft),
  );
  const startAt = askedTime(url) ?? startOf(progress, selected?.id);
  return {
    course: courseFacts(actor, found, { counted, zone }),
    modules: shownModules(found, progress),
    selected: selected && {
      ...selected,
      state: progress?.states[selected.id] ?? null,
      startAt,
      poster: posterPath(selected.videoPath) ?? found.thumbnail.path,
      conversion: conversionsOf([selected.videoPath]).get(selected.videoPath ?? '') ?? null,
    },
    progress: progress && { done: progress.done, total: progress.total, percent: progress.percent },
    ...lessonContent(selected?.isOpen ? selected : null, { url, search, startAt }),
    search,
    next: selected && titled(lessonAfter(lessons, selected.id)),
    continueWith: titled(withId(progress?.continueWith)),
    /** Lessons come first, and the facts about the course after them. */
    isBegun: progress !== null || url.searchParams.has('lesson'),
    quiz:
      selected?.type === 'quiz' && selected.isOpen
        ? shownQuiz(actor, {
            courseId: found.id,
            lessonId: selected.id,
            shown: url.searchParams.get('attempt'),
            zone,
          })
        : null,
    completion: completionFacts(found.id, counted.filter(({ type }) => type === 'quiz').length),
    participation: participation(actor, found.id),
    draftCompletion: found.isDraft ? completionOf(found.id) : null,
  };
}

/** The draft of the certificate for which a reader works. Null if the course gives none, or if it cannot be drawn. */
export function shownLearnerDraft(actor: Actor, courseId: string) {
  const draft = shownDraft(() => {
    const found = draftForLearner(actor, courseId);
    return found && { ...lined(found), size: found.size };
  });
  return draft && 'size' in draft ? draft : null;
}

/** The certificate of a completed course, and what its holder does with it. Null before it is issued to an address of the account. */
export function shownAward(request: Request, holder: Holder | null, completion: MyCompletion | null) {
  const issued = completion?.certificate;
  if (!holder || issued?.kind !== 'issued' || !issued.isHeld) return null;
  try {
    const { certificate } = heldCertificate(holder, issued.uniqueId);
    const { id, issuer, uniqueId, revocation } = certificate;
    const { isAllowed, link, linkedIn } = shownSharing(sharingOf({ id, issuerId: issuer.id }), certificate);
    return {
      shown: heldRow(certificate, viewOf(request)),
      picture: pictureSize(uniqueId),
      sharing: { isAllowed, link, linkedIn },
      isOffered: revocation === null,
    };
  } catch (error) {
    // It is not as it was signed, and its own page says so.
    if (error instanceof AppError) return null;
    throw error;
  }
}

const publishedModules = ({ modules }: Found) => modules.filter(({ isDraft }) => !isDraft);

function courseFacts(actor: Actor, found: Found, { counted, zone }: { counted: Lesson[]; zone: string }) {
  const { modules, priceMinor, creator, createdAt, updatedAt, ...course } = found;
  return {
    ...course,
    price: priceMinor === null ? null : formatUsd(priceMinor),
    mustBuy:
      found.unpublication === null &&
      !found.isKept &&
      !found.isDraft &&
      courseOffer(actor, found.id) !== null,
    // Every account has a username. The fallback is for future imports.
    creator: creator.username || t('common.unknown'),
    created: formatInstantAsDate(createdAt, zone),
    updated: formatInstantAsDate(updatedAt, zone),
    moduleCount: publishedModules(found).length,
    lessonCount: counted.length,
    duration: formatHoursAndMinutes(counted.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0)),
  };
}

const shownModules = ({ modules }: Found, progress: CourseProgress | null) =>
  modules.map(({ id, title, lessons }) => ({
    id,
    title,
    lessons: lessons.map((lesson) => ({
      id: lesson.id,
      type: lesson.type,
      title: lesson.title,
      minutes: formatMinutes(lesson.durationSeconds),
      isClosed: !lesson.isOpen,
      opensAfter: lesson.opensAfter ?? null,
      state: progress?.states[lesson.id] ?? null,
    })),
  }));

type Shown = { url: URL; search: ReturnType<typeof shownSearch>; startAt: number };

/** Text, captions and files of a lesson that is open. */
function lessonContent(lesson: Lesson | null, { url, search, startAt }: Shown) {
  const isVideo = lesson?.type === 'video';
  const transcript: Transcript | null = isVideo
    ? transcriptOf(lesson.id, {
        language: url.searchParams.get('captions'),
        part: askedPart(url),
        q: isInTranscript(search, lesson.id) && askedTime(url) === null ? search.q : null,
        at: startAt,
      })
    : null;
  return {
    text: lesson?.type === 'text' ? (lessonText(lesson.id)?.html ?? '') : null,
    captions: isVideo ? captionsOf(lesson.id) : [],
    transcript,
    files: lesson ? filesOfLesson(lesson.id) : [],
  };
}

const titled = (lesson: Lesson | null | undefined) =>
  lesson ? { id: lesson.id, title: lesson.title } : null;

/** What completes the course, in sentences. */
function completionFacts(courseId: string, quizzes: number) {
  const { rule, inOrder, certificate } = completionOf(courseId);
  return [
    ruleSentence(rule, quizzes),
    ...(inOrder ? [t('common.aLessonOpensWhenTheOne')] : []),
    ...(certificate === 'at-once' ? [t('course.youThenGetACertificate')] : []),
    ...(certificate === 'approval' ? [t('course.youThenGetACertificateOnce')] : []),
  ];
}

function shownSearch(course: Found, asked: string | null) {
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
