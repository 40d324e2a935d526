import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { issuersWaiting } from '#app/accounts/issuers.server.ts';
import type { MailDelivery } from '#app/mail/mail-state.server.ts';
import { formatBytes, formatNumber, formatPercent } from '#app/messages/format-numbers.ts';
import { configurationWarnings, type SiteStatus, siteStatus } from '#app/operations/site-status.server.ts';
import { slowestQueries } from '#app/operations/tracing.server.ts';
import { proxyWarnings } from '#app/server/edge/client-address.server.ts';
import { slowestRoutes } from '#app/server/pages/request-metrics.server.ts';
import { actorContext, timeZoneOf } from '#app/server/session/context.server.ts';
import { formatInstant } from '#app/shared/format-instants.ts';
import { type Column, Facts, Table } from '#app/ui/list-parts.tsx';
import { Alert, Card, PageHeader, pageMeta, rich } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/status';
import { DurationTable, durationRow } from './duration-table.tsx';
import { IssuerWaits, NoDelivery } from './notices.tsx';

export const meta = () => pageMeta(t('status.status'), t('status.theStateOfMail'));

/** Routes and queries. */
const SLOWEST_SHOWN = 10;
type Instant = (at: number | null, otherwise: string) => string;
type Fact = [label: string, value: string];

const logFacts = (log: SiteStatus['log'], instant: Instant): Fact[] =>
  log === null
    ? [[t('common.state'), t('status.startsWithTheFirstCertificate')]]
    : [
        [t('common.state'), log.problem === null ? t('status.canBeContinued') : t('common.issuingIsStopped')],
        [t('common.name'), log.origin],
        [t('common.entries'), formatNumber(log.size)],
        [t('status.lastCheckpoint'), instant(log.checkpointAt, t('status.none'))],
        ...(log.witnesses.length === 0 ? [[t('common.witnesses'), t('status.none')] as Fact] : []),
        ...log.witnesses.map(
          ({ name, size }): Fact => [
            t('status.witnessName', { name }),
            size === log.size
              ? t('status.hasCosignedEveryEntry')
              : t('status.hasCosignedSizeEntries', { size: formatNumber(size) }),
          ],
        ),
      ];

const lanes = () => ({
  security: t('mailQueue.security'),
  single: t('mailQueue.single'),
  batch: t('mailQueue.batch'),
});

const folders = () => ({
  database: t('status.database'),
  uploads: t('status.uploads'),
  keys: t('status.keys'),
  backups: t('status.backups'),
});

const hours = (ms: number) => `${formatNumber(Math.round(ms / 360_000) / 10)} h`;

const backupFacts = ({ every, lastAt }: SiteStatus['backups'], instant: Instant): Fact[] => [
  [
    t('status.schedule'),
    every === null ? t('status.noneBackupEveryIsNotSet') : t('status.everyEvery', { every: hours(every) }),
  ],
  [t('status.lastBackup'), instant(lastAt, t('status.noneInBackupDir'))],
];

const workFacts = ({ batches, refundsWaiting }: SiteStatus): Fact[] => [
  [t('status.batchesBeingChecked'), formatNumber(batches.states.checking)],
  [t('status.batchesReadyToStart'), formatNumber(batches.states.ready)],
  [t('status.batchesBeingIssued'), formatNumber(batches.states.issuing)],
  [t('status.certificatesToIssueInThese'), formatNumber(batches.rowsWaiting)],
  [t('status.refundsToBeConfirmed'), formatNumber(refundsWaiting)],
];

const laneRow = ({ lane, oldest, ...counts }: SiteStatus['mail']['lanes'][number], instant: Instant) => ({
  lane: lanes()[lane],
  waiting: formatNumber(counts.waiting),
  inMailbox: formatNumber(counts.waiting + counts.retrying),
  retrying: formatNumber(counts.retrying),
  failed: formatNumber(counts.failed),
  sent: formatNumber(counts.sent),
  oldest: instant(oldest, t('status.noneWaiting')),
});

export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const status = await siteStatus(context.get(actorContext));
  const zone = timeZoneOf(request);
  const instant: Instant = (at, otherwise) => (at === null ? otherwise : formatInstant(at, zone));
  const { versions, database } = status;
  return {
    alerts: status.alerts.map(({ topic, title, message, raisedAt }) => ({
      topic,
      title,
      message,
      since: formatInstant(raisedAt, zone),
    })),
    issuerWaits: issuersWaiting(context.get(actorContext)).issuers > 0,
    delivery: status.mail.delivery,
    superAdminsWithout: status.superAdminsWithout,
    warnings: [...configurationWarnings(), ...(await proxyWarnings())],
    lanes: status.mail.lanes.map((lane) => laneRow(lane, instant)),
    work: workFacts(status),
    backups: backupFacts(status.backups, instant),
    log: logFacts(status.log, instant),
    disks: status.disks.map(({ folder, path, free, size }) => ({
      folder: folders()[folder],
      path,
      free: t('status.freeOfSize', { free: formatBytes(free), size: formatBytes(size) }),
      percent: formatPercent(Math.floor((free * 100) / size) / 100),
    })),
    program: [
      ['Certrace', versions.program],
      [t('status.databaseSchema'), versions.schema],
      [t('status.node'), versions.node],
      [t('status.runningSince'), formatInstant(status.startedAt, zone)],
      [t('status.database'), formatBytes(database.bytes)],
      [t('status.writeAheadLog'), formatBytes(database.walBytes)],
    ] as Fact[],
    routes: (await slowestRoutes(SLOWEST_SHOWN)).map(durationRow),
    queries: (await slowestQueries(SLOWEST_SHOWN)).map(durationRow),
  };
};

type Data = Route.ComponentProps['loaderData'];

