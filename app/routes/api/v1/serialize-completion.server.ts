import type { MyCompletion } from '#app/courses/completion/my-completion.server.ts';

/** A completion for the API. */
export const serializeCompletion = ({
  id,
  courseId,
  title,
  courseVersion,
  completedAt,
  certificate,
}: MyCompletion) => ({
  _id: id,
  courseId,
  courseTitle: title,
  courseVersion,
  completedAt: new Date(completedAt).toISOString(),
  certificate: {
    state: certificate.kind,
    uniqueId: certificate.kind === 'issued' ? certificate.uniqueId : null,
  },
});
