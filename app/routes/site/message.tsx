import { Link } from 'react-router';
import { form, formAction, stay } from '#app/routes/form.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { messageSchema, sendMessage } from '#app/support/messages.server.ts';
import { PageHeader, pageMeta, rich } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/message';
import { MessageForm } from './message-form.tsx';

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
