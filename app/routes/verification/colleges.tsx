import { decisionWords } from '#app/accounts/decision-words.ts';
import { listApprovedIssuers } from '#app/accounts/list-approved-issuers.server.ts';
import { listQuery } from '#app/routes/pieces/certificates/list-query.server.ts';
import { EmptyList } from '#app/routes/pieces/empty-list.tsx';
import { actorContext } from '#app/server/session/context.server.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { IdText } from '#app/ui/id-text.tsx';
import { useMorePages } from '#app/ui/more-pages.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { LoadMore } from '#app/ui/pagination.tsx';
import { SearchBox } from '#app/ui/search-box.tsx';
import { Table } from '#app/ui/table.tsx';
import { t } from '#messages';
import type { Route } from './+types/colleges';

export const meta = () => pageMeta(t('colleges.colleges'), t('colleges.institutionsThatAreApprovedToIssue'));

export const loader = ({ url, context }: Route.LoaderArgs) => {
  const { q, cursor } = listQuery(url.searchParams);
  const { issuers, nextCursor } = listApprovedIssuers(
    context.get(actorContext),
    parseInput(listQuerySchema, { q, cursor }),
  );
  return { rows: issuers, q, cursor: cursor ?? null, nextCursor };
};

export default function Colleges({ loaderData }: Route.ComponentProps) {
  const { q } = loaderData;
  const { rows, to, ...more } = useMorePages(loaderData);
  return (
    <>
      <PageHeader
        title={t('colleges.colleges')}
        lead={t('colleges.institutionsThatMayIssueCertificatesHere')}
      />
      {(rows.length > 0 || q !== '') && (
        <div className="mb-6">
          <SearchBox
            label={t('colleges.searchColleges')}
            placeholder={t('colleges.searchByNameOrUsername')}
            defaultValue={q}
          />
        </div>
      )}
      {rows.length === 0 && to === null ? (
        <EmptyList
          title={t('colleges.noCollegesYet')}
          text={t('colleges.approvedIssuersAreListedHere')}
          filtered={q.trim() !== ''}
          all="/colleges"
        />
      ) : (
        <Table
          caption={t('colleges.colleges')}
          columns={[
            { header: t('colleges.name'), cell: ({ name }) => <bdi>{name}</bdi> },
            { header: t('colleges.username'), cell: ({ username }) => <IdText>{username}</IdText> },
            {
              header: t('colleges.approval'),
              cell: ({ isReviewed }) => decisionWords('approved', isReviewed),
            },
          ]}
          rowKey={({ username }) => username}
          groups={[{ rows }]}
        />
      )}
      <LoadMore to={to} {...more} />
    </>
  );
}
