import { shownHolder } from '#app/routes/pieces/certificates/certificate-state.tsx';
import { CheckingNotice } from '#app/routes/pieces/certificates/checking-notice.tsx';
import { listQuery } from '#app/routes/pieces/certificates/list-query.server.ts';
import { EmptyList } from '#app/routes/pieces/empty-list.tsx';
import { actorContext } from '#app/server/session/context.server.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { EmailText } from '#app/ui/email-text.tsx';
import { useMorePages } from '#app/ui/more-pages.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { LoadMore } from '#app/ui/pagination.tsx';
import { SearchBox } from '#app/ui/search-box.tsx';
import { Table } from '#app/ui/table.tsx';
import { listStudents } from '#app/verification/list-students.server.ts';
import { t } from '#messages';
import type { Route } from './+types/students';

export const meta = () =>
  pageMeta(t('students.students'), t('students.peopleWhoseCertificatesYouHaveVerified'));

export const loader = ({ url, context }: Route.LoaderArgs) => {
  const { q, cursor } = listQuery(url.searchParams);
  const { students, isChecking, nextCursor } = listStudents(
    context.get(actorContext),
    parseInput(listQuerySchema, { q, cursor }),
  );
  return { rows: students, isChecking, q, cursor: cursor ?? null, nextCursor };
};

export default function Students({ loaderData }: Route.ComponentProps) {
  const { q } = loaderData;
  const { rows, to, ...more } = useMorePages(loaderData);
  return (
    <>
      <PageHeader
        title={t('students.students')}
        lead={t('students.peopleWhoseCertificatesYouHavePaidToVerify')}
      />
      {(rows.length > 0 || q !== '') && (
        <div className="mb-6">
          <SearchBox
            label={t('students.searchStudents')}
            placeholder={t('students.searchByNameOrEmail')}
            defaultValue={q}
          />
        </div>
      )}
      <CheckingNotice isChecking={loaderData.isChecking} />
      {rows.length === 0 && to === null ? (
        <EmptyList
          title={t('students.noStudentsYet')}
          text={t('students.holdersOfCertificatesThatYouHave')}
          filtered={q.trim() !== ''}
          all="/students"
        />
      ) : (
        <Table
          caption={t('students.students')}
          columns={[
            { header: t('students.name'), cell: ({ name, email }) => <bdi>{shownHolder(name, email)}</bdi> },
            { header: t('students.email'), cell: ({ email }) => <EmailText>{email}</EmailText> },
            { header: t('students.certificates'), cell: ({ courses }) => <bdi>{courses}</bdi> },
          ]}
          rowKey={({ email }) => email}
          groups={[{ rows }]}
        />
      )}
      <LoadMore to={to} {...more} />
    </>
  );
}
