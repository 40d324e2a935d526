import { deleteCourse } from '#app/courses/delete-course.server.ts';
import { COURSE_DELETED } from '#app/courses/texts.ts';
import { BuyersChoice } from '#app/routes/courses/buyers-choice.tsx';
import { DecisionPage } from '#app/routes/decision-page.tsx';
import { decideCourse, loadCourseToDecide } from '#app/routes/superadmin/course-decision.server.ts';
import { formState } from '#app/ui/form-state.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import type { Route } from './+types/remove-course';

export const meta = () =>
  pageMeta('Remove course', 'Delete a course permanently, with a reason for its author.');

export const loader = (args: Route.LoaderArgs) => loadCourseToDecide(args);
export const action = decideCourse(deleteCourse, COURSE_DELETED);

export default function RemoveCourse({ loaderData, actionData }: Route.ComponentProps) {
  const { course, list } = loaderData;
  return (
    <DecisionPage
      title="Remove course"
      list={list}
      facts={[
        ['Course', course.title],
        ['Author', course.author],
      ]}
      consequence={{
        title: 'This cannot be undone',
        text: 'This deletes the course with its modules, lessons, videos, enrolments and ratings. Certificates issued for it stay valid.',
      }}
      hint={
        course.buyers > 0
          ? 'The author will read it, and buyers whose purchase is refunded.'
          : 'The author will read it.'
      }
      pendingText="Removing..."
      done={null}
      failure={actionData}
    >
      <BuyersChoice buyers={course.buyers} value={formState(actionData).value('buyers')} />
    </DecisionPage>
  );
}
