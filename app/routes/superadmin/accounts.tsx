import { listAccounts, listAccountsSchema } from '#app/accounts/list-accounts.server.ts';
import { listLoader } from '#app/routes/list-loader.server.ts';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { formatInstantAsDate } from '#app/shared/format-instants.ts';
import { ListPage } from '#app/ui/list-page.tsx';
import { type Column, EmptyState } from '#app/ui/list-parts.tsx';
import { EmailText, IdText, PageHeader, pageMeta } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/accounts';
import { EndSessionsLink, SecondFactorCell, shownSecondFactor } from './second-factor-cell.tsx';

export const meta = () => pageMeta(t('common.accounts'), t('accounts.theAccountsOfVerifiersAndLearners'));

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  listLoader(url, listAccountsSchema, (query) => {
    const { accounts, nextCursor } = listAccounts(context.get(actorContext), query);
    const zone = timeZoneOf(request);
    return {
      rows: accounts.map(({ createdAt, secondFactor, ...account }) => ({
        ...account,
        createdAt: formatInstantAsDate(createdAt, zone),
        secondFactor: shownSecondFactor(secondFactor, zone),
      })),
      nextCursor,
    };
  });

type Row = Route.ComponentProps['loaderData']['rows'][number];

/** @param search of the list, to which the linked pages return */
const columns = (search: string): Column<Row>[] => [
  {
    header: t('common.account'),
    cell: ({ name, username }) => (
      <div className="grid gap-1">
        <p dir="auto" className="breakable">
          {name}
        </p>
        <p className="text-muted text-sm">
          <IdText>{username}</IdText>
        </p>
      </div>
    ),
  },
  { header: t('common.email'), cell: ({ email }) => <EmailText>{email}</EmailText> },
  {
    header: t('accounts.role'),
    cell: ({ role }) => (role === 'corporate' ? t('common.corporate') : t('common.individual')),
  },
  { header: t('common.registered'), cell: ({ createdAt }) => createdAt },
  { header: t('common.secondFactor'), cell: (row) => <SecondFactorCell {...row} search={search} /> },
  {
    header: t('common.sessions'),
    cell: ({ id, name }) => <EndSessionsLink id={id} name={name} search={search} />,
  },
];

export default function AccountsPage({ loaderData }: Route.ComponentProps) {
  const { q, cursor } = loaderData;
  const search = q ? `?${new URLSearchParams({ q })}` : '';
  return (
    <>
      <PageHeader title={t('common.accounts')} lead={t('accounts.verifiersAndLearners')} />
      <ListPage
        list={loaderData}
        search={{
          label: t('accounts.searchByNameEmailOrUsername'),
          action: '/superadmin/accounts',
          always: true,
        }}
        empty={
          <EmptyState title={cursor ? t('accounts.noMoreAccounts') : t('accounts.noAccountsFound')}>
            {!cursor && t('accounts.noAccountsMatchThisSearch')}
          </EmptyState>
        }
        table={{ caption: t('common.accounts'), columns: columns(search), rowKey: ({ id }) => id }}
      />
    </>
  );
}
