import { unpublishCourse, unpublishedAlready } from '#app/courses/publish-course.server.ts';
import { courseUnpublished } from '#app/courses/texts.ts';
import { BuyersChoice } from '#app/routes/courses/buyers-choice.tsx';
import { DecisionPage } from '#app/routes/decision-page.tsx';
import { decideCourse, loadCourseToDecide } from '#app/routes/superadmin/course-decision.server.ts';
import { IdText, pageMeta } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/unpublish-course';

export const meta = () =>
  pageMeta(t('unpublishCourse.unpublishCourse'), t('unpublishCourse.takeACourseOutOfTheCatalogue'));

export const loader = async (args: Route.LoaderArgs) => {
  const { course, list } = await loadCourseToDecide(args);
  return { course, list, done: course.unpublished ? unpublishedAlready() : null };
};
export const action = decideCourse(unpublishCourse, courseUnpublished);

export default function UnpublishCourse({ loaderData, actionData }: Route.ComponentProps) {
  const { course, list, done } = loaderData;
  return (
    <DecisionPage
      title={t('unpublishCourse.unpublishCourse')}
      list={list}
      facts={[
        [t('common.course'), course.title],
        [t('common.author'), <IdText key="author">{course.author}</IdText>],
      ]}
      consequence={{
        title: t('unpublishCourse.theCourseLeavesTheCatalogue'),
        text: t('unpublishCourse.learnersWhoAreEnrolledAndDid'),
      }}
      hint={course.buyers > 0 ? t('common.theAuthorWillRead') : t('common.theAuthorWillReadIt')}
      pendingText={t('unpublishCourse.unpublishing')}
      done={done}
      failure={actionData}
    >
      <BuyersChoice buyers={course.buyers} />
    </DecisionPage>
  );
}
