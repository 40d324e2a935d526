import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { env } from '#app/config/env.server.ts';
import { listLogEntries, listLogs, logQuerySchema, logWitnesses } from '#app/log/list-log.server.ts';
import { ContentPage } from '#app/routes/site/content-page.tsx';
import { timeZoneOf } from '#app/server/session/time-zone.server.ts';
import { formatInstant } from '#app/shared/dates.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { Card } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { useMorePages } from '#app/ui/more-pages.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import { LoadMore } from '#app/ui/pagination.tsx';
import { type Column, Table } from '#app/ui/table.tsx';
import type { Route } from './+types/log';
import { TreePicture } from './tree-picture.tsx';

export const meta = () =>
  pageMeta(
    'Transparency log',
    'The public log of everything issued, revoked and verified here: its size, latest checkpoint and entries, and how to mirror and audit it.',
  );

const TYPES = {
  issue: 'Certificate issued',
  revoke: 'Certificate revoked',
  verify: 'Verification paid',
  key: 'Issuer’s key',
  origin: 'New log started',
  issuers: 'List of issuers changed',
  audit: 'Audit trail',
} as const;

/** Each configured witness, and when it cosigned the checkpoint. */
const witnessesOf = (cosigners: { name: string; at: number }[], timeZone: string) =>
  logWitnesses().names.map((name) => {
    const cosigner = cosigners.find((each) => each.name === name);
    return { name, time: cosigner ? formatInstant(cosigner.at, timeZone) : null };
  });

export const loader = ({ request, url }: Route.LoaderArgs) => {
  const cursor = url.searchParams.get('cursor') ?? undefined;
  const { entries, nextCursor } = listLogEntries(parseInput(logQuerySchema, { cursor }));
  const logs = listLogs();
  return {
    log: logs.at(-1) ?? null,
    witnesses: witnessesOf(logs.at(-1)?.cosigners ?? [], timeZoneOf(request)),
    quorum: logWitnesses().quorum,
    earlier: logs
      .slice(0, -1)
      .map(({ origin, size, verifierKey, path }) => ({ origin, size, verifierKey, path })),
    site: env().APP_URL,
    rows: entries.map(({ index, type, digest, time }) => ({
      index,
      type: TYPES[type],
      digest,
      time: formatInstant(Date.parse(time), timeZoneOf(request)),
    })),
    cursor: cursor ?? null,
    nextCursor,
  };
};

type Row = Route.ComponentProps['loaderData']['rows'][number];

const COLUMNS: readonly Column<Row>[] = [
  { header: 'Entry', cell: ({ index }) => index },
  { header: 'What', cell: ({ type }) => type },
  { header: 'Time', cell: ({ time }) => time },
  { header: 'Digest', cell: ({ digest }) => <span className="log-hash">{digest}</span> },
];

