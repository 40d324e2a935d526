import { COURSE_UNPUBLISHED } from '#app/courses/texts.ts';
import { UNPUBLISHED_ALREADY, unpublishCourse } from '#app/courses/unpublish-course.server.ts';
import { BuyersChoice } from '#app/routes/courses/buyers-choice.tsx';
import { DecisionPage } from '#app/routes/decision-page.tsx';
import { decideCourse, loadCourseToDecide } from '#app/routes/superadmin/course-decision.server.ts';
import { formState } from '#app/ui/form-state.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import type { Route } from './+types/unpublish-course';

export const meta = () =>
  pageMeta('Unpublish course', 'Take a course out of the catalogue, with a reason for its author.');

export const loader = async (args: Route.LoaderArgs) => {
  const { course, list } = await loadCourseToDecide(args);
  return { course, list, done: course.unpublished ? UNPUBLISHED_ALREADY : null };
};
export const action = decideCourse(unpublishCourse, COURSE_UNPUBLISHED);

export default function UnpublishCourse({ loaderData, actionData }: Route.ComponentProps) {
  const { course, list, done } = loaderData;
  return (
    <DecisionPage
      title="Unpublish course"
      list={list}
      facts={[
        ['Course', course.title],
        ['Author', course.author],
      ]}
      consequence={{
        title: 'The course leaves the catalogue',
        text: 'Learners who are enrolled and did not buy it cannot open it until it is published again. Enrolments and ratings are kept, and the author can still edit the course.',
      }}
      hint={
        course.buyers > 0
          ? 'The author will read it, and buyers whose purchase is refunded.'
          : 'The author will read it.'
      }
      pendingText="Unpublishing..."
      done={done}
      failure={actionData}
    >
      <BuyersChoice buyers={course.buyers} value={formState(actionData).value('buyers')} />
    </DecisionPage>
  );
}
