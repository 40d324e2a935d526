import { deleteCourse } from '#app/courses/delete-course.server.ts';
import { courseDeleted } from '#app/courses/texts.ts';
import { BuyersChoice } from '#app/routes/courses/buyers-choice.tsx';
import { DecisionPage } from '#app/routes/decision-page.tsx';
import { decideCourse, loadCourseToDecide } from '#app/routes/superadmin/course-decision.server.ts';
import { IdText, pageMeta } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/remove-course';

export const meta = () =>
  pageMeta(t('removeCourse.removeCourse'), t('removeCourse.deleteACoursePermanently'));

export const loader = (args: Route.LoaderArgs) => loadCourseToDecide(args);
export const action = decideCourse(deleteCourse, courseDeleted);

export default function RemoveCourse({ loaderData, actionData }: Route.ComponentProps) {
  const { course, list } = loaderData;
  return (
    <DecisionPage
      title={t('removeCourse.removeCourse')}
      list={list}
      facts={[
        [t('common.course'), course.title],
        [t('common.author'), <IdText key="author">{course.author}</IdText>],
      ]}
      consequence={{
        title: t('common.thisCannotBeUndone'),
        text: t('removeCourse.thisDeletesTheCourseWithItsModules'),
      }}
      hint={course.buyers > 0 ? t('common.theAuthorWillRead') : t('common.theAuthorWillReadIt')}
      pendingText={t('removeCourse.removing')}
      done={null}
      failure={actionData}
    >
      <BuyersChoice buyers={course.buyers} />
    </DecisionPage>
  );
}
