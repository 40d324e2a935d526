import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { pageMeta } from '#app/ui/page.tsx';
import { t } from '#messages';
import { ContentPage } from './content-page.tsx';

export const handle = { cached: 'with any query' } satisfies RouteNeeds;

export const meta = () => pageMeta(t('vision.ourVision'), t('vision.whereCertraceIsGoing'));

export default function Vision() {
  return (
    <ContentPage
      title={t('vision.ourVision')}
      lead={t('vision.proofOfLearningThatOutlives')}
      facts={[
        [t('vision.openDescription'), t('vision.theProgrammingInterfaceIsDocumentedAtApiDocs')],
        [t('vision.everyScript'), t('vision.namesArePrintedAsPeopleWriteThem')],
        [t('vision.selfHosted'), t('vision.anOrganisationCanRunCertraceOn')],
      ]}
      next={[
        { to: '/tracing', label: t('vision.howARecordIsTraced') },
        { to: '/mission', label: t('common.ourMission') },
      ]}
    >
      <h2>{t('vision.checkingBecomesOrdinary')}</h2>
      <p>{t('vision.checkingACertificateShouldBeAs')}</p>
      <h2>{t('vision.transparencyWithoutExposure')}</h2>
      <p>{t('vision.traceabilityDoesNotNeedToCostPrivacy')}</p>
      <h2>{t('vision.learningAndProofInOnePlace')}</h2>
      <p>{t('vision.aCertificateSaysThatSomebodyCompletedACourse')}</p>
      <h2>{t('vision.whereWeStandToday')}</h2>
      <p>{t('vision.certraceIssuesChecksLooksUp')}</p>
    </ContentPage>
  );
}
