import { Link } from 'react-router';
import { forwardHeaders } from '#app/routes/form.server.ts';
import { submitMessage, writerOf } from '#app/routes/site/message-form.server.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { pageMeta } from '../../ui/page-meta.ts';
import type { Route } from './+types/contact';
import { MessageForm } from './message-form.tsx';

const LEAD = 'Questions about Certrace, or about working with us: write here, and we answer by email.';

export const headers = forwardHeaders;
export const meta = () => pageMeta('Contact', LEAD);

export const loader = ({ context }: Route.LoaderArgs) => ({ writer: writerOf({ context }) });
export const action = (args: Route.ActionArgs) => submitMessage('contact', args);

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Contact" lead={LEAD} />
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
