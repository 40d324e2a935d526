import type { AuditAccount, AuditEntry } from '#app/accounts/list-audit.server.ts';
import { auditListSchema, listAudit } from '#app/accounts/list-audit.server.ts';
import { ACTS, actLabel, objectKindLabel } from '#app/audit/acts.ts';
import { listLoader } from '#app/routes/list-loader.server.ts';
import { DateRange } from '#app/routes/pieces/certificate-lists/list-filters.tsx';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { formatInstant } from '#app/shared/format-instants.ts';
import { ListPage } from '#app/ui/list-page.tsx';
import type { Column } from '#app/ui/list-parts.tsx';
import { EmailText, IdText, PageHeader, pageMeta, rich } from '#app/ui/page.tsx';
import { QuerySelect } from '#app/ui/search-box.tsx';
import { t } from '#messages';
import type { Route } from './+types/audit';

/** A hash of a name or an address in a row of the audit trail. */
const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

const wordsOf = (value: unknown): string => {
  if (isHash(value)) return `#${value.slice(0, 12)}`;
  if (Array.isArray(value)) return value.join(' ');
  return value === null ? '–' : String(value);
};

/** What an act found or left, as 'limitMinor 500': with the names of the API, in every language. Hashes are shortened. */
const factsOf = (facts: Record<string, unknown> | null): string[] =>
  Object.entries(facts ?? {}).map(([name, value]) => `${name} ${wordsOf(value)}`);

export const meta = () => pageMeta(t('common.auditTrail'), t('audit.whoDidWhatWhenAndFromWhere'));

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  listLoader(url, auditListSchema, (query) => {
    const { rows, nextCursor } = listAudit(context.get(actorContext), query);
    const zone = timeZoneOf(request);
    const { act = '', from, to } = query;
    return {
      rows: rows.map((row) => ({
        ...row,
        at: formatInstant(row.at, zone),
        act: actLabel(row.act),
        before: factsOf(row.before),
        after: factsOf(row.after),
      })),
      filters: { act, from, to },
      nextCursor,
    };
  });

type Row = Route.ComponentProps['loaderData']['rows'][number];

const kinds = () =>
  ({
    visitor: t('audit.visitor'),
    user: t('common.account'),
    apiToken: t('audit.accountByTheApi'),
    system: t('audit.theSiteItself'),
    shell: t('audit.commandOfTheShell'),
  }) as const satisfies Record<AuditEntry['actor']['kind'], string>;

/** An account by name and address while it exists, or by its ID. */
const Account = ({ id, name, email }: AuditAccount) =>
  name === null ? (
    <IdText>{id}</IdText>
  ) : (
    <>
      <bdi>{name}</bdi>
      {email && (
        <>
          {/* A block would leave an empty line for the isolate that ends after it. */}
          <br />
          <span className="text-muted text-sm">
            <EmailText>{email}</EmailText>
          </span>
        </>
      )}
    </>
  );

const Facts = ({ title, facts }: { title: string; facts: string[] }) =>
  facts.length > 0 && (
    <span className="block text-sm">
      {rich('page.labelValue', {
        label: <span className="text-muted">{title}</span>,
        value: <span className="breakable">{facts.join(', ')}</span>,
      })}
    </span>
  );

const tableColumns = (): readonly Column<Row>[] => [
  { header: t('common.time'), cell: ({ at }) => at },
  {
    header: t('common.act'),
    cell: ({ act, before, after }) => (
      <>
        {act}
        <Facts title={t('common.before')} facts={before} />
        <Facts title={t('common.after')} facts={after} />
      </>
    ),
  },
  {
    header: t('audit.by'),
    cell: ({ actor: { kind, id, name = null, email = null } }) => (
      <>
        {id === undefined ? kinds()[kind] : <Account id={id} name={name} email={email} />}
        {kind === 'apiToken' && <span className="block text-muted text-sm">{t('audit.byTheApi')}</span>}
      </>
    ),
  },
  {
    header: t('audit.on'),
    cell: ({ object, organisation }) => (
      <>
        {object && (
          <>
            <span className="text-muted">{objectKindLabel(object.kind)} </span>
            <Account {...object} />
          </>
        )}
        {organisation && organisation.id !== object?.id && (
          <span className="block text-muted text-sm">
            {rich('audit.ofAccount', { account: <Account {...organisation} /> })}
          </span>
        )}
      </>
    ),
  },
  {
    header: t('audit.from'),
    cell: ({ address, sessionId }) => (
      <>
        {address && <bdi className="breakable">{address}</bdi>}
        {sessionId && (
          <span className="block text-muted text-sm">
            {rich('audit.sessionSessionid', { sessionId: <IdText>{sessionId}</IdText> })}
          </span>
        )}
      </>
    ),
  },
];

export default function Audit({ loaderData }: Route.ComponentProps) {
  const { act, ...dates } = loaderData.filters;
  return (
    <>
      <PageHeader title={t('common.auditTrail')} />
      <div className="grid grid-cols-1 gap-4">
        <ListPage
          list={loaderData}
          search={{
            label: t('audit.searchByEmailIdNetworkAddressOrAct'),
            fields: (
              <>
                <QuerySelect name="act" aria-label={t('common.act')} value={act}>
                  <option value="">{t('audit.allActs')}</option>
                  {Object.entries(ACTS).map(([value, label]) => (
                    <option key={value} value={value}>
                      {label()}
                    </option>
                  ))}
                </QuerySelect>
                <DateRange what={t('audit.done')} {...dates} />
              </>
            ),
            csv: true,
            always: true,
          }}
          empty={{
            title: t('audit.noActsYet'),
            text: t('audit.loginsChangesAndDecisionsAreListedHere'),
            hint: t('audit.enterAWholeEmailAddress'),
          }}
          table={{ caption: t('audit.acts'), columns: tableColumns(), rowKey: ({ seq }) => seq }}
        />
      </div>
    </>
  );
}
