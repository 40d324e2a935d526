import { actorContext } from '#app/server/context.server.ts';
import { answering } from '#app/server/failure.server.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { useMorePages } from '#app/ui/more-pages.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { LoadMore } from '#app/ui/pagination.tsx';
import { Table } from '#app/ui/table.tsx';
import { listStudents } from '#app/verification/list-students.server.ts';
import { pageMeta } from '../../ui/page-meta.ts';
import type { Route } from './+types/students';

export const meta = () => pageMeta('Students', 'The people whose certificates you have verified.');

export const loader = ({ url, context }: Route.LoaderArgs) =>
  answering(() => {
    const cursor = url.searchParams.get('cursor') || undefined;
    const { students, nextCursor } = listStudents(context.get(actorContext), cursor);
    return { rows: students, cursor: cursor ?? null, nextCursor };
  });

export default function Students({ loaderData }: Route.ComponentProps) {
  const { rows, ...more } = useMorePages(loaderData);
  return (
    <>
      <PageHeader title="Students" lead="The people whose certificates you have paid to verify." />
      {rows.length === 0 ? (
        <EmptyState title="No students yet">
          Whoever holds a certificate that you have paid for is listed here.
        </EmptyState>
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
      <LoadMore {...more} />
    </>
  );
}
