import { listQuery } from '#app/routes/pieces/certificates/list-query.server.ts';
import { EmptyList } from '#app/routes/pieces/empty-list.tsx';
import { actorContext } from '#app/server/session/context.server.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { useMorePages } from '#app/ui/more-pages.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { LoadMore } from '#app/ui/pagination.tsx';
import { SearchBox } from '#app/ui/search-box.tsx';
import { Table } from '#app/ui/table.tsx';
import { listStudents } from '#app/verification/list-students.server.ts';
import type { Route } from './+types/students';

export const meta = () => pageMeta('Students', 'People whose certificates you have verified.');

export const loader = ({ url, context }: Route.LoaderArgs) => {
  const { q, cursor } = listQuery(url.searchParams);
  const { students, nextCursor } = listStudents(
    context.get(actorContext),
    parseInput(listQuerySchema, { q, cursor }),
  );
  return { rows: students, q, cursor: cursor ?? null, nextCursor };
};

export default function Students({ loaderData }: Route.ComponentProps) {
  const { q } = loaderData;
  const { rows, to, ...more } = useMorePages(loaderData);
  return (
    <>
      <PageHeader title="Students" lead="People whose certificates you have paid to verify." />
      {(rows.length > 0 || q !== '') && (
        <div className="mb-6">
          <SearchBox label="Search students" placeholder="Search by name or email" defaultValue={q} />
        </div>
      )}
      {rows.length === 0 && to === null ? (
        <EmptyList
          title="No students yet"
          text="Holders of certificates that you have paid to verify are listed here."
          filtered={q.trim() !== ''}
          all="/students"
        />
      ) : (
        <Table
          caption="Students"
          columns={[
            { header: 'Name', cell: ({ name }) => name },
            { header: 'Email', cell: ({ email }) => email },
            { header: 'Certificates', cell: ({ courses }) => courses },
          ]}
          rowKey={({ email }) => email}
          groups={[{ rows }]}
        />
      )}
      <LoadMore to={to} {...more} />
    </>
  );
}
