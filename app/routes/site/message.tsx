import { Link } from 'react-router';
import { messageAction, topicOf, writerOf } from '#app/routes/site/message-form.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { rich } from '#app/ui/rich-text.tsx';
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

export const loader = ({ url, context }: Route.LoaderArgs) => ({
  topic: topicOf(url),
  writer: writerOf({ context }),
});
export const action = messageAction;

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
