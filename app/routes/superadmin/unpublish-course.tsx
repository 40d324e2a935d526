import { courseReasonSchema } from '#app/courses/course.schema.ts';
import { courseToDecide } from '#app/courses/find-course.server.ts';
import { COURSE_UNPUBLISHED } from '#app/courses/texts.ts';
import { unpublishCourse } from '#app/courses/unpublish-course.server.ts';
import { form, formAction, forwardHeaders } from '#app/routes/form.server.ts';
import { redirectWithToast } from '#app/routes/redirects.server.ts';
import { actorContext } from '#app/server/context.server.ts';
import { withErrorResponse } from '#app/server/error-response.server.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import type { Route } from './+types/unpublish-course';
import { CourseDecision, MANAGE_COURSES } from './course-decision.tsx';

export const meta = () =>
  pageMeta(
    'Unpublish course',
    'Take a course out of the catalogue, with the reason that its author is given.',
  );
export const headers = forwardHeaders;

export const loader = ({ params, context }: Route.LoaderArgs) =>
  withErrorResponse(() => courseToDecide(context.get(actorContext), params.id));

export const action = formAction(
  form({
    schema: courseReasonSchema,
    perform: (input, { actor, params }) => unpublishCourse(actor, params.id ?? '', input),
    outcome: () => redirectWithToast(MANAGE_COURSES, COURSE_UNPUBLISHED),
  }),
);

export default function UnpublishCourse({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <CourseDecision
      heading="Unpublish course"
      course={loaderData}
      consequence={{
        title: 'The course leaves the catalogue',
        text: 'Learners who are enrolled cannot open it until it is published again. Enrolments and ratings are kept, and the author can go on changing the course.',
      }}
      done={loaderData.unpublished ? 'This course is unpublished already.' : null}
      button="Unpublish course"
      failure={actionData}
    />
  );
}
