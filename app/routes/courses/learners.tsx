import { Link, useNavigation } from 'react-router';
import { approvalSchema, approveCertificates } from '#app/courses/completion/certificate-requests.server.ts';
import { authoredCourse } from '#app/courses/find-course.server.ts';
import type { Learner } from '#app/courses/learners/list-learners.server.ts';
import { learnersSchema, lessonCounts, listLearners } from '#app/courses/learners/list-learners.server.ts';
import { formatPercent } from '#app/messages/format-numbers.ts';
import { form, formAction, redirectWithToast } from '#app/routes/form.server.ts';
import { May, useMay } from '#app/routes/layouts/use-frame.tsx';
import { lenient, listLoader } from '#app/routes/list-loader.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { formatInstantAsDate } from '#app/shared/format-instants.ts';
import { ListPage } from '#app/ui/list-page.tsx';
import { ActionAlert, Badge, type Column, Table } from '#app/ui/list-parts.tsx';
import { ButtonAnchor, ButtonLink, EmailText, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { QuerySelect, SearchBox } from '#app/ui/search-box.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/learners';

export const meta = () => pageMeta(t('common.learners'), t('learners.theLearnersOfACourse'));

/** The texts of a row. States have the filter's labels. */
function toRow(learner: Learner, zone: string) {
  const { user, completionId, lastActivity, completedAt, quizzes, certificate } = learner;
  const day = (at: number | null) => (at === null ? null : formatInstantAsDate(at, zone));
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    progress: learner.progress,
    quizzes:
      quizzes.total === 0
        ? '–'
        : t('learners.passedOfTotalPassed', { passed: quizzes.passed, total: quizzes.total }),
    lastActivity: day(lastActivity) ?? '–',
    completed: day(completedAt),
    certificate: certificate?.uniqueId ?? null,
    /** The completion to approve, and the name that goes on the certificate. */
    toApprove: learner.waitsForApproval ? completionId : null,
    confirmedName: learner.confirmedName,
  };
}

export const loader = ({ request, params, url, context }: Route.LoaderArgs) =>
  listLoader(url, lenient(learnersSchema), (query) => {
    const actor = context.get(actorContext);
    const { title } = authoredCourse(actor, params.id, undefined, 'read');
    const { learners, nextCursor } = listLearners(actor, params.id, query);
    const zone = timeZoneOf(request);
    const { q, state } = query;
    return {
      title,
      state,
      rows: learners.map((learner) => toRow(learner, zone)),
      nextCursor,
      lessons: query.cursor === undefined ? lessonCounts(actor, params.id) : [],
      csv: `/admin/courses/${params.id}/learners.csv?${new URLSearchParams({ q, state })}`,
    };
  });

export const action = formAction(
  form({
    schema: approvalSchema,
    missingMessage: () => t('common.selectAtLeastOneLearner'),
    perform: (input, { actor, params }) => approveCertificates(actor, params.id ?? '', input),
    outcome: (count, { params, url }) =>
      redirectWithToast(
        `/admin/courses/${encodeURIComponent(params.id ?? '')}/learners${url.search}`,
        t('learners.countCertificatesApproved', { count }),
      ),
  }),
);

type Row = Route.ComponentProps['loaderData']['rows'][number];

const statesTexts = () => [
  { value: '', label: t('learners.allLearners') },
  { value: 'new', label: t('learners.notBegun') },
  { value: 'begun', label: t('learners.begun') },
  { value: 'completed', label: t('learners.completed') },
  { value: 'approval', label: t('learners.waitingForApproval') },
];

const Certificate = ({ certificate, toApprove, confirmedName }: Row) => {
  if (certificate !== null) {
    return <Link to={`/admin/issued-certificates/${certificate}`}>{certificate}</Link>;
  }
  if (toApprove === null) return confirmedName === null ? '–' : t('learners.beingIssued');
  return (
    <>
      <Badge tone="warning">{t('learners.waitsForApproval')}</Badge>
      <span className="block text-sm">
        {t('learners.asConfirmedName', { confirmedName: confirmedName ?? '' })}
      </span>
    </>
  );
};

