import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { IdText } from '#app/ui/id-text.tsx';
import { type ListPage, useMorePages } from '#app/ui/more-pages.ts';
import { LoadMore } from '#app/ui/pagination.tsx';
import { rich } from '#app/ui/rich-text.tsx';
import { t } from '#messages';

type Event = {
  kind: keyof ReturnType<typeof kinds>;
  time: string;
  by: string | null;
  purpose?: string | null | undefined;
  other?: { is: 'renewed' | 'renewal' | 'replaced' | 'replacement'; uniqueId: string } | undefined;
  entry: { index: number; origin: string; proofPath: string; documentPath: string | null } | null;
};

export type ShownTrace = {
  uniqueId: string;
  courseName: string;
  issuerName: string;
  events: ListPage<Event>;
};

/** The event in words, before the verifier's name, and the document of its log entry. */
const kinds = () => ({
  issued: { text: t('history.issued'), by: 'by', document: t('history.credential') },
  'looked-up': { text: t('history.lookedUp'), by: 'by', document: '' },
  paid: { text: t('history.verificationPaid'), by: 'by', document: t('history.receipt') },
  renewed: { text: t('history.renewed'), by: 'by', document: '' },
  revoked: { text: t('history.revoked'), by: 'by', document: t('history.statement') },
  'consent-asked': { text: t('history.consentAskedFor'), by: 'by', document: '' },
  'consent-granted': { text: t('history.consentGiven'), by: 'to', document: '' },
  'consent-declined': { text: t('history.consentDeclined'), by: 'to', document: '' },
  'consent-withdrawn': { text: t('history.consentWithdrawn'), by: 'from', document: '' },
  'consent-lapsed': { text: t('history.consentNotAnsweredInTime'), by: 'for', document: '' },
});

const otherTexts = () =>
  ({
    renewed: t('history.asTheRenewalOf'),
    renewal: 'by',
    replaced: t('history.inPlaceOf'),
    replacement: t('history.andReplacedBy'),
  }) as const;

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
            <strong>{kinds()[event.kind].text}</strong>
            {event.by && ` ${kinds()[event.kind].by} ${event.by}`}
            {event.purpose && `, for: ${event.purpose}`}
            {event.other && (
              <>
                {` ${otherTexts()[event.other.is]} `}
                <Other uniqueId={event.other.uniqueId} pathOf={pathOf} />
              </>
            )}
            <span className="history-time">{event.time}</span>
          </p>
          {event.entry && <LogEntry entry={event.entry} document={kinds()[event.kind].document} />}
        </li>
      ))}
    </ol>
  );
}

const tracingPath = (uniqueId: string) => `/tracing?id=${uniqueId}`;

type FrameProps = { trace: ShownTrace; rows: readonly Event[]; pathOf?: PathOf; children: ReactNode };

function Frame({ trace, rows, pathOf = tracingPath, children }: FrameProps) {
  const { uniqueId, courseName, issuerName } = trace;
  return (
    <section aria-labelledby="history" className="card" data-pad="">
      <h2 id="history" className="text-xl">
        {rich('history.historyOfUniqueid', { uniqueId: <IdText code>{uniqueId}</IdText> })}
      </h2>
      <p className="mt-1 mb-5 text-muted">
        {t('history.coursenameIssuedByIssuername', { courseName, issuerName })}
      </p>
      <Steps rows={rows} pathOf={pathOf} />
      {children}
      <p className="mt-5 text-muted text-sm">
        {rich('history.aLogProofShows', { link: (text) => <Link to="/log">{text}</Link> })}
      </p>
    </section>
  );
}

/** A certificate's events, newest first, each with its log entry and the files that prove it. */
export const History = ({ trace }: { trace: ShownTrace }) => (
  <Frame trace={trace} rows={trace.events.rows}>
    {trace.events.nextCursor && (
      <p className="mt-5">
        <Link to={tracingPath(trace.uniqueId)}>{t('history.showTheWholeHistory')}</Link>
      </p>
    )}
  </Frame>
);

const eventsIn = (data: unknown) => (data as { result: ShownTrace | null }).result?.events;

type PagedHistoryProps = { trace: ShownTrace; pathOf?: PathOf };

/** A history with 'Load more'. The loader of its page returns it as `result`. */
export function PagedHistory({ trace, pathOf }: PagedHistoryProps) {
  const { rows, ...more } = useMorePages(trace.events, { pageOf: eventsIn });
  return (
    <Frame trace={trace} rows={rows} {...(pathOf && { pathOf })}>
      <LoadMore {...more} />
    </Frame>
  );
}
