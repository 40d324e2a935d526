import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { env } from '#app/config/env.server.ts';
import { listLogEntries, listLogs, logQuerySchema, logWitnesses } from '#app/log/read-log.server.ts';
import { listLoader } from '#app/routes/list-loader.server.ts';
import { ContentPage } from '#app/routes/site/content-page.tsx';
import { timeZoneOf } from '#app/server/session/context.server.ts';
import { formatInstant } from '#app/shared/format-instants.ts';
import { ListPage } from '#app/ui/list-page.tsx';
import type { Column } from '#app/ui/list-parts.tsx';
import { Card, pageMeta, rich } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/log';
import { TreePicture } from './tree-picture.tsx';

export const meta = () => pageMeta(t('log.transparencyLog'), t('log.thePublicLogOfEverythingIssued'));

const accountTypes = () =>
  ({
    issue: t('log.certificateIssued'),
    revoke: t('log.certificateRevoked'),
    verify: t('log.verificationPaid'),
    key: t('log.issuersKey'),
    origin: t('log.newLogStarted'),
    issuers: t('log.listOfIssuersChanged'),
    audit: t('common.auditTrail'),
  }) as const;

/** Each configured witness, and when it cosigned the checkpoint. */
const witnessesOf = (cosigners: { name: string; at: number }[], timeZone: string) =>
  logWitnesses().names.map((name) => {
    const cosigner = cosigners.find((each) => each.name === name);
    return { name, time: cosigner ? formatInstant(cosigner.at, timeZone) : null };
  });

export const loader = ({ request, url }: Route.LoaderArgs) =>
  listLoader(url, logQuerySchema, (query) => {
    const { entries, nextCursor } = listLogEntries(query);
    const logs = listLogs();
    const zone = timeZoneOf(request);
    return {
      log: logs.at(-1) ?? null,
      witnesses: witnessesOf(logs.at(-1)?.cosigners ?? [], zone),
      quorum: logWitnesses().quorum,
      earlier: logs
        .slice(0, -1)
        .map(({ origin, size, verifierKey, path }) => ({ origin, size, verifierKey, path })),
      site: env().APP_URL,
      rows: entries.map(({ index, type, digest, time }) => ({
        index,
        type: accountTypes()[type],
        digest,
        time: formatInstant(Date.parse(time), zone),
      })),
      nextCursor,
    };
  });

type Row = Route.ComponentProps['loaderData']['rows'][number];

const tableColumns = (): readonly Column<Row>[] => [
  { header: t('log.entry'), cell: ({ index }) => index },
  { header: t('log.what'), cell: ({ type }) => type },
  { header: t('common.time'), cell: ({ time }) => time },
  { header: t('log.digest'), cell: ({ digest }) => <span className="log-hash">{digest}</span> },
];

type EarlierLogsProps = { logs: Route.ComponentProps['loaderData']['earlier'] };

const EarlierLogs = ({ logs }: EarlierLogsProps) => (
  <>
    <h2>{t('log.earlierLogs')}</h2>
    <p>{t('log.theyAreClosed')}</p>
    <ul>
      {logs.map(({ origin, size, verifierKey, path }) => (
        <li key={origin}>
          {rich('log.originSizeEntriesCheckpointKeyVerifierkey', {
            origin,
            size,
            link: (text) => <a href={`${path}/checkpoint`}>{text}</a>,
            verifierKey: <span className="log-hash">{verifierKey}</span>,
          })}
        </li>
      ))}
    </ul>
  </>
);

export default function LogPage({ loaderData }: Route.ComponentProps) {
  const { log, earlier, site, witnesses, quorum } = loaderData;
  return (
    <>
      <ContentPage
        title={t('log.transparencyLog')}
        lead={t('log.everyCertificateThatIsIssued')}
        facts={[
          [t('common.entries'), String(log?.size ?? 0)],
          [t('common.log'), log?.origin ?? t('log.startsWithTheFirstCertificate')],
          [t('log.holds'), t('log.saltedFingerprintsAndTimes')],
        ]}
        next={[
          { to: '/authentication', label: t('common.checkACertificate') },
          { to: '/tracing', label: t('log.traceACertificate') },
        ]}
        tool={log?.head && <Head head={log.head} />}
      >
        <h2>{t('log.howItWorks')}</h2>
        <p>{t('log.eachEntryIsALeaf')}</p>
        {log && (
          <Reference log={log} site={site}>
            <Witnesses witnesses={witnesses} quorum={quorum} />
          </Reference>
        )}
        {earlier.length > 0 && <EarlierLogs logs={earlier} />}
      </ContentPage>
      <section aria-labelledby="entries" className="mt-12 grid gap-4">
        <h2 id="entries" className="text-2xl">
          {t('common.entries')}
        </h2>
        <ListPage
          list={loaderData}
          empty={{ title: t('log.noEntriesYet'), text: t('log.theLogStartsWithTheFirstCertificate') }}
          table={{
            caption: t('log.entriesNewestFirst'),
            columns: tableColumns(),
            rowKey: ({ index }) => index,
          }}
        />
      </section>
    </>
  );
}

type Log = NonNullable<Route.ComponentProps['loaderData']['log']>;

const Head = ({ head }: { head: NonNullable<Log['head']> }) => (
  <Card className="grid gap-4">
    <h2 className="text-xl">{t('log.theHeadOfTheTree')}</h2>
    <TreePicture {...head} />
    <p className="text-muted text-sm">{t('log.eachTriangleIsACompleteSubtree')}</p>
  </Card>
);

type WitnessList = Pick<Route.ComponentProps['loaderData'], 'witnesses' | 'quorum'>;

/** Who cosigned the checkpoint. */
const Witnesses = ({ witnesses, quorum }: WitnessList) => (
  <>
    <h2>{t('common.witnesses')}</h2>
    {witnesses.length === 0 ? (
      <p>{t('log.noWitnessCosignsThisLog')}</p>
    ) : (
      <>
        <p>
          {t('log.aWitnessIsAnotherSite')}
          {quorum !== null && t('log.aFileIsGenuineHereOnly', { quorum, count: witnesses.length })}
        </p>
        <ul>
          {witnesses.map(({ name, time }) => (
            <li key={name}>
              {time === null
                ? t('log.nameHasNotCosignedThisCheckpointYet', { name })
                : t('log.nameCosignedItOnTime', { name, time })}
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
    <h2>{t('log.latestCheckpoint')}</h2>
    <pre className="log-text">{checkpoint}</pre>
    <p>
      {rich('log.itIsServedAtValue', {
        value: (
          <a dir="ltr" href={`${path}/checkpoint`}>
            {`${path}/checkpoint`}
          </a>
        ),
        value2: <code>{`${path}/tile/`}</code>,
      })}
    </p>
    {children}
    <h2>{t('log.verificationKey')}</h2>
    <pre className="log-text">{verifierKey}</pre>
    <p>{t('log.keepACopy')}</p>
    <pre className="log-text">{`npm run verify -- certificate.pdf --key '${verifierKey}'`}</pre>
    <h2>{t('log.mirrorAndAuditIt')}</h2>
    <p>{t('log.theAuditCopiesTheLog')}</p>
    <pre className="log-text">{`npm run log:audit -- ${site}${path} --mirror ./mirror --key '${verifierKey}'`}</pre>
    <p>{rich('log.toFindACertificateInTheLog', { link: (text) => <Link to="/tracing">{text}</Link> })}</p>
  </>
);
