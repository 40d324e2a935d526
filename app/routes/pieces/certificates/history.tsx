import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { IdText } from '#app/ui/id-text.tsx';
import { type ListPage, useMorePages } from '#app/ui/more-pages.ts';
import { LoadMore } from '#app/ui/pagination.tsx';

type Event = {
  kind: keyof typeof KINDS;
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
const KINDS = {
  issued: { text: 'Issued', by: 'by', document: 'Credential' },
  'looked-up': { text: 'Looked up', by: 'by', document: '' },
  paid: { text: 'Verification paid', by: 'by', document: 'Receipt' },
  renewed: { text: 'Renewed', by: 'by', document: '' },
  revoked: { text: 'Revoked', by: 'by', document: 'Statement' },
  'consent-asked': { text: 'Consent asked for', by: 'by', document: '' },
  'consent-granted': { text: 'Consent given', by: 'to', document: '' },
  'consent-declined': { text: 'Consent declined', by: 'to', document: '' },
  'consent-withdrawn': { text: 'Consent withdrawn', by: 'from', document: '' },
  'consent-lapsed': { text: 'Consent not answered in time', by: 'for', document: '' },
};

const OTHER = {
  renewed: 'as the renewal of',
  renewal: 'by',
  replaced: 'in place of',
  replacement: 'and replaced by',
} as const;

function LogEntry({ entry, document }: { entry: NonNullable<Event['entry']>; document: string }) {
  const { index, origin, proofPath, documentPath } = entry;
  return (
    <p className="history-entry">
      <span>
        Entry {index} of <span className="breakable">{origin}</span>
      </span>
      {documentPath && (
        <a className="link" href={documentPath} aria-label={`${document} of entry ${index}`}>
          {document}
        </a>
      )}
      <a className="link" href={proofPath} aria-label={`Log proof of entry ${index}`}>
        Log proof
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
            <strong>{KINDS[event.kind].text}</strong>
            {event.by && ` ${KINDS[event.kind].by} ${event.by}`}
            {event.purpose && `, for: ${event.purpose}`}
            {event.other && (
              <>
                {` ${OTHER[event.other.is]} `}
                <Other uniqueId={event.other.uniqueId} pathOf={pathOf} />
              </>
            )}
            <span className="history-time">{event.time}</span>
          </p>
          {event.entry && <LogEntry entry={event.entry} document={KINDS[event.kind].document} />}
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
        History of <IdText code>{uniqueId}</IdText>
      </h2>
      <p className="mt-1 mb-5 text-muted">
        {courseName}, issued by {issuerName}
      </p>
      <Steps rows={rows} pathOf={pathOf} />
      {children}
      <p className="mt-5 text-muted text-sm">
        A log proof shows, together with its document, that the entry is in the{' '}
        <Link to="/log">public log</Link>. The links are valid for an hour.
      </p>
    </section>
  );
}

/** A certificate's events, newest first, each with its log entry and the files that prove it. */
export const History = ({ trace }: { trace: ShownTrace }) => (
  <Frame trace={trace} rows={trace.events.rows}>
    {trace.events.nextCursor && (
      <p className="mt-5">
        <Link to={tracingPath(trace.uniqueId)}>Show the whole history</Link>
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
