import type { Actor } from '#app/accounts/actor.server.ts';
import type { Captions } from '#app/courses/captions/captions-of.server.ts';
import type { MyCompletion } from '#app/courses/completion/my-completion.server.ts';
import { type Course, type Lesson, type Module, withModules } from '#app/courses/course.server.ts';
import { withOpenLessons } from '#app/courses/lesson-access.server.ts';
import type { LessonFile } from '#app/courses/lessons/lesson-files.server.ts';
import type { CoursePage } from '#app/courses/list-courses.server.ts';
import type { ListedCoupon } from '#app/courses/manage-coupons.server.ts';
import type { EndedAttempt, OpenAttempt } from '#app/courses/quizzes/attempt.server.ts';
import { isCorrect } from '#app/courses/quizzes/grade.ts';
import type { Question } from '#app/courses/quizzes/quiz.schema.ts';
import { accountOf } from '#app/courses/reader.ts';
import { signedVideoUrl } from '#app/courses/video-urls.server.ts';
import { toDollars } from '#app/shared/money.ts';
import { nextLink } from './answer-headers.server.ts';
import type { Answer, Call } from './operation.ts';

/** URLs of videos for a caller: signed absolute URLs with a token, or else paths that need a login. */
function videoUrls(actor: Actor) {
  const reader = accountOf(actor);
  return (path: string) => (reader ? signedVideoUrl(path, reader.id) : path);
}

/** Serializers of courses, modules and lessons for a caller. */
export function courseSerializers(actor: Actor) {
  const videoUrl = videoUrls(actor);
  const lesson = ({ id, type, title, duration, videoPath, isDraft }: Lesson) => ({
    _id: id,
    title,
    duration,
    type,
    videoUrl: videoPath && videoUrl(videoPath),
    ...(isDraft && { draft: true as const }),
  });
  const file = ({ id, name, bytes, path }: LessonFile) => ({
    _id: id,
    name,
    size: bytes,
    url: videoUrl(path),
  });
  const captions = ({ language, label, path }: Captions) => ({ language, label, url: videoUrl(path) });
  const module = ({ id, title, lessons, isDraft }: Module) => ({
    _id: id,
    title,
    lessonCount: lessons.length,
    lessons: lessons.map(lesson),
    ...(isDraft && { draft: true as const }),
  });
  const course = (found: Course) => ({
    _id: found.id,
    id: found.id,
    title: found.title,
    description: found.description,
    thumbnail: found.thumbnail.path,
    category: found.category,
    price: found.priceMinor === null ? null : toDollars(found.priceMinor),
    firstLessonFree: found.firstLessonFree,
    rating: Math.round(found.rating * 100) / 100,
    reviewCount: found.reviewCount,
    studentsEnrolled: found.studentsEnrolled,
    createdBy: { _id: found.creator.id, username: found.creator.username },
    modules: found.modules.map(module),
    createdAt: new Date(found.createdAt).toISOString(),
    updatedAt: new Date(found.updatedAt).toISOString(),
    __v: found.version,
    ...(found.isDraft && { draft: true as const }),
    ...(found.unpublication && {
      unpublication: {
        reason: found.unpublication.reason,
        unpublishedAt: new Date(found.unpublication.unpublishedAt).toISOString(),
      },
    }),
  });
  return { course, module, lesson, file, captions };
}

/** Serializes a coupon for its issuer. */
export const serializeCoupon = ({
  id,
  amountMinor,
  createdAt,
  createdBy: _member,
  ...coupon
}: ListedCoupon) => ({
  _id: id,
  ...coupon,
  amount: amountMinor === null ? null : toDollars(amountMinor),
  createdAt: new Date(createdAt).toISOString(),
});

/** An array of courses, with the next page in a Link header (RFC 8288). */
export function courseArray(
  { actor, request }: Pick<Call, 'actor' | 'request'>,
  { courses, nextCursor }: CoursePage,
): Answer {
  return {
    body: withOpenLessons(actor, withModules(courses)).map(courseSerializers(actor).course),
    headers: nextLink(request, nextCursor),
  };
}

/** A completion for the API. */
export const serializeCompletion = ({
  id,
  courseId,
  title,
  courseVersion,
  completedAt,
  certificate,
}: MyCompletion) => ({
  _id: id,
  courseId,
  courseTitle: title,
  courseVersion,
  completedAt: new Date(completedAt).toISOString(),
  certificate: {
    state: certificate.kind,
    uniqueId: certificate.kind === 'issued' ? certificate.uniqueId : null,
  },
});

export const serializeOpenAttempt = ({ id, deadline, questions }: OpenAttempt) => ({
  _id: id,
  deadline: deadline === null ? null : new Date(deadline).toISOString(),
  questions: questions.map((question) => ({
    _id: question.id,
    type: question.type,
    text: question.text,
    points: question.points,
    options: question.options.map((option) => ({ _id: option.id, text: option.text })),
    ...(question.value !== null && { value: question.value }),
  })),
});

/** The correct answer, by the type of the question. */
function solution(question: Question) {
  if (question.type === 'boolean') return { answer: question.answer };
  if (question.type === 'number') return { answer: question.answer, tolerance: question.tolerance };
  return question.type === 'text' ? { accepted: question.accepted } : {};
}

export const serializeEndedAttempt = ({
  id,
  score,
  points,
  passed,
  questions,
  showsAnswers,
}: EndedAttempt) => ({
  _id: id,
  score,
  points,
  passed,
  questions: questions.map(({ question, value, score: reached }) => ({
    _id: question.id,
    type: question.type,
    text: question.text,
    points: question.points,
    options:
      'options' in question
        ? question.options.map((option) => ({
            _id: option.id,
            text: option.text,
            ...(showsAnswers && { correct: option.correct }),
          }))
        : [],
    value,
    correct: isCorrect(question, value),
    score: reached,
    ...(showsAnswers && { ...solution(question), explanation: question.explanation ?? null }),
  })),
});
