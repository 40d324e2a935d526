import type { Actor } from '#app/accounts/actor.server.ts';
import { lessonToEdit } from '#app/courses/lessons/text-lessons.server.ts';
import { exportQuestions } from '#app/courses/quizzes/questions-csv.server.ts';
import { learnerResults, questionResults } from '#app/courses/quizzes/quiz-results.server.ts';
import { csvResponse } from '#app/routes/pieces/csv.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { t } from '#messages';
import type { Route } from './+types/quiz-csv';

const PAGE = 200;

const onePage = <Item>(items: Item[]) => ({ items, nextCursor: null });

function learnersCsv(actor: Actor, lessonId: string) {
  const header = [
    t('common.learner'),
    t('common.email'),
    t('common.attempts'),
    'Best (percent)',
    t('common.passed'),
    t('common.lastAttempt'),
  ];
  return csvResponse(
    actor,
    'quiz-learners.csv',
    header,
    (cursor) => learnerResults(actor, lessonId, cursor, PAGE),
    ({ name, email, attempts, best, passed, lastAt }) => [
      name,
      email,
      String(attempts),
      String(best),
      passed ? 'yes' : 'no',
      new Date(lastAt).toISOString(),
    ],
  );
}

/** The questions of a quiz or its results, by the last part of the path. */
export const loader = ({ params, url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const { id } = lessonToEdit(actor, params.id, params.lessonId, 'read');
  switch (url.pathname.split(`/lessons/${params.lessonId}/`)[1]) {
    case 'questions.csv': {
      const { header, rows } = exportQuestions(actor, id);
      return csvResponse(
        actor,
        'questions.csv',
        header,
        () => onePage(rows),
        (row) => row,
      );
    }
    case 'results/questions.csv': {
      const { attempts, questions } = questionResults(actor, id);
      return csvResponse(
        actor,
        'quiz-questions.csv',
        [t('common.question'), t('common.attempts'), t('common.answered'), t('common.correct')],
        () => onePage(questions),
        ({ text, answered, correct }) => [text, String(attempts), String(answered), String(correct)],
      );
    }
    case 'results/learners.csv':
      return learnersCsv(actor, id);
    default:
      throw notFound();
  }
};
