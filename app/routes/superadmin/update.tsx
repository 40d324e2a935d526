import { Form } from 'react-router';
import { decideIssuer, decideIssuerSchema } from '#app/accounts/decide-issuer.server.ts';
import { decideName, decideNameSchema } from '#app/accounts/decide-name.server.ts';
import { listIssuers } from '#app/accounts/list-issuers.server.ts';
import { issueQuotaSchema, setIssueQuota } from '#app/accounts/set-issue-quota.server.ts';
import { form, formAction, forwardHeaders, stay } from '#app/routes/form.server.ts';
import { actorContext } from '#app/server/context.server.ts';
import { withErrorResponse } from '#app/server/error-response.server.ts';
import { timeZoneOf } from '#app/server/time-zone.server.ts';
import { formatInstantAsDate } from '#app/shared/dates.ts';
import { ActionAlert } from '../../ui/action-alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { SubmitButton } from '../../ui/button.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IdText } from '../../ui/id-text.tsx';
import { useMorePages } from '../../ui/more-pages.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { pageMeta } from '../../ui/page-meta.ts';
import { LoadMore } from '../../ui/pagination.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { PageToast } from '../../ui/toast.tsx';
import type { Route } from './+types/update';

export const meta = () =>
  pageMeta('Issuers', 'Approve, suspend and reinstate the institutions that issue certificates.');

