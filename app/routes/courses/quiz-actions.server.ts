import { z } from 'zod';
import { keepAnswers, submitAttempt } from '#app/courses/quizzes/answer-attempt.server.ts';
import { beginAttempt } from '#app/courses/quizzes/begin-attempt.server.ts';
import { enteredAnswers } from '#app/courses/quizzes/entered-answers.server.ts';
import { form, type Submission, stay } from '#app/routes/form.server.ts';
import { redirectWithToast } from '#app/routes/redirects.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { t } from '#messages';

/** 100 questions with 20 checked options and a field for the values shown before, and the form's fields. */
export const QUIZ_FORM_FIELDS = 2_200;

const id = z.string().max(100).default('');

const lessonSchema = z.object({ lessonId: id });
const attemptSchema = lessonSchema.extend({ attemptId: id });
type Attempt = z.output<typeof attemptSchema>;

const placeOf = ({ lessonId, attemptId }: Attempt, { params }: Submission) => ({
  courseId: params.id ?? '',
  lessonId,
  attemptId,
});

/** The answers of the form. Its fields are named after the questions. */
const answersOf = (input: Attempt, submission: Submission) =>
  enteredAnswers(
    submission.actor,
    placeOf(input, submission),
    (questionId) => submission.form.getAll(`q-${questionId}`).filter((entry) => typeof entry === 'string'),
    (questionId) => {
      const shown = submission.form.get(`shown-${questionId}`);
      return typeof shown === 'string' ? shown : null;
    },
  );

const lessonPage = (lessonId: string, { params }: Submission) =>
  `/course/${encodeURIComponent(params.id ?? '')}?${new URLSearchParams({ lesson: lessonId })}`;

/**
 * Stores the answers of the form.
 * @throws AppError invalid, after the valid ones were stored, with the reasons beside the others
 */
function saveEntered(input: Attempt, submission: Submission) {
  const answers = answersOf(input, submission);
  const { invalid: reasons } = keepAnswers(submission.actor, placeOf(input, submission), answers);
  const fields = Object.entries(reasons).map(([id, reason]) => [`q-${id}`, [reason]]);
  if (fields.length > 0)
    throw invalid(t('quizActions.theMarkedAnswersWereNotSaved'), Object.fromEntries(fields));
}

const savedTexts = () => t('quizActions.answersSaved');

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
      saveEntered(input, submission);
      return input.lessonId;
    },
    // With JavaScript, answers are saved while the page stays.
    outcome: (lessonId, submission) =>
      submission.form.has('inPlace')
        ? stay({ message: savedTexts() }, submission)
        : redirectWithToast(lessonPage(lessonId, submission), savedTexts()),
  }),
  'submit-answers': form({
    schema: attemptSchema,
    perform(input, submission) {
      saveEntered(input, submission);
      submitAttempt(submission.actor, placeOf(input, submission));
      return input.lessonId;
    },
    outcome: (lessonId, submission) => redirectWithToast(lessonPage(lessonId, submission)),
  }),
};
