import type { EndedAttempt, OpenAttempt } from '#app/courses/quizzes/attempt.server.ts';
import { isCorrect } from '#app/courses/quizzes/grade.ts';
import type { Question } from '#app/courses/quizzes/quiz.schema.ts';

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

/** What is correct, by the type of the question. */
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
