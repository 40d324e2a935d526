import { askForCertificate } from '#app/courses/completion/ask-for-certificate.server.ts';
import { confirmedNameSchema } from '#app/courses/completion/completion.schema.ts';
import { type MyCompletion, myCompletion } from '#app/courses/completion/my-completion.server.ts';
import { serializeCompletion } from '#app/routes/api/v1/serialize-completion.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { t } from '#messages';
import { api } from './respond.ts';
import { completionSchema } from './schemas/learning.ts';
import { success } from './schemas/responses.ts';

const completed = success({ completion: completionSchema });
const answer = (completion: MyCompletion | null) => {
  if (!completion) throw notFound(t('api.notCompletedThisCourse'));
  return { body: { success: true, completion: serializeCompletion(completion) } };
};

const resource = api('courses/:id/completion')
  .get({
    auth: 'bearer',
    summary: 'Your completion of a course, and what became of its certificate',
    responses: { 200: completed },
    failures: { 404: 'You have not completed this course.' },
    handle: ({ actor, params }) => answer(myCompletion(actor, params.id)),
  })
  .post({
    auth: 'bearer',
    summary: 'Confirm the name on the certificate for a completed course, once, and get the certificate',
    body: confirmedNameSchema,
    example: { name: 'Ada Lovelace' },
    responses: { 200: completed },
    failures: {
      403: 'Your account has no email address to issue a certificate to.',
      404: 'Course not found.',
      409: 'You have not completed this course.',
    },
    async handle({ actor, params, input, keep }) {
      const toAnswer = () => answer(myCompletion(actor, params.id));
      await askForCertificate(actor, params.id, await input(), keep(toAnswer));
      return toAnswer();
    },
  });

export const loader = resource.loader;
export const action = resource.action;
