import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import { ContentPage } from './content-page.tsx';

export const handle = { cached: 'with any query' } satisfies RouteNeeds;

export const meta = () =>
  pageMeta(
    'Our vision',
    'Where Certrace is going: proof of learning that outlives the paper, the office and the software that made it.',
  );

export default function Vision() {
  return (
    <ContentPage
      title="Our vision"
      lead="Proof of learning that outlives the paper it was printed on."
      facts={[
        ['Open description', 'The programming interface is documented at /api/docs, for anyone to build on.'],
        ['Every script', 'Names are printed as people write them, from Vietnamese to Arabic.'],
        ['Self-hosted', 'An institution can run Certrace on its own machines, with its own records.'],
      ]}
      next={[
        { to: '/tracing', label: 'How a record is traced' },
        { to: '/mission', label: 'Our mission' },
      ]}
    >
      <h2>Checking becomes ordinary</h2>
      <p>
        Checking a certificate should be as easy as checking the weather: scan a QR code or type an ID, and
        read the answer.
      </p>
      <h2>Transparency without exposure</h2>
      <p>
        Traceability does not need to cost privacy. It is enough that a record exists, that nobody has altered
        it, and that the right person can open it. Everything else about a student stays private.
      </p>
      <h2>Learning and proof in one place</h2>
      <p>
        A certificate says that somebody completed a course. On Certrace the course can be here too, with its
        modules, lessons, durations and ratings. A certificate can then show what was learnt.
      </p>
      <h2>Where we stand today</h2>
      <p>
        Certrace issues, looks up, verifies and revokes certificates, and offers video courses. It does not
        use a cryptocurrency, and it does not write your data to a public ledger.
      </p>
    </ContentPage>
  );
}