export const headers = forwardHeaders;

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  withErrorResponse(() => {
    const query = Object.fromEntries(url.searchParams);
    const { issuers, nextCursor } = listIssuers(context.get(actorContext), query);
    const zone = timeZoneOf(request);
    return {
      rows: issuers.map(({ createdAt, decision, nameChange, quota, ...issuer }) => ({
        ...issuer,
        nameChange: nameChange && {
          id: nameChange.id,
          name: nameChange.name,
          requestedAt: formatInstantAsDate(nameChange.requestedAt, zone),
        },
        quota: { ...quota, at: quota.at === null ? null : formatInstantAsDate(quota.at, zone) },
        createdAt: formatInstantAsDate(createdAt, zone),
        decision: decision && { ...decision, at: formatInstantAsDate(decision.at, zone) },
      })),
      cursor: query.cursor ?? null,
      nextCursor,
      q: query.q ?? '',
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

/** The forms tell themselves apart by their fields. */
export const action = formAction((submission) => {
  if (submission.form.has('nameChangeId')) return nameForm(submission);
  return submission.form.has('perDay') ? quotaForm(submission) : statusForm(submission);
});

type Row = Route.ComponentProps['loaderData']['rows'][number];

const STATUS = {
  pending: { label: 'Pending', tone: 'warning', decision: 'approve', button: 'Approve' },
  active: { label: 'Active', tone: 'success', decision: 'suspend', button: 'Suspend' },
  suspended: { label: 'Suspended', tone: 'danger', decision: 'reinstate', button: 'Reinstate' },
} as const;

const DECIDED = { approved: 'Approved', suspended: 'Suspended', reinstated: 'Reinstated' } as const;

type NameDecisionProps = { present: string; change: NonNullable<Row['nameChange']> };

/** Approves or refuses the name that an issuer asks for. */
const NameDecision = ({ present, change }: NameDecisionProps) => (
  <Form method="post" preventScrollReset className="flex flex-wrap gap-2">
    <input type="hidden" name="nameChangeId" value={change.id} />
    <SubmitButton
      name="decision"
      value="approve"
      size="small"
      aria-label={`Approve the name ${change.name} for ${present}`}
    >
      Approve name
    </SubmitButton>
    <SubmitButton
      name="decision"
      value="refuse"
      size="small"
      variant="danger"
      aria-label={`Refuse the name ${change.name} for ${present}`}
    >
      Refuse name
    </SubmitButton>
  </Form>
);

const COLUMNS: Column<Row>[] = [
  {
    header: 'Issuer',
    cell: ({ name, nameChange }) =>
      nameChange ? (
        <>
          <p className="breakable">{name}</p>
          <p className="text-muted breakable text-sm">
            Asks to be “{nameChange.name}” since {nameChange.requestedAt}
          </p>
        </>
      ) : (
        name
      ),
  },
  { header: 'Username', cell: ({ username }) => <IdText>{username}</IdText> },
  {
    header: 'Email',
    cell: ({ email, emailVerified }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <EmailText>{email}</EmailText>
        {!emailVerified && <Badge tone="warning">Not verified</Badge>}
      </span>
    ),
  },
  { header: 'Registered', cell: ({ createdAt }) => createdAt },
  {
    header: 'Status',
    cell: ({ status }) => <Badge tone={STATUS[status].tone}>{STATUS[status].label}</Badge>,
  },
  {
    header: 'Last decision',
    cell: ({ decision }) =>
      decision
        ? `${DECIDED[decision.kind]} by ${decision.by ?? 'the configuration'}, ${decision.at}`
        : 'None yet',
  },
  {
    header: 'Daily quota',
    cell: ({ id, name, quota }) => (
      <Form method="post" preventScrollReset className="grid gap-1">
        <input type="hidden" name="issuerId" value={id} />
        <span className="inline-flex gap-2">
          <input
            key={quota.perDay}
            type="number"
            name="perDay"
            className="control w-28"
            aria-label={`Certificates a day for ${name}`}
            min={1}
            max={1_000_000}
            required
            defaultValue={quota.perDay}
          />
          <SubmitButton size="small" variant="secondary" aria-label={`Set the daily quota of ${name}`}>
            Set
          </SubmitButton>
        </span>
        {quota.at && <small>{`Set by ${quota.by}, ${quota.at}`}</small>}
      </Form>
    ),
  },
  {
    header: 'Decide',
    cell: ({ id, name, status, nameChange }) => (
      <div className="grid justify-items-start gap-2">
        <Form method="post" preventScrollReset>
          <input type="hidden" name="issuerId" value={id} />
          <SubmitButton
            name="decision"
            value={STATUS[status].decision}
            size="small"
            variant={status === 'active' ? 'danger' : 'primary'}
            aria-label={`${STATUS[status].button} ${name}`}
          >
            {STATUS[status].button}
          </SubmitButton>
        </Form>
        {nameChange && <NameDecision present={name} change={nameChange} />}
      </div>
    ),
  },
];

const FILTERS = [
  ['', 'All'],
  ['pending', 'Pending'],
  ['active', 'Active'],
  ['suspended', 'Suspended'],
  ['renaming', 'New name'],
] as const;

const hrefOf = (status: string, q: string) => {
  const search = new URLSearchParams({ ...(status && { status }), ...(q && { q }) });
  return search.size > 0 ? `/admin/update?${search}` : '/admin/update';
};

export default function UpdatePage({ loaderData, actionData }: Route.ComponentProps) {
  const { q, status } = loaderData;
  const { rows, ...more } = useMorePages(loaderData);
  return (
    <>
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title="Issuers"
        lead="Whoever registers as an issuer can issue once you have approved it."
      />
      <ActionAlert answer={actionData} />
      <div className="mb-6 grid gap-4">
        <Tabs
          label="Status"
          fit
          tabs={FILTERS.map(([value, label]) => ({ label, to: hrefOf(value, q), current: value === status }))}
        />
        <SearchBox label="Search by name, email or username" name="q" defaultValue={q} action="/admin/update">
          {status && <input type="hidden" name="status" value={status} />}
        </SearchBox>
      </div>
      {rows.length === 0 ? (
        <EmptyState title="No issuers found">Nobody matches this search and status.</EmptyState>
      ) : (
        <Table caption="Issuers" columns={COLUMNS} rowKey={({ id }) => id} groups={[{ rows }]} />
      )}
      <LoadMore {...more} />
    </>
  );
}
