import { z } from 'zod';
import { askForCertificate } from '#app/courses/completion/certificate-requests.server.ts';
import { confirmedNameSchema } from '#app/courses/completion/completion.schema.ts';
import type { CompletionCertificateState } from '#app/courses/completion/my-completion.server.ts';
import { leaveCourse, leftCourse } from '#app/courses/enrol.server.ts';
import { completing, finishLesson } from '#app/courses/progress/my-learning.server.ts';
import { markSchema } from '#app/courses/progress/progress.schema.ts';
import { reportProgress } from '#app/courses/progress/report-progress.server.ts';
import { enteredAnswers } from '#app/courses/quizzes/quiz-view.server.ts';
import { beginAttempt, keepAnswers, submitAttempt } from '#app/courses/quizzes/take-quiz.server.ts';
import { joinSentences } from '#app/messages/join-sentences.ts';
import { form, redirectWithToast, type Submission, stay } from '#app/routes/form.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { t } from '#messages';

const answers = (): Record<CompletionCertificateState['kind'], string> => ({
  issued: t('learnerActions.yourCertificateWasIssued'),
  'waiting-for-approval': t('learnerActions.thankYouTheIssuerWillLook'),
  waiting: t('learnerActions.thankYouYourCertificateWillBe'),
  unconfirmed: t('learnerActions.pleaseConfirmYourName'),
  none: t('common.thisCourseHasNoCertificate'),
});

/** The form that confirms the name on a certificate. @param courseOf finds the course, and the page to return to */
export const certificateForm = (
  courseOf: (submission: Submission, courseId: string) => { courseId: string; page: string },
) =>
  form({
    schema: confirmedNameSchema.extend({ courseId: z.string().max(64).default('') }),
    missingMessage: () => t('learnerActions.pleaseEnterYourName'),
    perform: ({ name, courseId }, submission) =>
      askForCertificate(submission.actor, courseOf(submission, courseId).courseId, { name }),
    outcome: ({ kind }, submission) => redirectWithToast(courseOf(submission, '').page, answers()[kind]),
  });

const coursePage = ({ params }: Submission) => `/course/${encodeURIComponent(params.id ?? '')}`;

const lessonPage = (lessonId: string, submission: Submission) =>
  `${coursePage(submission)}?${new URLSearchParams({ lesson: lessonId })}`;

/** The part of the page that says that the course is completed. */
const completionOn = (submission: Submission) => `${coursePage(submission)}#completed`;

/** The forms of an enrolled learner on the page of a course. */
export const learnerActions = {
  mark: form({
    schema: markSchema,
    async perform({ lessonId, done }, { actor, params }) {
      const courseId = params.id ?? '';
      if (done) return { done, next: await finishLesson(actor, courseId, lessonId) };
      await reportProgress(actor, courseId, lessonId, { done });
      return { done, next: lessonId };
    },
    outcome({ done, next }, submission) {
      // Without a cookie, a redirect to a URL that differs in its fragment alone would load no data.
      if (next === null) return redirectWithToast(completionOn(submission), t('learnerActions.lessonDone'));
      const page = `${lessonPage(next, submission)}#lesson`;
      return redirectWithToast(page, done ? undefined : t('learnerActions.theLessonIsNotDoneAnyMore'));
    },
  }),
  certificate: certificateForm((submission) => ({
    courseId: submission.params.id ?? '',
    page: completionOn(submission),
  })),
  leave: form({
    schema: z.object({}),
    perform: (_, { actor, params }) => leaveCourse(actor, params.id ?? ''),
    outcome: () => redirectWithToast('/my-learning', leftCourse()),
  }),
};

/** 100 questions with 20 checked options and two fields for what was shown before, and the form's fields. */
export const QUIZ_FORM_FIELDS = 2_300;

const id = z.string().max(100).default('');

const lessonSchema = z.object({ lessonId: id });
const attemptSchema = lessonSchema.extend({ attemptId: id });
type Attempt = z.output<typeof attemptSchema>;

const placeOf = ({ lessonId, attemptId }: Attempt, { params }: Submission) => ({
  courseId: params.id ?? '',
  lessonId,
  attemptId,
});

const textOf = ({ form: fields }: Submission, name: string) => {
  const text = fields.get(name);
  return typeof text === 'string' ? text : null;
};

/** The answers of the form. Its fields are named after the questions. */
const answersOf = (input: Attempt, submission: Submission) =>
  enteredAnswers(submission.actor, placeOf(input, submission), {
    entriesOf: (questionId) =>
      submission.form.getAll(`q-${questionId}`).filter((entry) => typeof entry === 'string'),
    shownOf: (questionId) => textOf(submission, `shown-${questionId}`),
    toldOf: (questionId) => textOf(submission, `told-${questionId}`),
  });

/**
 * Stores the answers of the form.
 * @returns how numbers with two meanings were read, of which the form has not told
 * @throws AppError invalid, after the valid ones were stored, with the reasons beside the others
 */
function saveEntered(input: Attempt, submission: Submission) {
  const { answers, readings } = answersOf(input, submission);
  const { invalid: reasons } = keepAnswers(submission.actor, placeOf(input, submission), answers);
  const fields = Object.entries(reasons).map(([id, reason]) => [`q-${id}`, [reason]]);
  if (fields.length > 0)
    throw invalid(t('quizActions.theMarkedAnswersWereNotSaved'), Object.fromEntries(fields));
  return readings;
}

/** Readings in a message, which is sent in a cookie. */
const MOST_READINGS = 5;

const saved = (readings: string[]) =>
  joinSentences([t('quizActions.answersSaved'), ...readings.slice(0, MOST_READINGS)]);

/** The forms of a quiz on the page of its course. */
export const quizActions = {
  'begin-attempt': form({
    schema: lessonSchema,
    perform({ lessonId }, { actor, params }) {
      beginAttempt(actor, params.id ?? '', lessonId);
      return lessonId;
    },
    outcome: (lessonId, submission) => redirectWithToast(lessonPage(lessonId, submission)),
  }),
  'save-answers': form({
    schema: attemptSchema,
    perform(input, submission) {
      return { ...input, message: saved(saveEntered(input, submission)) };
    },
    // With JavaScript, answers are saved while the page stays.
    outcome: ({ lessonId, message }, submission) =>
      submission.form.has('inPlace')
        ? stay({ message }, submission)
        : redirectWithToast(lessonPage(lessonId, submission), message),
  }),
  'submit-answers': form({
    schema: attemptSchema,
    async perform(input, submission) {
      // The page that answers says how each is read.
      if (saveEntered(input, submission).length > 0) throw invalid(t('quizActions.aNumberHasTwoMeanings'));
      const place = placeOf(input, submission);
      const { completes } = await completing(submission.actor, place.courseId, () =>
        submitAttempt(submission.actor, place),
      );
      return { lesson: input.lessonId, attempt: input.attemptId, completes };
    },
    outcome: ({ completes, ...shown }, submission) =>
      redirectWithToast(
        `${coursePage(submission)}?${new URLSearchParams(shown)}#${completes ? 'completed' : 'quiz-result'}`,
      ),
  }),
};
