import { courseReasonSchema } from '#app/courses/course.schema.ts';
import { deleteCourse } from '#app/courses/delete-course.server.ts';
import { courseToDecide } from '#app/courses/find-course.server.ts';
import { COURSE_DELETED } from '#app/courses/texts.ts';
import { form, formAction, forwardHeaders } from '#app/routes/form.server.ts';
import { redirectWithToast } from '#app/routes/redirects.server.ts';
import { actorContext } from '#app/server/context.server.ts';
import { withErrorResponse } from '#app/server/error-response.server.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import type { Route } from './+types/remove-course';
import { CourseDecision, MANAGE_COURSES } from './course-decision.tsx';

export const meta = () =>
  pageMeta('Remove course', 'Delete a course for good, with the reason that its author is given.');
export const headers = forwardHeaders;

export const loader = ({ params, context }: Route.LoaderArgs) =>
  withErrorResponse(() => courseToDecide(context.get(actorContext), params.id));

export const action = formAction(
  form({
    schema: courseReasonSchema,
    perform: (input, { actor, params }) => deleteCourse(actor, params.id ?? '', input),
    outcome: () => redirectWithToast(MANAGE_COURSES, COURSE_DELETED),
  }),
);

export default function RemoveCourse({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <CourseDecision
      heading="Remove course"
      course={loaderData}
      consequence={{
        title: 'This cannot be undone',
        text: 'The course goes with its modules, lessons, videos, enrolments and ratings. Certificates that were issued for it stay valid.',
      }}
      button="Remove course"
      failure={actionData}
    />
  );
}
