import { Link } from 'react-router';
import type { MailDelivery } from '#app/mail/mail-delivery.server.ts';
import { slowestQueries } from '#app/operations/query-times.server.ts';
import { type SiteStatus, siteStatus } from '#app/operations/site-status.server.ts';
import { slowestRoutes } from '#app/server/pages/request-metrics.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { timeZoneOf } from '#app/server/session/time-zone.server.ts';
import { formatBytes } from '#app/shared/bytes.ts';
import { formatInstant } from '#app/shared/dates.ts';
import { Alert } from '#app/ui/alert.tsx';
import { Card } from '#app/ui/card.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { type Column, Table } from '#app/ui/table.tsx';
import type { Route } from './+types/status';
import { DurationTable, durationRow } from './duration-table.tsx';
import { NoDelivery } from './no-delivery.tsx';

export const meta = () => pageMeta('Status', 'The state of mail, batches, disks, backups and the log.');

/** Routes and queries. */
const SLOWEST_SHOWN = 10;
const number = new Intl.NumberFormat('en');
type Instant = (at: number | null, otherwise: string) => string;
type Fact = [label: string, value: string];

const logFacts = (log: SiteStatus['log'], instant: Instant): Fact[] =>
  log === null
    ? [['State', 'Starts with the first certificate']]
    : [
        ['State', log.problem === null ? 'Can be continued' : 'Issuing is stopped'],
        ['Name', log.origin],
        ['Entries', number.format(log.size)],
        ['Last checkpoint', instant(log.checkpointAt, 'None')],
        ...(log.witnesses.length === 0 ? [['Witnesses', 'None'] as Fact] : []),
        ...log.witnesses.map(
          ({ name, size }): Fact => [
            `Witness ${name}`,
            size === log.size ? 'Has cosigned every entry' : `Has cosigned ${number.format(size)} entries`,
          ],
        ),
      ];

const hours = (ms: number) => `${number.format(Math.round(ms / 360_000) / 10)} h`;

const backupFacts = ({ every, lastAt }: SiteStatus['backups'], instant: Instant): Fact[] => [
  ['Schedule', every === null ? 'None: BACKUP_EVERY is not set' : `Every ${hours(every)}`],
  ['Last backup', instant(lastAt, 'None in BACKUP_DIR')],
];

const workFacts = ({ batches, refundsWaiting }: SiteStatus): Fact[] => [
  ['Batches being checked', number.format(batches.states.checking)],
  ['Batches ready to start', number.format(batches.states.ready)],
  ['Batches being issued', number.format(batches.states.issuing)],
  ['Certificates to issue in these', number.format(batches.rowsWaiting)],
  ['Refunds to be confirmed', number.format(refundsWaiting)],
];

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
    delivery: status.mail.delivery,
    superAdminsWithout: status.superAdminsWithout,
    lanes: status.mail.lanes.map(({ lane, oldest, ...counts }) => ({
      lane: lane[0]?.toUpperCase() + lane.slice(1),
      waiting: number.format(counts.waiting),
      inMailbox: number.format(counts.waiting + counts.retrying),
      retrying: number.format(counts.retrying),
      failed: number.format(counts.failed),
      sent: number.format(counts.sent),
      oldest: instant(oldest, 'None waiting'),
    })),
    work: workFacts(status),
    backups: backupFacts(status.backups, instant),
    log: logFacts(status.log, instant),
    disks: status.disks.map(({ folder, path, free, size }) => ({
      folder: folder[0]?.toUpperCase() + folder.slice(1),
      path,
      free: `${formatBytes(free)} of ${formatBytes(size)}`,
      percent: `${Math.floor((free * 100) / size)} %`,
    })),
    program: [
      ['Certrace', versions.program],
      ['Database schema', versions.schema],
      ['Node', versions.node],
      ['Running since', formatInstant(status.startedAt, zone)],
      ['Database', formatBytes(database.bytes)],
      ['Write-ahead log', formatBytes(database.walBytes)],
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
    { header: 'Given up', align: 'end', cell: ({ failed }) => failed },
    { header: 'Sent', align: 'end', cell: ({ sent }) => sent },
  ];
  if (delivery === 'mailbox')
    return [
      { header: 'Lane', cell: ({ lane }) => lane },
      { header: 'In the mailbox', align: 'end', cell: ({ inMailbox }) => inMailbox },
      ...ended,
    ];
  return [
    { header: 'Lane', cell: ({ lane }) => lane },
    { header: 'Waiting', align: 'end', cell: ({ waiting }) => waiting },
    { header: 'Retrying', align: 'end', cell: ({ retrying }) => retrying },
    ...ended,
    { header: 'Oldest due since', cell: ({ oldest }) => oldest },
  ];
};