export default function LogPage({ loaderData }: Route.ComponentProps) {
  const { log, earlier, site, witnesses, quorum } = loaderData;
  const { rows, ...more } = useMorePages(loaderData);
  return (
    <>
      <ContentPage
        title="Transparency log"
        lead="Every certificate that is issued, revoked or verified here leaves an entry that nobody can remove unnoticed."
        facts={[
          ['Entries', String(log?.size ?? 0)],
          ['Log', log?.origin ?? 'Starts with the first certificate.'],
          ['Holds', 'Salted fingerprints and times. No name, email or certificate ID.'],
        ]}
        next={[
          { to: '/authentication', label: 'Check a certificate' },
          { to: '/tracing', label: 'Trace a certificate' },
        ]}
        tool={log?.head && <Head head={log.head} />}
      >
        <h2>How it works</h2>
        <p>
          Each entry is a leaf of a hash tree (RFC 6962). The root of the tree depends on every entry and on
          their order. With each change we sign a checkpoint: the number of entries and the root. A log proof,
          which every certificate carries, leads from its entry to a signed root, so it can be checked years
          later, without asking us.
        </p>
        {log && (
          <Reference log={log} site={site}>
            <Witnesses witnesses={witnesses} quorum={quorum} />
          </Reference>
        )}
        {earlier.length > 0 && (
          <>
            <h2>Earlier logs</h2>
            <p>
              They are closed, but their proofs are still valid. The first entry of each log commits to the
              one before.
            </p>
            <ul>
              {earlier.map(({ origin, size, verifierKey, path }) => (
                <li key={origin}>
                  {origin}, {size} entries: <a href={`${path}/checkpoint`}>checkpoint</a>, key{' '}
                  <span className="log-hash">{verifierKey}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </ContentPage>
      <section aria-labelledby="entries" className="mt-12 grid gap-4">
        <h2 id="entries" className="text-2xl">
          Entries
        </h2>
        {rows.length === 0 ? (
          <EmptyState title="No entries yet">The log starts with the first certificate.</EmptyState>
        ) : (
          <Table
            caption="Entries, newest first"
            columns={COLUMNS}
            rowKey={({ index }) => index}
            groups={[{ rows }]}
          />
        )}
        <LoadMore {...more} />
      </section>
    </>
  );
}

type Log = NonNullable<Route.ComponentProps['loaderData']['log']>;

const Head = ({ head }: { head: NonNullable<Log['head']> }) => (
  <Card className="grid gap-4">
    <h2 className="text-xl">The head of the tree</h2>
    <TreePicture {...head} />
    <p className="text-muted text-sm">
      Each triangle is a complete subtree, with its number of entries and the first digits of its hash.
    </p>
  </Card>
);

type WitnessList = Pick<Route.ComponentProps['loaderData'], 'witnesses' | 'quorum'>;

/** Who cosigned the checkpoint. */
const Witnesses = ({ witnesses, quorum }: WitnessList) => (
  <>
    <h2>Witnesses</h2>
    {witnesses.length === 0 ? (
      <p>No witness cosigns this log, so audit it yourself.</p>
    ) : (
      <>
        <p>
          A witness is another site that cosigns our checkpoints, and only if nothing was removed or changed
          since its last one.
          {quorum !== null &&
            ` A file is genuine here only once ${quorum} of ${witnesses.length} have cosigned its entry.`}
        </p>
        <ul>
          {witnesses.map(({ name, time }) => (
            <li key={name}>
              {name} {time === null ? 'has not cosigned this checkpoint yet' : `cosigned it on ${time}`}
            </li>
          ))}
        </ul>
      </>
    )}
  </>
);

type ReferenceProps = { log: Log; site: string; children: ReactNode };

/** Technical data for auditors, and the commands to run. */
const Reference = ({ log: { checkpoint, verifierKey, path }, site, children }: ReferenceProps) => (
  <>
    <h2>Latest checkpoint</h2>
    <pre className="log-text">{checkpoint}</pre>
    <p>
      It is served at <a href={`${path}/checkpoint`}>{`${path}/checkpoint`}</a>, and the tree and its entries
      as tiles below <code>{`${path}/tile/`}</code> (C2SP tlog-tiles).
    </p>
    {children}
    <h2>Verification key</h2>
    <pre className="log-text">{verifierKey}</pre>
    <p>Keep a copy: with it, a certificate can be checked without this site.</p>
    <pre className="log-text">{`npm run verify -- certificate.pdf --key '${verifierKey}'`}</pre>
    <h2>Mirror and audit it</h2>
    <p>
      The audit copies the log and checks every tile against the checkpoint. Later runs also check that
      nothing was removed, changed or reordered. Run it on your own machine, from Certrace’s source.
    </p>
    <pre className="log-text">{`npm run log:audit -- ${site}${path} --mirror ./mirror --key '${verifierKey}'`}</pre>
    <p>
      To find a certificate in the log, <Link to="/tracing">trace it</Link>.
    </p>
  </>
);
