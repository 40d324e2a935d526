import { z } from 'zod';
import { askForCertificate } from '#app/courses/completion/certificate-requests.server.ts';
import { confirmedNameSchema } from '#app/courses/completion/completion.schema.ts';
import type { CompletionCertificateState } from '#app/courses/completion/my-completion.server.ts';
import { leaveCourse, leftCourse } from '#app/courses/enrol.server.ts';
import { markSchema } from '#app/courses/progress/progress.schema.ts';
import { reportProgress } from '#app/courses/progress/report-progress.server.ts';
import { form, type Submission } from '#app/routes/form.server.ts';
import { redirectWithToast } from '#app/routes/redirects.server.ts';
import { t } from '#messages';

const answers = (): Record<CompletionCertificateState['kind'], string> => ({
  issued: t('learnerActions.yourCertificateWasIssued'),
  'waiting-for-approval': t('learnerActions.thankYouTheIssuerWillLook'),
  waiting: t('learnerActions.thankYouYourCertificateWillBe'),
  unconfirmed: t('learnerActions.pleaseConfirmYourName'),
  none: t('common.thisCourseHasNoCertificate'),
});

/** The form that confirms the name on a certificate. @param courseOf finds the course, and the page to return to */
export const certificateForm = (
  courseOf: (submission: Submission, courseId: string) => { courseId: string; page: string },
) =>
  form({
    schema: confirmedNameSchema.extend({ courseId: z.string().max(64).default('') }),
    missingMessage: () => t('learnerActions.pleaseEnterYourName'),
    perform: ({ name, courseId }, submission) =>
      askForCertificate(submission.actor, courseOf(submission, courseId).courseId, { name }),
    outcome: ({ kind }, submission) => redirectWithToast(courseOf(submission, '').page, answers()[kind]),
  });

const coursePage = ({ params, url }: Submission) =>
  `/course/${encodeURIComponent(params.id ?? '')}${url.search}`;

/** The forms of an enrolled learner on the page of a course. */
export const learnerActions = {
  mark: form({
    schema: markSchema,
    perform: ({ lessonId, done }, { actor, params }) =>
      reportProgress(actor, params.id ?? '', lessonId, { done }),
    outcome: ({ state }, submission) =>
      redirectWithToast(
        coursePage(submission),
        state === 'done' ? t('learnerActions.lessonDone') : t('learnerActions.theLessonIsNotDoneAnyMore'),
      ),
  }),
  certificate: certificateForm((submission) => ({
    courseId: submission.params.id ?? '',
    page: coursePage(submission),
  })),
  leave: form({
    schema: z.object({}),
    perform: (_, { actor, params }) => leaveCourse(actor, params.id ?? ''),
    outcome: () => redirectWithToast('/my-learning', leftCourse()),
  }),
};