type LaneColumn = Column<Data['lanes'][number]>;

/** With the mailbox, messages wait for nothing. */
const laneColumns = (delivery: MailDelivery): LaneColumn[] => {
  const ended: LaneColumn[] = [
    { header: t('status.givenUp'), align: 'end', cell: ({ failed }) => failed },
    { header: t('status.sent'), align: 'end', cell: ({ sent }) => sent },
  ];
  if (delivery === 'mailbox')
    return [
      { header: t('common.lane'), cell: ({ lane }) => lane },
      { header: t('common.inTheMailbox'), align: 'end', cell: ({ inMailbox }) => inMailbox },
      ...ended,
    ];
  return [
    { header: t('common.lane'), cell: ({ lane }) => lane },
    { header: t('common.waiting'), align: 'end', cell: ({ waiting }) => waiting },
    { header: t('common.retrying'), align: 'end', cell: ({ retrying }) => retrying },
    ...ended,
    { header: t('common.oldestDueSince'), cell: ({ oldest }) => oldest },
  ];
};

const diskColumns = (): Column<Data['disks'][number]>[] => [
  { header: t('status.for'), cell: ({ folder }) => folder },
  { header: t('status.folder'), cell: ({ path }) => <span className="breakable">{path}</span> },
  { header: t('status.free'), cell: ({ free }) => free },
  { header: t('status.freeInPercent'), align: 'end', cell: ({ percent }) => percent },
];

const FactCard = ({ title, facts }: { title: string; facts: Fact[] }) => (
  <Card className="grid content-start gap-4">
    <h2 className="text-xl">{title}</h2>
    <Facts facts={facts} breakable />
  </Card>
);

const Problems = ({ alerts, delivery }: Pick<Data, 'alerts' | 'delivery'>) =>
  alerts.length === 0 ? (
    <Alert tone="success" title={delivery === 'smtp' ? t('status.noProblems') : t('status.noOtherProblems')}>
      <p>{t('status.problemsWithMail')}</p>
    </Alert>
  ) : (
    alerts.map(({ topic, title, message, since }) => (
      <Alert key={topic} tone="error" title={title}>
        <p className="breakable whitespace-pre-line">{message}</p>
        <p className="text-sm">{t('status.sinceSince', { since })}</p>
      </Alert>
    ))
  );

type SectionProps = { id: string; title: string; children: ReactNode };

const Section = ({ id, title, children }: SectionProps) => (
  <section aria-labelledby={id} className="grid gap-4">
    <h2 id={id} className="text-xl">
      {title}
    </h2>
    {children}
  </section>
);

const Mail = ({ lanes, delivery }: Pick<Data, 'lanes' | 'delivery'>) => (
  <Section id="mail" title={t('status.mail')}>
    <p className="text-muted">
      {rich('status.sentAndAbandonedMessagesAreCounted', {
        link: (text) => (
          <Link className="link" to="/superadmin/mail">
            {text}
          </Link>
        ),
      })}
    </p>
    <Table
      caption={t('common.messagesByLane')}
      columns={laneColumns(delivery)}
      rowKey={({ lane }) => lane}
      groups={[{ rows: lanes }]}
    />
  </Section>
);

const Warnings = ({ superAdminsWithout, warnings }: Pick<Data, 'superAdminsWithout' | 'warnings'>) => (
  <>
    {superAdminsWithout > 0 && (
      <Alert tone="warning" title={t('status.superAdminsWithoutASecondFactor')}>
        {rich('status.superadminswithoutOfThem', {
          superAdminsWithout: formatNumber(superAdminsWithout),
          link: (text) => <Link to="/settings/second-factor">{text}</Link>,
        })}
      </Alert>
    )}
    {warnings.length > 0 && (
      <Alert tone="warning" title={t('status.settingsToCheck')}>
        {warnings.map((warning) => (
          <p key={warning} className="breakable">
            {warning}
          </p>
        ))}
      </Alert>
    )}
  </>
);

export default function StatusPage({ loaderData }: Route.ComponentProps) {
  const { alerts, delivery, lanes, work, backups, log, disks, program, routes, queries } = loaderData;
  return (
    <>
      <PageHeader title={t('status.status')} lead={t('status.thePresentStateOfThisSite')} />
      <div className="grid gap-8">
        <NoDelivery delivery={delivery} />
        <IssuerWaits waits={loaderData.issuerWaits} />
        <Warnings {...loaderData} />
        <Problems alerts={alerts} delivery={delivery} />
        <Mail lanes={lanes} delivery={delivery} />
        <div className="grid gap-6 md:grid-cols-2">
          <FactCard title={t('status.workInTheBackground')} facts={work} />
          <FactCard title={t('status.backups')} facts={backups} />
          <FactCard title={t('common.transparencyLog')} facts={log} />
          <FactCard title={t('status.program')} facts={program} />
        </div>
        <Section id="disks" title={t('status.disks')}>
          <Table
            caption={t('status.freeSpaceByFolder')}
            columns={diskColumns()}
            rowKey={({ folder }) => folder}
            groups={[{ rows: disks }]}
          />
        </Section>
        <Section id="routes" title={t('status.slowestRoutes')}>
          <p className="text-muted">{t('status.sinceTheStart')}</p>
          <DurationTable
            caption={t('status.routesByTheirMeanTime')}
            name={t('status.route')}
            count={t('status.requests')}
            rows={routes}
          />
        </Section>
        <Section id="queries" title={t('status.slowestQueries')}>
          <p className="text-muted">{t('status.sinceTheStartSlowest')}</p>
          <DurationTable
            caption={t('status.queriesByTheirMeanTime')}
            name={t('status.query')}
            count={t('status.runs')}
            rows={queries}
          />
        </Section>
      </div>
    </>
  );
}
