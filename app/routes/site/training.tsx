import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { pageMeta } from '#app/ui/page.tsx';
import { t } from '#messages';
import { ContentPage } from './content-page.tsx';

export const handle = { cached: 'with any query' } satisfies RouteNeeds;

export const meta = () => pageMeta(t('common.training'), t('training.videoCoursesOnCertrace'));

export default function Training() {
  return (
    <ContentPage
      title={t('common.training')}
      lead={t('training.coursesInModulesAndVideoLessons')}
      facts={[
        [t('training.openTo'), t('training.everyLoggedInAccountWhateverItsRole')],
        [t('common.lessons'), t('lessonForm.videoOrSoundSuchAs')],
        [t('training.ratings'), t('training.oneToFiveStars')],
      ]}
      next={[
        { to: '/courses', label: t('training.browseTheCourses') },
        { to: '/course-details', label: t('training.seeASampleCourse') },
      ]}
    >
      <h2>{t('common.forLearners')}</h2>
      <p>{t('training.youCanSearchTheCatalogue')}</p>
      <h2>{t('common.forIssuers')}</h2>
      <p>{t('training.publishACourseWithATitle')}</p>
      <h2>{t('training.coursesAndCertificates')}</h2>
      <p>{t('training.aCourseCanEndWithACertificate')}</p>
      <h2>{t('training.figures')}</h2>
      <p>{t('training.theNumberOfStudents')}</p>
    </ContentPage>
  );
}