const tableColumns = (mayApprove: boolean): Column<Row>[] => [
  {
    header: t('common.learner'),
    single: true,
    cell: ({ name, email, toApprove }) => {
      const shown = (
        <span>
          <bdi>{name}</bdi>
          {email && (
            <span className="block text-sm text-muted">
              <EmailText>{email}</EmailText>
            </span>
          )}
        </span>
      );
      return toApprove === null || !mayApprove ? (
        <span className="cell block">{shown}</span>
      ) : (
        <label className="cell select-row">
          <input
            type="checkbox"
            name="completionIds"
            value={toApprove}
            aria-label={t('learners.selectName', { name })}
          />
          {shown}
        </label>
      );
    },
  },
  { header: t('learners.progress'), align: 'end', cell: ({ progress }) => formatPercent(progress / 100) },
  { header: t('learners.quizzes'), cell: ({ quizzes }) => quizzes },
  { header: t('learners.lastActivity'), cell: ({ lastActivity }) => lastActivity },
  { header: t('learners.completed'), cell: ({ completed }) => completed ?? '–' },
  { header: t('common.certificate'), cell: Certificate },
];

type Lesson = Route.ComponentProps['loaderData']['lessons'][number];

const lessonColumns = (): Column<Lesson>[] => [
  { header: t('common.lesson'), cell: ({ title }) => <bdi>{title}</bdi> },
  { header: t('common.module'), cell: ({ module }) => <bdi>{module}</bdi> },
  { header: t('learners.begun'), align: 'end', cell: ({ begun }) => String(begun) },
  { header: t('learners.done'), align: 'end', cell: ({ done }) => String(done) },
];

function LearnerRows({ rows }: { rows: readonly Row[] }) {
  const mayApprove = useMay('certificates');
  const pending = useNavigation().formMethod === 'POST';
  const table = (
    <Table
      caption={t('common.learners')}
      columns={tableColumns(mayApprove)}
      rowKey={({ id }) => id}
      groups={[{ rows }]}
    />
  );
  if (!mayApprove) return table;
  return (
    <Form method="post" preventScrollReset>
      {table}
      {rows.some(({ toApprove }) => toApprove !== null) && (
        <p className="mt-4">
          <SubmitButton pending={pending} pendingText={t('learners.approving')}>
            {t('common.approve')}
          </SubmitButton>
        </p>
      )}
    </Form>
  );
}

const LessonCounts = ({ lessons }: { lessons: Lesson[] }) => (
  <section aria-labelledby="lessons-heading" className="mt-8">
    <h2 id="lessons-heading" className="mb-3 text-xl">
      {t('learners.whereLearnersStop')}
    </h2>
    <Table
      caption={t('learners.learnersByLesson')}
      columns={lessonColumns()}
      rowKey={({ id }) => id}
      groups={[{ rows: lessons }]}
    />
  </section>
);

export default function Learners({ loaderData, actionData, params }: Route.ComponentProps) {
  const { title, q, state, lessons, csv } = loaderData;
  return (
    <>
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title={t('common.learners')}
        lead={title}
        crumbs={[
          { label: t('common.myCourses'), to: '/admin/courses' },
          { label: title },
          { label: t('common.learners') },
        ]}
        actions={
          <div className="flex flex-wrap gap-3">
            <May act="courses">
              <ButtonLink to={`/admin/courses/${params.id}/edit`} variant="secondary">
                {t('common.editCourse')}
              </ButtonLink>
            </May>
            <ButtonAnchor href={csv} download variant="secondary">
              {t('common.downloadCsv')}
            </ButtonAnchor>
          </div>
        }
      />
      <ActionAlert answer={actionData} />
      <div className="mb-6">
        <SearchBox
          label={t('learners.searchLearners')}
          placeholder={t('common.searchByNameOrEmail')}
          defaultValue={q}
        >
          <QuerySelect name="state" aria-label={t('common.state')} value={state}>
            {statesTexts().map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </QuerySelect>
        </SearchBox>
      </div>
      <ListPage
        list={loaderData}
        empty={{ title: t('learners.noLearnersYet'), text: t('learners.learnersWhoEnrolInTheCourse') }}
      >
        {(rows) => <LearnerRows rows={rows} />}
      </ListPage>
      {lessons.length > 0 && <LessonCounts lessons={lessons} />}
    </>
  );
}
