import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { pageMeta, rich } from '#app/ui/page.tsx';
import { t } from '#messages';
import { ContentPage } from './content-page.tsx';

export const handle = { cached: 'with any query' } satisfies RouteNeeds;

export const meta = () => pageMeta(t('common.ourMission'), t('mission.whyCertraceExists'));

export default function Mission() {
  return (
    <ContentPage
      title={t('common.ourMission')}
      lead={t('mission.aCertificateShouldBeAsEasy')}
      facts={[
        [t('common.forIssuers'), t('mission.oneFormIssuesACertificate')],
        [t('mission.forVerifiers'), t('mission.oneIdOneFixedFeeOneClearAnswer')],
        [t('common.forLearners'), t('mission.videoCoursesAndCertificatesThatKeep')],
      ]}
      next={[
        { to: '/verification', label: t('mission.howVerificationWorks') },
        { to: '/register', label: t('common.createAnAccount'), forVisitors: true },
      ]}
    >
      <h2>{t('mission.theProblemWeChose')}</h2>
      <p>{t('mission.someoneFinishesACourseAndGetsACertificate')}</p>
      <h2>{t('mission.whatWeDoAboutIt')}</h2>
      <p>{t('mission.certraceKeepsTheRecordBehindThePaper')}</p>
      <h2>{t('mission.ourPrinciples')}</h2>
      <ul>
        <li>{rich('mission.nothingIsRewritten', { strong: (text) => <strong>{text}</strong> })}</li>
        <li>{rich('mission.nothingIsGivenAway', { strong: (text) => <strong>{text}</strong> })}</li>
        <li>{rich('mission.nobodyIsChargedTwice', { strong: (text) => <strong>{text}</strong> })}</li>
        <li>{rich('mission.nobodyIssuesUnseen', { strong: (text) => <strong>{text}</strong> })}</li>
      </ul>
    </ContentPage>
  );
}
