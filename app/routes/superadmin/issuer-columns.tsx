import { Link } from 'react-router';
import { notReviewed } from '#app/accounts/decision-words.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { Badge, type Column } from '#app/ui/list-parts.tsx';
import { EmailText, IdText, rich, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/update';
import { EndSessionsLink, SecondFactorCell } from './second-factor-cell.tsx';

type Row = Route.ComponentProps['loaderData']['rows'][number];

const statusTexts = () =>
  ({
    pending: {
      label: t('issuerColumns.pending'),
      tone: 'warning',
      decision: 'approve',
      button: t('common.approve'),
    },
    active: {
      label: t('issuerColumns.active'),
      tone: 'success',
      decision: 'suspend',
      button: t('issuerColumns.suspend'),
    },
    suspended: {
      label: t('issuerColumns.suspended'),
      tone: 'danger',
      decision: 'reinstate',
      button: t('issuerColumns.reinstate'),
    },
  }) as const;

const decided = () =>
  ({
    approved: t('issuerColumns.approved'),
    suspended: t('issuerColumns.suspended'),
    reinstated: t('issuerColumns.reinstated'),
  }) as const;

/** The twins of a name, and the scripts of a name in mixed scripts. */
const NameWarnings = ({ twins, hasMoreTwins, scripts }: Row['looks']) => (
  <>
    {twins.length > 0 && (
      <div className="grid justify-items-start gap-1 text-sm">
        <Badge tone="warning">{t('issuerColumns.nameLooksLike')}</Badge>
        <ul>
          {twins.map(({ username, status }) => (
            <li key={username} className="text-muted">
              {rich('page.labelNote', {
                label: (
                  <Link to={`/admin/update?q=${encodeURIComponent(username)}`} className="link">
                    <IdText>{username}</IdText>
                  </Link>
                ),
                note: statusTexts()[status].label.toLowerCase(),
              })}
            </li>
          ))}
          {hasMoreTwins && <li className="text-muted">{t('issuerColumns.andOthers')}</li>}
        </ul>
      </div>
    )}
    {scripts.length > 0 && (
      <div className="grid justify-items-start gap-1 text-sm">
        <Badge tone="warning">{t('issuerColumns.nameInMixedScripts')}</Badge>
        <p className="text-muted">{scripts.join(t('page.betweenNames'))}</p>
      </div>
    )}
  </>
);

type NameDecisionProps = { present: string; change: NonNullable<Row['nameChange']> };

/** The name that an issuer requests, with buttons to approve or refuse it. */
const NameDecision = ({ present, change }: NameDecisionProps) => (
  <Form method="post" preventScrollReset className="grid gap-2">
    <p className="text-muted breakable text-sm">
      {t('issuerColumns.asksToBeNameSinceRequestedat', {
        name: change.name,
        requestedAt: change.requestedAt,
      })}
    </p>
    <NameWarnings {...change.looks} />
    <input type="hidden" name="nameChangeId" value={change.id} />
    <span className="flex flex-wrap gap-2">
      <SubmitButton
        name="decision"
        value="approve"
        size="small"
        aria-label={t('issuerColumns.approveTheNameNameForPresent', { name: change.name, present })}
      >
        {t('issuerColumns.approveName')}
      </SubmitButton>
      <SubmitButton
        name="decision"
        value="refuse"
        size="small"
        variant="danger"
        aria-label={t('issuerColumns.refuseTheNameNameForPresent', { name: change.name, present })}
      >
        {t('issuerColumns.refuseName')}
      </SubmitButton>
    </span>
  </Form>
);

const QuotaForm = ({ id, name, quota }: Row) => (
  <Form method="post" preventScrollReset className="grid gap-1">
    <input type="hidden" name="issuerId" value={id} />
    <span className="flex flex-wrap gap-2">
      <input
        key={quota.perDay}
        type="number"
        name="perDay"
        className="control w-24"
        aria-label={t('issuerColumns.certificatesADayForName', { name })}
        min={1}
        max={1_000_000}
        required
        defaultValue={quota.perDay}
      />
      <SubmitButton
        size="small"
        variant="secondary"
        aria-label={t('issuerColumns.setTheDailyQuotaOfName', { name })}
      >
        {t('issuerColumns.set')}
      </SubmitButton>
    </span>
    {quota.at && (
      <small className="text-muted">
        {t('issuerColumns.setByByAt', { by: quota.by ?? '', at: quota.at })}
      </small>
    )}
  </Form>
);

const Status = ({ status, decision }: Row) => (
  <div className="grid justify-items-start gap-1">
    <Badge tone={statusTexts()[status].tone}>{statusTexts()[status].label}</Badge>
    {decision && (
      <p className="text-muted text-sm">
        {t('page.labelValue', {
          label: decision.by
            ? t('issuerColumns.decidedByName', { decided: decided()[decision.kind], name: decision.by })
            : notReviewed(),
          value: decision.at,
        })}
      </p>
    )}
  </div>
);

/**
 * Columns of the list of issuers, with the forms to decide about each.
 * @param search of the list, to which the linked pages return
 */
export const issuerColumns = (search: string): Column<Row>[] => [
  {
    header: t('common.issuer'),
    cell: ({ name, username, looks, nameChange }) => (
      <div className="grid gap-1">
        <p dir="auto" className="breakable">
          {name}
        </p>
        <p className="text-muted text-sm">
          <IdText>{username}</IdText>
        </p>
        <NameWarnings {...looks} />
        {nameChange && <NameDecision present={name} change={nameChange} />}
      </div>
    ),
  },
  {
    header: t('common.email'),
    cell: ({ email, emailVerified }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <EmailText>{email}</EmailText>
        {!emailVerified && <Badge tone="warning">{t('issuerColumns.notVerified')}</Badge>}
      </span>
    ),
  },
  { header: t('common.registered'), cell: ({ createdAt }) => createdAt },
  {
    header: t('common.status'),
    cell: Status,
  },
  {
    header: t('issuerColumns.dailyQuota'),
    cell: QuotaForm,
  },
  { header: t('common.secondFactor'), cell: (row) => <SecondFactorCell {...row} search={search} /> },
  {
    header: t('common.sessions'),
    cell: ({ id, name }) => <EndSessionsLink id={id} name={name} search={search} />,
  },
  {
    header: t('common.decide'),
    cell: ({ id, name, status }) => (
      <Form method="post" preventScrollReset>
        <input type="hidden" name="issuerId" value={id} />
        <SubmitButton
          name="decision"
          value={statusTexts()[status].decision}
          size="small"
          variant={status === 'active' ? 'danger' : 'primary'}
          aria-label={`${statusTexts()[status].button} ${name}`}
        >
          {statusTexts()[status].button}
        </SubmitButton>
      </Form>
    ),
  },
];
