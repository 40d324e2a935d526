import {
  decideIssuer,
  decideIssuerSchema,
  issueQuotaSchema,
  setIssueQuota,
} from '#app/accounts/decide-issuer.server.ts';
import { listIssuers, listIssuersSchema } from '#app/accounts/list-issuers.server.ts';
import { decideName, decideNameSchema } from '#app/accounts/organisations/request-name.server.ts';
import { form, intentAction, stay } from '#app/routes/form.server.ts';
import { listLoader } from '#app/routes/list-loader.server.ts';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { formatInstantAsDate } from '#app/shared/format-instants.ts';
import { ListPage } from '#app/ui/list-page.tsx';
import { ActionAlert, EmptyState } from '#app/ui/list-parts.tsx';
import { PageHeader, pageMeta } from '#app/ui/page.tsx';
import { SearchBox } from '#app/ui/search-box.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/update';
import { issuerColumns } from './issuer-columns.tsx';
import { shownSecondFactor } from './second-factor-cell.tsx';

export const meta = () =>
  pageMeta(t('common.issuers'), t('update.approveSuspendAndReinstateTheOrganisations'));

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  listLoader(url, listIssuersSchema, (query) => {
    const { issuers, nextCursor } = listIssuers(context.get(actorContext), query);
    const zone = timeZoneOf(request);
    return {
      rows: issuers.map(({ createdAt, decision, nameChange, quota, secondFactor, ...issuer }) => ({
        ...issuer,
        nameChange: nameChange && {
          ...nameChange,
          requestedAt: formatInstantAsDate(nameChange.requestedAt, zone),
        },
        quota: { ...quota, at: quota.at === null ? null : formatInstantAsDate(quota.at, zone) },
        createdAt: formatInstantAsDate(createdAt, zone),
        secondFactor: shownSecondFactor(secondFactor, zone),
        decision: decision && { ...decision, at: formatInstantAsDate(decision.at, zone) },
      })),
      nextCursor,
      status: query.status ?? '',
    };
  });

const nameForm = form({
  schema: decideNameSchema,
  perform: (input, { actor }) => decideName(actor, input),
  outcome: stay,
});
const quotaForm = form({
  schema: issueQuotaSchema,
  perform: (input, { actor }) => setIssueQuota(actor, input),
  outcome: stay,
});
const statusForm = form({
  schema: decideIssuerSchema,
  perform: (input, { actor }) => decideIssuer(actor, input),
  outcome: stay,
});

/** The page's forms differ in their fields. */
export const action = intentAction(
  { name: nameForm, quota: quotaForm, status: statusForm },
  undefined,
  (fields) => {
    if (fields.has('nameChangeId')) return 'name';
    return fields.has('perDay') ? 'quota' : 'status';
  },
);

const filters = () =>
  [
    ['', t('update.all')],
    ['pending', t('update.pending')],
    ['active', t('update.active')],
    ['suspended', t('update.suspended')],
    ['renaming', t('update.newNameRequested')],
  ] as const;

const hrefOf = (status: string, q: string) => {
  const search = new URLSearchParams({ ...(status && { status }), ...(q && { q }) });
  return search.size > 0 ? `/admin/update?${search}` : '/admin/update';
};

export default function UpdatePage({ loaderData, actionData }: Route.ComponentProps) {
  const { q, status, cursor } = loaderData;
  const search = hrefOf(status, q).replace('/admin/update', '');
  return (
    <>
      <PageToast toast={actionData?.toast} />
      <PageHeader title={t('common.issuers')} lead={t('update.newIssuersCanIssueCertificatesOnce')} />
      <ActionAlert answer={actionData} />
      <div className="mb-6 grid gap-4">
        <Tabs
          label={t('common.status')}
          fit
          tabs={filters().map(([value, label]) => ({
            label,
            to: hrefOf(value, q),
            current: value === status,
          }))}
        />
        <SearchBox
          label={t('update.searchByNameEmailOrUsername')}
          name="q"
          defaultValue={q}
          action="/admin/update"
        >
          {status && <input type="hidden" name="status" value={status} />}
        </SearchBox>
      </div>
      <ListPage
        list={loaderData}
        empty={
          <EmptyState title={cursor ? t('update.noMoreIssuers') : t('update.noIssuersFound')}>
            {!cursor && t('update.noIssuersMatchThisSearchAndStatus')}
          </EmptyState>
        }
        table={{ caption: t('common.issuers'), columns: issuerColumns(search), rowKey: ({ id }) => id }}
      />
    </>
  );
}
