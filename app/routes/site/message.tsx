import { useRef } from 'react';
import { Link, useNavigation } from 'react-router';
import { form, formAction, stay } from '#app/routes/form.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import type { FormError, Toast } from '#app/shared/form-error.ts';
import { messageSchema, sendMessage } from '#app/support/messages.server.ts';
import { formState, TextArea, TextField, useFocusFirstError } from '#app/ui/form.tsx';
import { Card, FormAlert, PageHeader, pageMeta, rich, SubmitButton } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/message';

export const handle = { cached: 'without query' } satisfies RouteNeeds;

const pages = () => ({
  contact: {
    title: t('footer.contact'),
    lead: t('message.doYouHaveQuestionsAboutCertrace'),
  },
  support: {
    title: t('common.support'),
    lead: t('message.doesSomethingNotWork'),
  },
});

export const meta = ({ loaderData }: Route.MetaArgs) => {
  const { title, lead } = pages()[loaderData?.topic ?? 'contact'];
  return pageMeta(title, lead);
};

/** The topic of the page at this URL. */
const topicOf = ({ pathname }: URL) => (pathname.startsWith('/support') ? 'support' : 'contact');

export function loader({ url, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  // Fills in the name and address of a logged-in user.
  const writer = actor.kind === 'user' ? { name: actor.user.name, email: actor.user.email ?? '' } : null;
  return { topic: topicOf(url), writer } as const;
}

export const action = formAction(
  form({
    schema: messageSchema,
    perform: (input, { actor, url }) => sendMessage(actor, topicOf(url), input),
    outcome: stay,
  }),
);

/** The page of both /contact and /support. */
export default function MessagePage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader {...pages()[loaderData.topic]} />
      <MessageForm answer={actionData} writer={loaderData.writer} key={loaderData.topic} />
      <p className="mt-6 text-muted">
        {rich('message.manyQuestionsAreAnsweredInTheFaq', {
          link: (text) => (
            <Link to="/faq" className="link">
              {text}
            </Link>
          ),
        })}
      </p>
    </div>
  );
}

type MessageFormProps = {
  answer: FormError | { ok: true; toast: Toast } | undefined;
  writer: { name: string; email: string } | null;
};

/** The form of the contact and support pages. */
export function MessageForm({ answer, writer }: MessageFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const pending = useNavigation().formMethod === 'POST';
  const failure = answer?.ok === false ? answer : null;
  const { errors } = formState(failure);
  const hasFieldErrors = ['name', 'email', 'subject', 'message'].some((name) => errors(name));
  useFocusFirstError(form, failure);
  return (
    <Card>
      <PageToast toast={answer?.toast} />
      <Form failure={failure} ref={form} method="post" className="form" key={answer?.ok ? 'sent' : 'open'}>
        <FormAlert errors={hasFieldErrors ? null : failure?.message} />
        <TextField
          label={t('messageForm.fullName')}
          name="name"
          autoComplete="name"
          required
          maxLength={200}
          defaultValue={writer?.name}
        />
        <TextField
          label={t('common.email')}
          name="email"
          type="email"
          autoComplete="email"
          required
          defaultValue={writer?.email}
        />
        <TextField label={t('common.subject')} name="subject" required maxLength={200} />
        <TextArea label={t('messageForm.message')} name="message" required maxLength={5_000} />
        <SubmitButton pending={pending}>{t('messageForm.sendMessage')}</SubmitButton>
      </Form>
    </Card>
  );
}
