import { lessonToEdit } from '#app/courses/lessons/text-lessons.server.ts';
import { learnerResults, questionResults } from '#app/courses/quizzes/quiz-results.server.ts';
import { formatPercent } from '#app/messages/format-numbers.ts';
import { useMay } from '#app/routes/layouts/use-frame.tsx';
import { listLoader } from '#app/routes/list-loader.server.ts';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { shownEmail } from '#app/shared/email-address.ts';
import { formatInstant } from '#app/shared/format-instants.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { StatTile, StatTiles } from '#app/ui/figures.tsx';
import { ListPage } from '#app/ui/list-page.tsx';
import { Badge, type Column, EmptyState, Table } from '#app/ui/list-parts.tsx';
import { ButtonAnchor, PageHeader, pageMeta } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/quiz-results';
import { modulesPage } from './course-videos-path.ts';

export const meta = () => pageMeta(t('quizResults.quizResults'), t('quizResults.resultsOfAQuizPerQuestion'));

export const loader = ({ request, params, url, context }: Route.LoaderArgs) =>
  listLoader(url, listQuerySchema, ({ cursor }) => {
    const actor = context.get(actorContext);
    const { id, title, course, moduleId } = lessonToEdit(actor, params.id, params.lessonId, 'read');
    const { questions, ...totals } = questionResults(actor, id);
    const { items, nextCursor } = learnerResults(actor, id, cursor);
    const zone = timeZoneOf(request);
    return {
      lesson: { id, title, course, moduleId },
      totals,
      questions,
      rows: items.map((item) => ({ ...item, lastAt: formatInstant(item.lastAt, zone) })),
      nextCursor,
    };
  });

type Loaded = Route.ComponentProps['loaderData'];

const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : formatPercent(Math.round((100 * part) / whole) / 100);

const questionColumns = (attempts: number): Column<Loaded['questions'][number]>[] => [
  { header: t('common.question'), cell: ({ text }) => <span dir="auto">{text}</span> },
  { header: t('common.answered'), align: 'end', cell: ({ answered }) => String(answered) },
  {
    header: t('common.correct'),
    align: 'end',
    cell: ({ correct }) => `${correct} (${percent(correct, attempts)})`,
  },
];

const learnerColumns = (): Column<Loaded['rows'][number]>[] => [
  { header: t('common.learner'), cell: ({ name }) => <bdi>{name}</bdi> },
  { header: t('common.email'), cell: ({ email }) => <bdi>{email === null ? '–' : shownEmail(email)}</bdi> },
  { header: t('common.attempts'), align: 'end', cell: ({ attempts }) => String(attempts) },
  { header: t('quizResults.best'), align: 'end', cell: ({ best }) => formatPercent(best / 100) },
  {
    header: t('quizResults.result'),
    cell: ({ passed }) => (
      <Badge tone={passed ? 'success' : 'warning'}>
        {passed ? t('common.passed') : t('quizResults.notPassed')}
      </Badge>
    ),
  },
  { header: t('common.lastAttempt'), cell: ({ lastAt }) => lastAt },
];

type SectionHeadingProps = { id: string; title: string; csv: string; csvLabel: string };

const SectionHeading = ({ id, title, csv, csvLabel }: SectionHeadingProps) => (
  <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
    <h2 id={id} className="text-xl">
      {title}
    </h2>
    <ButtonAnchor href={csv} download variant="secondary" size="small">
      {csvLabel}
    </ButtonAnchor>
  </div>
);

const Totals = ({ totals }: Pick<Loaded, 'totals'>) => (
  <StatTiles>
    <StatTile label={t('common.learners')} value={totals.learners} />
    <StatTile label={t('common.attempts')} value={totals.attempts} />
    <StatTile label={t('common.passed')} value={totals.passed} />
  </StatTiles>
);

export default function QuizResults({ loaderData }: Route.ComponentProps) {
  const { totals, questions } = loaderData;
  const { id, title, course, moduleId } = loaderData.lesson;
  const mayChange = useMay('courses');
  const path = `/admin/courses/${course.id}/lessons/${id}`;
  return (
    <>
      <PageHeader
        title={t('quizResults.quizResults')}
        lead={title}
        crumbs={[
          { label: t('common.myCourses'), to: '/admin/courses' },
          { label: course.title, to: mayChange ? modulesPage(course.id, moduleId) : undefined },
          { label: title, to: mayChange ? path : undefined },
          { label: t('common.results') },
        ]}
      />
      {totals.attempts === 0 ? (
        <EmptyState title={t('quizResults.noAttemptsYet')}>
          {t('quizResults.resultsOfEndedAttemptsAreShownHere')}
        </EmptyState>
      ) : (
        <div className="grid gap-8">
          <Totals totals={totals} />
          <section aria-labelledby="by-question">
            <SectionHeading
              id="by-question"
              title={t('quizResults.byQuestion')}
              csv={`${path}/results/questions.csv`}
              csvLabel={t('common.questionsAsCsv')}
            />
            <Table
              caption={t('quizResults.resultsByQuestion')}
              columns={questionColumns(totals.attempts)}
              groups={[{ rows: questions }]}
              rowKey={({ id }) => id}
            />
          </section>
          <section aria-labelledby="by-learner">
            <SectionHeading
              id="by-learner"
              title={t('quizResults.byLearner')}
              csv={`${path}/results/learners.csv`}
              csvLabel={t('quizResults.learnersAsCsv')}
            />
            <ListPage
              list={loaderData}
              table={{
                caption: t('quizResults.resultsByLearner'),
                columns: learnerColumns(),
                rowKey: ({ seq }) => seq,
              }}
            />
          </section>
        </div>
      )}
    </>
  );
}
