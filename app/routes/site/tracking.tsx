import { StateAlert } from '#app/routes/pieces/certificates/state-alert.tsx';
import { readById } from '#app/routes/site/read-by-id.server.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import { certificateState } from '#app/verification/certificate-state.server.ts';
import type { Route } from './+types/tracking';
import { ContentPage } from './content-page.tsx';
import { IdForm } from './id-form.tsx';

export const loader = ({ url, context }: Route.LoaderArgs) => readById(url, context, certificateState);

export const meta = () =>
  pageMeta(
    'Tracking',
    'See the state of a certificate by its ID, and the look-ups and payments of certificates that you issued.',
  );

export default function Tracking({ loaderData: { id, message, result } }: Route.ComponentProps) {
  return (
    <ContentPage
      tool={
        <IdForm
          action="/tracking"
          title="Check the state of a certificate"
          text="Valid, not yet valid, expired, revoked or unknown. Free, without a login, and without data about its holder."
          button="Show the state"
          id={id}
          message={message}
        >
          {result && <StateAlert {...result} />}
        </IdForm>
      }
      title="Tracking"
      lead="See your certificates, their look-ups and their payments."
      facts={[
        ['Who sees it', 'Issuers see their own certificates, super admins see all.'],
        ['Grouped by', 'Today, Yesterday and Earlier, in your own time zone.'],
        ['Search by', 'Certificate ID, student, email or course.'],
      ]}
      next={[
        { to: '/dashboard', label: 'Open my dashboard' },
        { to: '/tracing', label: 'Tracing' },
        { to: '/my-certificates', label: 'My certificates' },
      ]}
    >
      <h2>Issued certificates</h2>
      <p>
        A new certificate appears at the top of its issuer’s list, with the student, course, email, issue
        date, expiry date, ID and the document. The list can be searched and loads fifty rows at a time.
      </p>
      <h2>Verified certificates</h2>
      <p>
        A second list shows who looked up your certificates, when, and whether they paid. ‘Success’ means that
        the verifier has paid and received the document. ‘No’ means that somebody looked it up and has not
        paid.
      </p>
      <h2>Mail to students</h2>
      <p>
        The student gets an email with the ID when a certificate is issued. The message is stored together
        with the certificate and retried until it is delivered or permanently rejected, so a short outage
        loses no messages.
      </p>
      <h2>What we do not track</h2>
      <p>
        We do not track students. There is no advertising and no third-party analytics. A look-up records the
        account that made it.
      </p>
    </ContentPage>
  );
}
