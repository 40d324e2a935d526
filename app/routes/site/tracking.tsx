import { StateAlert } from '#app/routes/pieces/certificate-lists/state-alert.tsx';
import { readById } from '#app/routes/site/read-by-id.server.ts';
import { pageMeta } from '#app/ui/page.tsx';
import { certificateState } from '#app/verification/look-up-certificate.server.ts';
import { t } from '#messages';
import type { Route } from './+types/tracking';
import { ContentPage } from './content-page.tsx';
import { IdForm } from './id-form.tsx';

export const loader = ({ url, context }: Route.LoaderArgs) => readById(url, context, certificateState);

export const meta = () => pageMeta(t('common.tracking'), t('tracking.seeTheStateOfACertificate'));

export default function Tracking({ loaderData: { id, message, result } }: Route.ComponentProps) {
  return (
    <ContentPage
      tool={
        <IdForm
          action="/tracking"
          title={t('tracking.checkTheStateOfACertificate')}
          text={t('tracking.validNotYetValidExpiredRevoked')}
          button={t('common.showTheState')}
          id={id}
          message={message}
        >
          {result && <StateAlert {...result} />}
        </IdForm>
      }
      title={t('common.tracking')}
      lead={t('tracking.seeYourCertificates')}
      facts={[
        [t('tracking.whoSeesIt'), t('tracking.issuersSeeTheirOwnCertificates')],
        [t('tracking.groupedBy'), t('tracking.todayYesterdayAndEarlierIn')],
        [t('tracking.searchBy'), t('tracking.certificateIdStudentEmailOrCourse')],
      ]}
      next={[
        { to: '/dashboard', label: t('tracking.openMyDashboard') },
        { to: '/tracing', label: t('common.tracing') },
        { to: '/my-certificates', label: t('common.myCertificates') },
      ]}
    >
      <h2>{t('issuedList.issuedCertificates')}</h2>
      <p>{t('tracking.aNewCertificateAppearsAt')}</p>
      <h2>{t('tracking.verifiedCertificates')}</h2>
      <p>{t('tracking.aSecondListShowsWhoLooked')}</p>
      <h2>{t('tracking.mailToStudents')}</h2>
      <p>{t('tracking.theStudentGetsAnEmail')}</p>
      <h2>{t('tracking.whatWeDoNotTrack')}</h2>
      <p>{t('tracking.weDoNotTrackStudents')}</p>
    </ContentPage>
  );
}
