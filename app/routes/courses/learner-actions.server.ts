import { z } from 'zod';
import { LEFT_COURSE, leaveCourse } from '#app/courses/progress/leave-course.server.ts';
import { markSchema } from '#app/courses/progress/progress.schema.ts';
import { reportProgress } from '#app/courses/progress/report-progress.server.ts';
import { form } from '#app/routes/form.server.ts';
import { redirectWithToast } from '#app/routes/redirects.server.ts';

/** The forms of an enrolled learner on the page of a course. */
export const learnerActions = {
  mark: form({
    schema: markSchema,
    perform: ({ lessonId, done }, { actor, params }) =>
      reportProgress(actor, params.id ?? '', lessonId, { done }),
    outcome: ({ state }, { params, url }) =>
      redirectWithToast(
        `/course/${encodeURIComponent(params.id ?? '')}${url.search}`,
        state === 'done' ? 'Lesson done!' : 'The lesson is not done any more.',
      ),
  }),
  leave: form({
    schema: z.object({}),
    perform: (_, { actor, params }) => leaveCourse(actor, params.id ?? ''),
    outcome: () => redirectWithToast('/my-learning', LEFT_COURSE),
  }),
};
