import { Link } from 'react-router';
import { Alert } from '#app/ui/alert.tsx';
import { IdText } from '#app/ui/id-text.tsx';

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
  events: Event[];
  isCut: boolean;
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

/** What happened to a certificate, oldest first, each step with its log entry and the files that prove it. */
export function History({ trace }: { trace: ShownTrace }) {
  const { uniqueId, courseName, issuerName, events, isCut } = trace;
  return (
    <section aria-labelledby="history" className="card max-w-[46rem]" data-pad="">
      <h2 id="history" className="text-xl">
        History of <IdText code>{uniqueId}</IdText>
      </h2>
      <p className="mt-1 mb-5 text-muted">
        {courseName}, issued by {issuerName}
      </p>
      {isCut && <Alert>Only the last hundred look-ups are shown.</Alert>}
      <ol className="history">
        {events.map((event, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events have no name, and their order stands
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
      <p className="mt-5 text-muted text-sm">
        A log proof shows, together with its document, that the entry is in the{' '}
        <Link to="/log">public log</Link>. The links open for an hour.
      </p>
    </section>
  );
}
