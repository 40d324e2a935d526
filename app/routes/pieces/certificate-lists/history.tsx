import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { ListPage } from '#app/ui/list-page.tsx';
import type { RowsPage } from '#app/ui/more-pages.ts';
import { IdText, rich } from '#app/ui/page.tsx';
import type { Trace } from '#app/verification/tracing/trace-certificate.server.ts';
import { t } from '#messages';

type Event = {
  kind:
    | 'issued'
    | 'looked-up'
    | 'paid'
    | 'renewed'
    | 'revoked'
    | 'consent-asked'
    | 'consent-granted'
    | 'consent-declined'
    | 'consent-withdrawn'
    | 'consent-lapsed';
  time: string;
  by: string | null;
  purpose?: string | null | undefined;
  other?: { is: 'renewed' | 'renewal' | 'replaced' | 'replacement'; uniqueId: string } | undefined;
  entry: { index: number; origin: string; proofPath: string; documentPath: string | null } | null;
};

export type ShownTrace = Omit<Trace, 'events'> & { events: RowsPage<Event> };

const strong = (text: ReactNode) => <strong>{text}</strong>;

/** The event in words, with who did it if that is known. */
function sentence({ kind, by }: Pick<Event, 'kind' | 'by'>): ReactNode {
  switch (kind) {
    case 'issued':
      return by ? rich('history.issuedByName', { strong, by }) : strong(t('history.issued'));
    case 'looked-up':
      return by ? rich('history.lookedUpByName', { strong, by }) : strong(t('history.lookedUp'));
    case 'paid':
      return by
        ? rich('history.verificationPaidByName', { strong, by })
        : strong(t('history.verificationPaid'));
    case 'renewed':
      return by ? rich('history.renewedByName', { strong, by }) : strong(t('history.renewed'));
    case 'revoked':
      return by ? rich('history.revokedByName', { strong, by }) : strong(t('history.revoked'));
    case 'consent-asked':
      return by
        ? rich('history.consentAskedForByName', { strong, by })
        : strong(t('history.consentAskedFor'));
    case 'consent-granted':
      return by ? rich('history.consentGivenToName', { strong, by }) : strong(t('history.consentGiven'));
    case 'consent-declined':
      return by
        ? rich('history.consentDeclinedToName', { strong, by })
        : strong(t('history.consentDeclined'));
    case 'consent-withdrawn':
      return by
        ? rich('history.consentWithdrawnFromName', { strong, by })
        : strong(t('history.consentWithdrawn'));
    case 'consent-lapsed':
      return by
        ? rich('history.consentNotAnsweredInTimeForName', { strong, by })
        : strong(t('history.consentNotAnsweredInTime'));
  }
}

/** The name of the document of an event's log entry. */
function documentName(kind: Event['kind']): string {
  if (kind === 'issued') return t('history.credential');
  if (kind === 'paid') return t('common.receipt');
  return kind === 'revoked' ? t('history.statement') : '';
}

function otherCertificate({ is }: NonNullable<Event['other']>, id: ReactElement): ReactNode {
  if (is === 'renewed') return rich('history.asTheRenewalOfId', { id });
  if (is === 'renewal') return rich('history.byId', { id });
  return is === 'replaced' ? rich('history.inPlaceOfId', { id }) : rich('history.andReplacedById', { id });
}

function LogEntry({ entry, document }: { entry: NonNullable<Event['entry']>; document: string }) {
  const { index, origin, proofPath, documentPath } = entry;
  return (
    <p className="history-entry">
      <span>
        {rich('history.entryIndexOfOrigin', { index, origin: <span className="breakable">{origin}</span> })}
      </span>
      {documentPath && (
        <a
          className="link"
          href={documentPath}
          aria-label={t('history.documentOfEntryIndex', { document, index })}
        >
          {document}
        </a>
      )}
      <a className="link" href={proofPath} aria-label={t('history.logProofOfEntryIndex', { index })}>
        {t('history.logProof')}
      </a>
    </p>
  );
}

/** The path of another certificate's page, or null if the reader cannot open it. */
type PathOf = (uniqueId: string) => string | null;

function Other({ uniqueId, pathOf }: { uniqueId: string; pathOf: PathOf }) {
  const path = pathOf(uniqueId);
  const id = <IdText code>{uniqueId}</IdText>;
  return path === null ? id : <Link to={path}>{id}</Link>;
}

function Steps({ rows, pathOf }: { rows: readonly Event[]; pathOf: PathOf }) {
  return (
    <ol className="history">
      {rows.map((event, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events have no ID, and their order never changes
        <li key={place}>
          <p>
            {sentence(event)}
            {event.purpose && t('history.forPurpose', { purpose: event.purpose })}
            {event.other &&
              otherCertificate(event.other, <Other uniqueId={event.other.uniqueId} pathOf={pathOf} />)}
            <span className="history-time">{event.time}</span>
          </p>
          {event.entry && <LogEntry entry={event.entry} document={documentName(event.kind)} />}
        </li>
      ))}
    </ol>
  );
}

const tracingPath = (uniqueId: string) => `/tracing?id=${uniqueId}`;

type FrameProps = { trace: ShownTrace; children: ReactNode };

function Frame({ trace, children }: FrameProps) {
  return (
    <section aria-labelledby="history" className="card" data-pad="">
      <h2 id="history" className="text-xl">
        {rich('history.historyOfUniqueid', { uniqueId: <IdText code>{trace.uniqueId}</IdText> })}
      </h2>
      <p className="mt-1 mb-5 text-muted">{t('history.coursenameIssuedByIssuername', trace)}</p>
      {children}
      <p className="mt-5 text-muted text-sm">
        {rich('history.aLogProofShows', { link: (text) => <Link to="/log">{text}</Link> })}
      </p>
    </section>
  );
}

type HistoryProps = { trace: ShownTrace; pathOf?: PathOf };

/** A certificate's events, newest first, each with its log entry and the files that prove it. */
export const History = ({ trace, pathOf = tracingPath }: HistoryProps) => (
  <Frame trace={trace}>
    <Steps rows={trace.events.rows} pathOf={pathOf} />
    {trace.events.nextCursor && (
      <p className="mt-5">
        <Link to={tracingPath(trace.uniqueId)}>{t('history.showTheWholeHistory')}</Link>
      </p>
    )}
  </Frame>
);

const eventsIn = (data: unknown) => (data as { result: ShownTrace | null }).result?.events;

/** A history with 'Load more'. The loader of its page returns it as `result`. */
export const PagedHistory = ({ trace, pathOf = tracingPath }: HistoryProps) => (
  <Frame trace={trace}>
    <ListPage list={trace.events} listOf={eventsIn}>
      {(rows) => <Steps rows={rows} pathOf={pathOf} />}
    </ListPage>
  </Frame>
);
