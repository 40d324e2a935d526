import { Link } from 'react-router';
import { forwardHeaders } from '#app/routes/form.server.ts';
import { submitMessage, writerOf } from '#app/routes/site/message-form.server.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { pageMeta } from '../../ui/page-meta.ts';
import type { Route } from './+types/support';
import { MessageForm } from './message-form.tsx';

const LEAD =
  'Something does not work, or you are locked out: write what you did and what you saw, and we answer by email.';

export const headers = forwardHeaders;
export const meta = () => pageMeta('Support', LEAD);

export const loader = ({ context }: Route.LoaderArgs) => ({ writer: writerOf({ context }) });
export const action = (args: Route.ActionArgs) => submitMessage('support', args);

export default function SupportPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Support" lead={LEAD} />
      <MessageForm answer={actionData} writer={loaderData.writer} />
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
