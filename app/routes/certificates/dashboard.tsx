import { FilePlus2 } from 'lucide';
import { Link, redirect } from 'react-router';
import { areaOf } from '#app/accounts/actor.server.ts';
import {
  declineCorrection,
  declineCorrectionSchema,
  openCorrections,
} from '#app/certificates/corrections.server.ts';
import { issuerDashboard, MOST_FAILED, PERIOD_DAYS } from '#app/certificates/issuer-dashboard.server.ts';
import { formatFacts } from '#app/messages/format-numbers.ts';
import { form, formAction, stay } from '#app/routes/form.server.ts';
import { May } from '#app/routes/layouts/use-frame.tsx';
import { Note, StatusBadge, shownStudent } from '#app/routes/pieces/certificate-lists/certificate-state.tsx';
import { mailReason } from '#app/routes/pieces/certificate-lists/mail-note.tsx';
import { viewOf } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { Figures } from '#app/routes/pieces/figures.tsx';
import { actorContext } from '#app/server/session/context.server.ts';
import { formatCalendarDate, formatCalendarMonth } from '#app/shared/format-dates.ts';
import { homeOf } from '#app/shared/redirects.ts';
import { BarChart } from '#app/ui/bar-chart.tsx';
import { Badge, EmptyState } from '#app/ui/list-parts.tsx';
import { Alert, ButtonLink, Card, EmailText, PageHeader, pageMeta } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/dashboard';
import { Corrections } from './corrections.tsx';

export const meta = () => pageMeta(t('common.statistics'), t('dashboard.yourCertificatesAndHowTheyAreUsed'));

/** An issuer's statistics. Redirects other roles to their homes. */
export const loader = ({ request, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  if (!('user' in actor)) throw redirect('/');
  if (actor.organisation === null) throw redirect(homeOf(areaOf(actor)));
  const { figures, byDay, byMonth, activity, mails } = issuerDashboard(actor);
  const view = viewOf(request);
  return {
    figures: { ...figures, periodDays: PERIOD_DAYS },
    byDay: byDay.map(({ label, issued, verified }) => ({
      label: formatCalendarDate(label),
      values: [issued, verified],
    })),
    byMonth: byMonth.map(({ label, issued, verified }) => ({
      label: formatCalendarMonth(label),
      values: [issued, verified],
    })),
    activity: activity.map(({ at, ...event }) => ({ ...event, at: view.instant(at) })),
    mails: { ...mails, most: mails.count === MOST_FAILED },
    corrections: openCorrections(actor).map(({ askedAt, ...request }) => ({
      ...request,
      asked: view.instant(askedAt),
    })),
  };
};

export const action = formAction(
  form({
    schema: declineCorrectionSchema,
    perform: (input, { actor }) => declineCorrection(actor, input),
    outcome: stay,
  }),
);

type Data = Route.ComponentProps['loaderData'];

const kinds = () =>
  ({
    issued: ['info', t('dashboard.issued')],
    verified: ['success', t('common.verified')],
    revoked: ['danger', t('dashboard.revoked')],
  }) as const;

const Activity = ({ activity }: Pick<Data, 'activity'>) => (
  <Card className="grid content-start gap-4">
    <h2 className="text-xl">{t('dashboard.latestActivity')}</h2>
    <ul className="entries">
      {activity.map(({ kind, uniqueId, studentName, courseName, status, at }) => (
        <li key={`${kind} ${uniqueId} ${at}`}>
          <div className="min-w-0">
            <p className="breakable">
              <Link className="link" to={`/admin/issued-certificates/${uniqueId}`}>
                {shownStudent(studentName, status)}
              </Link>
            </p>
            <Note>
              <span className="breakable">{formatFacts([courseName, at])}</span>
            </Note>
          </div>
          <span className="flex flex-wrap justify-end gap-2">
            {status === 'not-yet-valid' && <StatusBadge status={status} />}
            <Badge tone={kinds()[kind][0]}>{kinds()[kind][1]}</Badge>
          </span>
        </li>
      ))}
    </ul>
  </Card>
);

const Mails = ({ mails }: Pick<Data, 'mails'>) => (
  <Card className="grid content-start gap-4">
    <h2 className="text-xl">{t('dashboard.mailsNotDelivered')}</h2>
    {mails.count === 0 ? (
      <p className="text-muted">{t('dashboard.noneInTheLast30Days')}</p>
    ) : (
      <>
        <p className="text-muted">
          {mails.most
            ? t('dashboard.countOrMoreInTheLast30DaysTheLatest', { count: mails.count })
            : t('dashboard.countInTheLast30DaysTheLatest', { count: mails.count })}
        </p>
        <ul className="entries">
          {mails.latest.map(({ id, uniqueId, to, reason, givenUp }) => (
            <li key={id}>
              <div className="min-w-0">
                <Link className="link" to={`/admin/issued-certificates/${uniqueId}/mail`}>
                  <EmailText>{to}</EmailText>
                </Link>
                <Note>
                  <span className="breakable">{mailReason(reason)}</span>
                </Note>
              </div>
              <Badge tone={givenUp ? 'danger' : 'warning'}>
                {givenUp ? t('dashboard.failed') : t('common.retrying')}
              </Badge>
            </li>
          ))}
        </ul>
      </>
    )}
  </Card>
);

const chartSeries = () => [t('dashboard.issued'), t('common.verified')];

type ChartsProps = Pick<Data, 'byDay' | 'byMonth'> & { periodDays: number };

const Charts = ({ byDay, byMonth, periodDays }: ChartsProps) => (
  <div className="grid gap-6 xl:grid-cols-2">
    <Card>
      <BarChart
        title={t('dashboard.lastPerioddaysDays', { periodDays })}
        series={chartSeries()}
        labelHeader={t('barChart.dayUtc')}
        bars={byDay}
      />
    </Card>
    <Card>
      <BarChart
        title={t('common.last12Months')}
        series={chartSeries()}
        labelHeader={t('barChart.monthUtc')}
        bars={byMonth}
      />
    </Card>
  </div>
);

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  const { figures, byDay, byMonth, activity, mails, corrections } = loaderData;
  const issue = (
    <May act="certificates">
      <ButtonLink to="/admin/issue-certificate">{t('common.issueCertificate')}</ButtonLink>
    </May>
  );
  if (activity.length === 0) {
    return (
      <>
        <PageHeader title={t('common.statistics')} />
        <EmptyState title={t('dashboard.issueYourFirstCertificate')} icon={FilePlus2} action={issue}>
          {t('dashboard.itsStudentIsToldByMail')}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={t('common.statistics')}
        actions={
          <>
            {figures.expiring.now > 0 && (
              <ButtonLink to="/admin/issued-certificates?state=expiring" variant="secondary">
                {t('common.renewCertificates')}
              </ButtonLink>
            )}
            {issue}
          </>
        }
      />
      <PageToast toast={actionData?.toast} />
      <div className="grid gap-6">
        {corrections.length > 0 && <Corrections rows={corrections} answer={actionData} />}
        {mails.count > 0 && (
          <Alert tone="warning" title={t('dashboard.someStudentsCouldNotBeWrittenTo')}>
            <a className="link" href="#mails">
              {t('dashboard.seeTheMailServersReplies')}
            </a>
          </Alert>
        )}
        <Figures {...figures} />
        <Charts byDay={byDay} byMonth={byMonth} periodDays={figures.periodDays} />
        <div className="grid items-start gap-6 lg:grid-cols-2" id="mails">
          <Activity activity={activity} />
          <Mails mails={mails} />
        </div>
      </div>
    </>
  );
}
