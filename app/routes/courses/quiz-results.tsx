import { lessonToEdit } from '#app/courses/lessons/lesson-to-edit.server.ts';
import { learnerResults, questionResults } from '#app/courses/quizzes/quiz-results.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { timeZoneOf } from '#app/server/session/time-zone.server.ts';
import { formatInstant } from '#app/shared/dates.ts';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonAnchor } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { useMorePages } from '#app/ui/more-pages.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { LoadMore } from '#app/ui/pagination.tsx';
import { StatTile, StatTiles } from '#app/ui/stat-tile.tsx';
import { type Column, Table } from '#app/ui/table.tsx';
import type { Route } from './+types/quiz-results';
import { modulesPage } from './course-videos-path.ts';

export const meta = () => pageMeta('Quiz results', 'Results of a quiz per question and per learner.');

export const loader = ({ request, params, url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const { id, title, course, moduleId } = lessonToEdit(actor, params.id, params.lessonId);
  const { questions, ...totals } = questionResults(actor, id);
  const cursor = url.searchParams.get('cursor');
  const { items, nextCursor } = learnerResults(actor, id, cursor ?? undefined);
  const zone = timeZoneOf(request);
  return {
    lesson: { id, title, course, moduleId },
    totals,
    questions,
    rows: items.map((item) => ({ ...item, lastAt: formatInstant(item.lastAt, zone) })),
    cursor,
    nextCursor,
  };
};

type Loaded = Route.ComponentProps['loaderData'];

const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`;

const questionColumns = (attempts: number): Column<Loaded['questions'][number]>[] => [
  { header: 'Question', cell: ({ text }) => <span dir="auto">{text}</span> },
  { header: 'Answered', align: 'end', cell: ({ answered }) => String(answered) },
  { header: 'Correct', align: 'end', cell: ({ correct }) => `${correct} (${percent(correct, attempts)})` },
];

const LEARNER_COLUMNS: Column<Loaded['rows'][number]>[] = [
  { header: 'Learner', cell: ({ name }) => name },
  { header: 'Email', cell: ({ email }) => email ?? '–' },
  { header: 'Attempts', align: 'end', cell: ({ attempts }) => String(attempts) },
  { header: 'Best', align: 'end', cell: ({ best }) => `${best} %` },
  {
    header: 'Result',
    cell: ({ passed }) => (
      <Badge tone={passed ? 'success' : 'warning'}>{passed ? 'Passed' : 'Not passed'}</Badge>
    ),
  },
  { header: 'Last attempt', cell: ({ lastAt }) => lastAt },
];

export default function QuizResults({ loaderData }: Route.ComponentProps) {
  const { lesson, totals, questions } = loaderData;
  const { rows, ...more } = useMorePages(loaderData);
  const path = `/admin/courses/${lesson.course.id}/lessons/${lesson.id}`;
  return (
    <>
      <PageHeader
        title="Quiz results"
        lead={lesson.title}
        crumbs={[
          { label: 'My Courses', to: '/admin/courses' },
          { label: lesson.course.title, to: modulesPage(lesson.course.id, lesson.moduleId) },
          { label: lesson.title, to: path },
          { label: 'Results' },
        ]}
      />
      {totals.attempts === 0 ? (
        <EmptyState title="No attempts yet">Results of ended attempts are shown here.</EmptyState>
      ) : (
        <div className="grid gap-8">
          <StatTiles>
            <StatTile label="Learners" value={totals.learners} />
            <StatTile label="Attempts" value={totals.attempts} />
            <StatTile label="Passed" value={totals.passed} />
          </StatTiles>
          <section aria-labelledby="by-question">
            <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
              <h2 id="by-question" className="text-xl">
                By question
              </h2>
              <ButtonAnchor href={`${path}/results/questions.csv`} download variant="secondary" size="small">
                Questions as CSV
              </ButtonAnchor>
            </div>
            <Table
              caption="Results by question"
              columns={questionColumns(totals.attempts)}
              groups={[{ rows: questions }]}
              rowKey={({ id }) => id}
            />
          </section>
          <section aria-labelledby="by-learner">
            <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
              <h2 id="by-learner" className="text-xl">
                By learner
              </h2>
              <ButtonAnchor href={`${path}/results/learners.csv`} download variant="secondary" size="small">
                Learners as CSV
              </ButtonAnchor>
            </div>
            <Table
              caption="Results by learner"
              columns={LEARNER_COLUMNS}
              groups={[{ rows }]}
              rowKey={({ seq }) => seq}
            />
            <LoadMore {...more} />
          </section>
        </div>
      )}
    </>
  );
}
