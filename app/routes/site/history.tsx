import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { IdText } from '#app/ui/id-text.tsx';
import { type ListPage, useMorePages } from '#app/ui/more-pages.ts';
import { LoadMore } from '#app/ui/pagination.tsx';

type Event = {
  kind: 'issued' | 'looked-up' | 'paid' | 'renewed' | 'revoked';
  time: string;
  by: string | null;
  other?: { is: 'renewed' | 'renewal' | 'replaced' | 'replacement'; uniqueId: string } | undefined;
  entry: { index: number; origin: string; proofPath: string; documentPath: string | null } | null;
};

export type ShownTrace = {
  uniqueId: string;
  courseName: string;
  issuerName: string;
  events: ListPage<Event>;
};

const KINDS: Record<Event['kind'], { text: string; document: string }> = {
  issued: { text: 'Issued', document: 'Credential' },
  'looked-up': { text: 'Looked up', document: '' },
  paid: { text: 'Verification paid', document: 'Receipt' },
  renewed: { text: 'Renewed', document: '' },
  revoked: { text: 'Revoked', document: 'Statement' },
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

function Steps({ rows }: { rows: readonly Event[] }) {
  return (
    <ol className="history">
      {rows.map((event, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events have no ID, and their order never changes
        <li key={place}>
          <p>
            <strong>{KINDS[event.kind].text}</strong>
            {event.by && ` by ${event.by}`}
            {event.other && (
              <>
                {` ${OTHER[event.other.is]} `}
                <Link to={`/tracing?id=${event.other.uniqueId}`}>
                  <IdText code>{event.other.uniqueId}</IdText>
                </Link>
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

type FrameProps = { trace: ShownTrace; rows: readonly Event[]; children: ReactNode };

function Frame({ trace: { uniqueId, courseName, issuerName }, rows, children }: FrameProps) {
  return (
    <section aria-labelledby="history" className="card max-w-[46rem]" data-pad="">
      <h2 id="history" className="text-xl">
        History of <IdText code>{uniqueId}</IdText>
      </h2>
      <p className="mt-1 mb-5 text-muted">
        {courseName}, issued by {issuerName}
      </p>
      <Steps rows={rows} />
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
        <Link to={`/tracing?id=${trace.uniqueId}`}>Show the whole history</Link>
      </p>
    )}
  </Frame>
);

const eventsIn = (data: unknown) => (data as { result: ShownTrace | null }).result?.events;

/** A history with 'Load more'. */
export function PagedHistory({ trace }: { trace: ShownTrace }) {
  const { rows, ...more } = useMorePages(trace.events, { pageOf: eventsIn });
  return (
    <Frame trace={trace} rows={rows}>
      <LoadMore {...more} />
    </Frame>
  );
}
