import { listAccounts, listAccountsSchema } from '#app/accounts/list-accounts.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { timeZoneOf } from '#app/server/session/time-zone.server.ts';
import { formatInstantAsDate } from '#app/shared/format-instants.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { EmailText } from '#app/ui/email-text.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { IdText } from '#app/ui/id-text.tsx';
import { useMorePages } from '#app/ui/more-pages.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { LoadMore } from '#app/ui/pagination.tsx';
import { SearchBox } from '#app/ui/search-box.tsx';
import { type Column, Table } from '#app/ui/table.tsx';
import { t } from '#messages';
import type { Route } from './+types/accounts';
import { EndSessionsLink, SecondFactorCell, shownSecondFactor } from './second-factor-cell.tsx';

export const meta = () => pageMeta(t('accounts.accounts'), t('accounts.theAccountsOfVerifiersAndLearners'));

export const loader = ({ request, url, context }: Route.LoaderArgs) => {
  const query = Object.fromEntries(url.searchParams);
  const { accounts, nextCursor } = listAccounts(
    context.get(actorContext),
    parseInput(listAccountsSchema, query),
  );
  const zone = timeZoneOf(request);
  return {
    rows: accounts.map(({ createdAt, secondFactor, ...account }) => ({
      ...account,
      createdAt: formatInstantAsDate(createdAt, zone),
      secondFactor: shownSecondFactor(secondFactor, zone),
    })),
    cursor: query.cursor ?? null,
    nextCursor,
    q: query.q ?? '',
  };
};

type Row = Route.ComponentProps['loaderData']['rows'][number];

/** @param search of the list, to which the linked pages return */
const columns = (search: string): Column<Row>[] => [
  {
    header: t('accounts.account'),
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
  { header: t('accounts.email'), cell: ({ email }) => <EmailText>{email}</EmailText> },
  {
    header: t('accounts.role'),
    cell: ({ role }) => (role === 'corporate' ? t('accounts.corporate') : t('accounts.individual')),
  },
  { header: t('accounts.registered'), cell: ({ createdAt }) => createdAt },
  { header: t('accounts.secondFactor'), cell: (row) => <SecondFactorCell {...row} search={search} /> },
  {
    header: t('accounts.sessions'),
    cell: ({ id, name }) => <EndSessionsLink id={id} name={name} search={search} />,
  },
];

export default function AccountsPage({ loaderData }: Route.ComponentProps) {
  const { q, cursor } = loaderData;
  const { rows, ...more } = useMorePages(loaderData);
  const search = q ? `?${new URLSearchParams({ q })}` : '';
  return (
    <>
      <PageHeader title={t('accounts.accounts')} lead={t('accounts.verifiersAndLearners')} />
      <div className="mb-6">
        <SearchBox
          label={t('accounts.searchByNameEmailOrUsername')}
          name="q"
          defaultValue={q}
          action="/superadmin/accounts"
        />
      </div>
      {rows.length === 0 ? (
        <EmptyState title={cursor ? t('accounts.noMoreAccounts') : t('accounts.noAccountsFound')}>
          {!cursor && t('accounts.noAccountsMatchThisSearch')}
        </EmptyState>
      ) : (
        <Table
          caption={t('accounts.accounts')}
          columns={columns(search)}
          rowKey={({ id }) => id}
          groups={[{ rows }]}
        />
      )}
      <LoadMore {...more} />
    </>
  );
}
