import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { courseReasonSchema } from '#app/courses/course.schema.ts';
import { courseToDecide } from '#app/courses/find-course.server.ts';
import { type ActionArgs, form, formAction, redirectWithToast } from '#app/routes/form.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { t } from '#messages';

/** The list that the page was opened from, with its search. */
const listOf = ({ search }: URL) => `/superadmin/courses${search}`;

/** Loads the course to decide about. */
export const loadCourseToDecide = ({ params, url, context }: Omit<ActionArgs, 'request'>) => ({
  course: courseToDecide(context.get(actorContext), params.id ?? ''),
  list: { label: t('common.manageCourses'), to: listOf(url) },
});

/** Creates the action of a page that asks for the reason of a decision about a course. */
export const decideCourse = (
  decide: (
    actor: Actor,
    courseId: string,
    input: z.output<typeof courseReasonSchema>,
  ) => Promise<void> | void,
  message: () => string,
) =>
  formAction(
    form({
      schema: courseReasonSchema,
      perform: (input, { actor, params }) => decide(actor, params.id ?? '', input),
      outcome: (_, { url }) => redirectWithToast(listOf(url), message()),
    }),
  );
