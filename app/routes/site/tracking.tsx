import { pageMeta } from '../../ui/page-meta.ts';
import { ContentPage } from './content-page.tsx';

export const meta = () =>
  pageMeta(
    'Tracking',
    'Follow the certificates you issued: who was verified, when, and whether the verification was paid.',
  );

export default function Tracking() {
  return (
    <ContentPage
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
