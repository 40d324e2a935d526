import { forwardHeaders } from '#app/routes/form.server.ts';
import { readById } from '#app/routes/site/read-by-id.server.ts';
import { Alert, type AlertTone } from '#app/ui/alert.tsx';
import { IdText } from '#app/ui/id-text.tsx';
import { certificateState } from '#app/verification/certificate-state.server.ts';
import { pageMeta } from '../../ui/page-meta.ts';
import type { Route } from './+types/tracking';
import { ContentPage } from './content-page.tsx';
import { IdForm } from './id-form.tsx';

export const headers = forwardHeaders;
export const loader = ({ url, context }: Route.LoaderArgs) => readById(url, context, certificateState);

export const meta = () =>
  pageMeta(
    'Tracking',
    'Ask for the state of a certificate by its ID, and follow those you issued: who was verified, when, and whether it was paid.',
  );

const STATES: Record<string, [tone: AlertTone, text: string]> = {
  valid: ['success', 'is valid.'],
  expired: ['warning', 'has expired.'],
  revoked: ['error', 'was revoked.'],
};

function State({ state, uniqueId }: { state: string; uniqueId: string }) {
  const [tone, text] = STATES[state] ?? [];
  if (!tone) return <Alert tone="warning">This ID is unknown here.</Alert>;
  return (
    <Alert tone={tone}>
      <IdText code>{uniqueId}</IdText> {text}
    </Alert>
  );
}

export default function Tracking({ loaderData: { id, message, result } }: Route.ComponentProps) {
  return (
    <ContentPage
      tool={
        <IdForm
          action="/tracking"
          title="Ask for the state of a certificate"
          text="Valid, expired, revoked or unknown: free, without a login, and without anything about its holder."
          button="Show the state"
          id={id}
          message={message}
        >
          {result && <State {...result} />}
        </IdForm>
      }
      title="Tracking"
      lead="Know what you have issued, and what became of it afterwards."
      facts={[
        ['Who sees it', 'Issuers see their own certificates, super admins see all.'],
        ['Grouped by', 'Today, Yesterday and Earlier, in your own time zone.'],
        ['Search by', 'Certificate ID, student, email or course.'],
      ]}
      next={[
        { to: '/dashboard', label: 'Open my dashboard' },
        { to: '/tracing', label: 'Tracing' },
      ]}
    >
      <h2>Issued certificates</h2>
      <p>
        Every certificate an issuer issues appears at the top of its list the moment it exists: student,
        course, email, issue date, expiry date and ID, with the document one click away. The list is made for
        thousands of rows; it loads fifty at a time and can be searched.
      </p>
      <h2>Verified certificates</h2>
      <p>
        A second list shows the other side: who looked one of your certificates up, when, and whether the
        verification was paid. ‘Success’ means that the verifier has paid and received the document. ‘No’
        means that somebody looked it up and has not paid.
      </p>
      <h2>Mail that goes with it</h2>
      <p>
        The student is told by email when a certificate is issued, with the ID to pass on. Messages are
        written down in the same step as the certificate itself and delivered until they arrive or the mail
        server refuses them for good, so a short outage loses none.
      </p>
      <h2>What we do not track</h2>
      <p>
        Nothing follows students around. There is no advertising, no analytics from other companies, and a
        look-up records the account that made it, not the person it is about.
      </p>
    </ContentPage>
  );
}
