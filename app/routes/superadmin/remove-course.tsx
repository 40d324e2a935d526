import { redirect } from 'react-router';
import { courseReasonSchema } from '#app/courses/course.schema.ts';
import { deleteCourse } from '#app/courses/delete-course.server.ts';
import { courseToDecide } from '#app/courses/find-course.server.ts';
import { COURSE_DELETED } from '#app/courses/texts.ts';
import { forwardHeaders, readForm, submitForm } from '#app/routes/form.server.ts';
import { actorContext } from '#app/server/context.server.ts';
import { answering } from '#app/server/failure.server.ts';
import { flashCookie } from '#app/server/flash.server.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import type { Route } from './+types/remove-course';
import { CourseDecision, MANAGE_COURSES } from './course-decision.tsx';

export const meta = () =>
  pageMeta('Remove course', 'Delete a course for good, with the reason that its author is given.');
export const headers = forwardHeaders;

export const loader = ({ params, context }: Route.LoaderArgs) =>
  answering(() => courseToDecide(context.get(actorContext), params.id));

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await answering(() => readForm(request));
  const outcome = await submitForm({
    form,
    schema: courseReasonSchema,
    perform: (input) => deleteCourse(context.get(actorContext), params.id, input),
  });
  if (!outcome.ok) return outcome.failure;
  return redirect(MANAGE_COURSES, {
    headers: { 'Set-Cookie': flashCookie({ kind: 'success', message: COURSE_DELETED }) },
  });
}

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
