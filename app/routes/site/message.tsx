import { Link } from 'react-router';
import { messageAction, topicOf, writerOf } from '#app/routes/site/message-form.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import type { Route } from './+types/message';
import { MessageForm } from './message-form.tsx';

export const handle = { cached: 'without query' } satisfies RouteNeeds;

const PAGES = {
  contact: {
    title: 'Contact',
    lead: 'Do you have questions about Certrace? Write to us, and we will answer by email.',
  },
  support: {
    title: 'Support',
    lead: 'Does something not work, or are you locked out? Describe the problem, and we will answer by email.',
  },
};

export const meta = ({ loaderData }: Route.MetaArgs) => {
  const { title, lead } = PAGES[loaderData?.topic ?? 'contact'];
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
      <PageHeader {...PAGES[loaderData.topic]} />
      <MessageForm answer={actionData} writer={loaderData.writer} key={loaderData.topic} />
      <p className="mt-6 text-muted">
        Many questions are answered in the{' '}
        <Link to="/faq" className="link">
          FAQ
        </Link>
        .
      </p>
    </div>
  );
}