const DISK_COLUMNS: Column<Data['disks'][number]>[] = [
  { header: 'For', cell: ({ folder }) => folder },
  { header: 'Folder', cell: ({ path }) => <span className="breakable">{path}</span> },
  { header: 'Free', cell: ({ free }) => free },
  { header: 'Free in percent', align: 'end', cell: ({ percent }) => percent },
];

const FactCard = ({ title, facts }: { title: string; facts: Fact[] }) => (
  <Card className="grid content-start gap-4">
    <h2 className="text-xl">{title}</h2>
    <Facts facts={facts} breakable />
  </Card>
);

const Problems = ({ alerts, delivery }: Pick<Data, 'alerts' | 'delivery'>) =>
  alerts.length === 0 ? (
    <Alert tone="success" title={delivery === 'smtp' ? 'No problems' : 'No other problems'}>
      <p>Problems with mail, disks, backups and the log are shown here.</p>
    </Alert>
  ) : (
    alerts.map(({ topic, title, message, since }) => (
      <Alert key={topic} tone="error" title={title}>
        <p className="breakable whitespace-pre-line">{message}</p>
        <p className="text-sm">Since {since}</p>
      </Alert>
    ))
  );

const Mail = ({ lanes, delivery }: Pick<Data, 'lanes' | 'delivery'>) => (
  <section aria-labelledby="mail" className="grid gap-4">
    <h2 id="mail" className="text-xl">
      Mail
    </h2>
    <p className="text-muted">
      Sent and abandoned messages are counted for 30 days.{' '}
      <Link className="link" to="/superadmin/mail">
        See undelivered messages
      </Link>
    </p>
    <Table
      caption="Messages by lane"
      columns={laneColumns(delivery)}
      rowKey={({ lane }) => lane}
      groups={[{ rows: lanes }]}
    />
  </section>
);

export default function StatusPage({ loaderData }: Route.ComponentProps) {
  const { alerts, delivery, lanes, work, backups, log, disks, program, routes, queries } = loaderData;
  return (
    <>
      <PageHeader title="Status" lead="The present state of this site. Reload the page to update it." />
      <div className="grid gap-8">
        <NoDelivery delivery={delivery} />
        {loaderData.superAdminsWithout > 0 && (
          <Alert tone="warning" title="Super admins without a second factor">
            {number.format(loaderData.superAdminsWithout)} of them, whom a stolen password is enough to
            impersonate. <Link to="/settings/second-factor">Set up yours</Link>, or require it with
            REQUIRE_2FA.
          </Alert>
        )}
        <Problems alerts={alerts} delivery={delivery} />
        <Mail lanes={lanes} delivery={delivery} />
        <div className="grid gap-6 md:grid-cols-2">
          <FactCard title="Work in the background" facts={work} />
          <FactCard title="Backups" facts={backups} />
          <FactCard title="Transparency log" facts={log} />
          <FactCard title="Program" facts={program} />
        </div>
        <section aria-labelledby="disks" className="grid gap-4">
          <h2 id="disks" className="text-xl">
            Disks
          </h2>
          <Table
            caption="Free space by folder"
            columns={DISK_COLUMNS}
            rowKey={({ folder }) => folder}
            groups={[{ rows: disks }]}
          />
        </section>
        <section aria-labelledby="routes" className="grid gap-4">
          <h2 id="routes" className="text-xl">
            Slowest routes
          </h2>
          <p className="text-muted">
            Since the start, slowest on average first. The time ends when the whole response is sent.
          </p>
          <DurationTable caption="Routes by their mean time" name="Route" count="Requests" rows={routes} />
        </section>
        <section aria-labelledby="queries" className="grid gap-4">
          <h2 id="queries" className="text-xl">
            Slowest queries
          </h2>
          <p className="text-muted">Since the start, slowest on average first. Values are shown as '?'.</p>
          <DurationTable caption="Queries by their mean time" name="Query" count="Runs" rows={queries} />
        </section>
      </div>
    </>
  );
}
