import { learnersSchema, listLearners } from '#app/courses/learners/list-learners.server.ts';
import { lenient, pageQuery } from '#app/routes/list-loader.server.ts';
import { csvResponse } from '#app/routes/pieces/csv.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { t } from '#messages';
import type { Route } from './+types/learners-csv';

const header = () => [
  t('completion.name'),
  t('common.email'),
  t('learnersCsv.enrolledAt'),
  t('learners.progress'),
  t('learnersCsv.quizzesPassed'),
  t('learners.quizzes'),
  t('learnersCsv.lastActivity'),
  t('learnersCsv.completedAt'),
  t('common.certificateId'),
  t('learnersCsv.waitsForApproval'),
];

const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** The learners of a course as CSV. */
export const loader = ({ params, url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const query = pageQuery(lenient(learnersSchema), url.searchParams);
  return csvResponse(
    actor,
    'learners.csv',
    header(),
    (cursor) => {
      const { learners, nextCursor } = listLearners(actor, params.id, { ...query, cursor, limit: 100 });
      return { items: learners, nextCursor };
    },
    ({ user, enrolledAt, progress, quizzes, lastActivity, completedAt, certificate, waitsForApproval }) => [
      user.name,
      user.email,
      instant(enrolledAt),
      `${progress}%`,
      String(quizzes.passed),
      String(quizzes.total),
      instant(lastActivity),
      instant(completedAt),
      certificate?.uniqueId ?? null,
      waitsForApproval ? t('learnersCsv.yes') : t('learnersCsv.no'),
    ],
  );
};
