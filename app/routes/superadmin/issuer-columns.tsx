import { Form, Link } from 'react-router';
import { NOT_REVIEWED } from '#app/accounts/decision-words.ts';
import { Badge } from '#app/ui/badge.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { IdText } from '#app/ui/id-text.tsx';
import type { Column } from '#app/ui/table.tsx';
import type { Route } from './+types/update';
import { EndSessionsLink, SecondFactorCell } from './second-factor-cell.tsx';

type Row = Route.ComponentProps['loaderData']['rows'][number];

const STATUS = {
  pending: { label: 'Pending', tone: 'warning', decision: 'approve', button: 'Approve' },
  active: { label: 'Active', tone: 'success', decision: 'suspend', button: 'Suspend' },
  suspended: { label: 'Suspended', tone: 'danger', decision: 'reinstate', button: 'Reinstate' },
} as const;

const DECIDED = { approved: 'Approved', suspended: 'Suspended', reinstated: 'Reinstated' } as const;

/** The twins of a name, and the scripts of a name in mixed scripts. */
const NameWarnings = ({ twins, hasMoreTwins, scripts }: Row['looks']) => (
  <>
    {twins.length > 0 && (
      <div className="grid justify-items-start gap-1 text-sm">
        <Badge tone="warning">Name looks like</Badge>
        <ul>
          {twins.map(({ username, status }) => (
            <li key={username} className="text-muted">
              <Link to={`/admin/update?q=${encodeURIComponent(username)}`} className="link">
                <IdText>{username}</IdText>
              </Link>{' '}
              ({STATUS[status].label.toLowerCase()})
            </li>
          ))}
          {hasMoreTwins && <li className="text-muted">and others</li>}
        </ul>
      </div>
    )}
    {scripts.length > 0 && (
      <div className="grid justify-items-start gap-1 text-sm">
        <Badge tone="warning">Name in mixed scripts</Badge>
        <p className="text-muted">{scripts.join(', ')}</p>
      </div>
    )}
  </>
);

type NameDecisionProps = { present: string; change: NonNullable<Row['nameChange']> };

/** The name that an issuer requests, with buttons to approve or refuse it. */
const NameDecision = ({ present, change }: NameDecisionProps) => (
  <Form method="post" preventScrollReset className="grid gap-2">
    <p className="text-muted breakable text-sm">
      Asks to be “{change.name}” since {change.requestedAt}
    </p>
    <NameWarnings {...change.looks} />
    <input type="hidden" name="nameChangeId" value={change.id} />
    <span className="flex flex-wrap gap-2">
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
    </span>
  </Form>
);

/**
 * Columns of the list of issuers, with the forms to decide about each.
 * @param search of the list, to which the linked pages return
 */
export const issuerColumns = (search: string): Column<Row>[] => [
  {
    header: 'Issuer',
    cell: ({ name, username, looks, nameChange }) => (
      <div className="grid gap-1">
        <p className="breakable">{name}</p>
        <p className="text-muted text-sm">
          <IdText>{username}</IdText>
        </p>
        <NameWarnings {...looks} />
        {nameChange && <NameDecision present={name} change={nameChange} />}
      </div>
    ),
  },
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
    cell: ({ status, decision }) => (
      <div className="grid justify-items-start gap-1">
        <Badge tone={STATUS[status].tone}>{STATUS[status].label}</Badge>
        {decision && (
          <p className="text-muted text-sm">
            {decision.by ? `${DECIDED[decision.kind]} by ${decision.by}` : NOT_REVIEWED}, {decision.at}
          </p>
        )}
      </div>
    ),
  },
  {
    header: 'Daily quota',
    cell: ({ id, name, quota }) => (
      <Form method="post" preventScrollReset className="grid gap-1">
        <input type="hidden" name="issuerId" value={id} />
        <span className="flex flex-wrap gap-2">
          <input
            key={quota.perDay}
            type="number"
            name="perDay"
            className="control w-24"
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
        {quota.at && <small className="text-muted">{`Set by ${quota.by}, ${quota.at}`}</small>}
      </Form>
    ),
  },
  { header: 'Second factor', cell: (row) => <SecondFactorCell {...row} search={search} /> },
  { header: 'Sessions', cell: ({ id, name }) => <EndSessionsLink id={id} name={name} search={search} /> },
  {
    header: 'Decide',
    cell: ({ id, name, status }) => (
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
    ),
  },
];
