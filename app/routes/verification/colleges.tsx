import { decisionWords } from '#app/accounts/decision-words.ts';
import { listApprovedIssuers } from '#app/accounts/issuers.server.ts';
import { lenient, listLoader } from '#app/routes/list-loader.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { ListPage } from '#app/ui/list-page.tsx';
import { IdText, PageHeader, pageMeta } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/colleges';

export const meta = () => pageMeta(t('common.colleges'), t('colleges.organisationsThatAreApprovedToIssue'));

export const loader = ({ url, context }: Route.LoaderArgs) =>
  listLoader(url, lenient(listQuerySchema), (query) => {
    const { issuers: rows, nextCursor } = listApprovedIssuers(context.get(actorContext), query);
    return { rows, nextCursor };
  });

export default function Colleges({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={t('common.colleges')}
        lead={t('colleges.organisationsThatMayIssueCertificatesHere')}
      />
      <ListPage
        list={loaderData}
        search={{ label: t('colleges.searchColleges'), placeholder: t('colleges.searchByNameOrUsername') }}
        empty={{ title: t('colleges.noCollegesYet'), text: t('colleges.approvedIssuersAreListedHere') }}
        table={{
          caption: t('common.colleges'),
          columns: [
            { header: t('common.name'), cell: ({ name }) => <bdi>{name}</bdi> },
            { header: t('common.username'), cell: ({ username }) => <IdText>{username}</IdText> },
            {
              header: t('colleges.approval'),
              cell: ({ isReviewed }) => decisionWords('approved', isReviewed),
            },
          ],
          rowKey: ({ username }) => username,
        }}
      />
    </>
  );
}
