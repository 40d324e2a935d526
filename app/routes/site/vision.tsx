import { pageMeta } from '../../ui/page-meta.ts';
import { ContentPage } from './content-page.tsx';

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
        People check the weather before they leave the house because it costs them nothing to do so. We want
        checking a certificate to be like that: an ID read off a page or a QR code, an answer on the screen,
        and the conversation goes on.
      </p>
      <h2>Transparency without exposure</h2>
      <p>
        Traceability and privacy are often set against each other. They need not be. It is enough that a
        record exists, that it has not been altered, and that the right person can open it. The rest of a
        student’s life stays the student’s own.
      </p>
      <h2>Learning and proof in one place</h2>
      <p>
        A certificate is the last page of a longer story. Courses on Certrace hold that story: modules,
        lessons, the time they take, and what other learners thought of them. We see teaching and certifying
        growing closer together, until the proof can show what was learnt and not only that something was.
      </p>
      <h2>Where we stand today</h2>
      <p>
        What you read on this site describes what the software does now. Plans are named as plans. Today
        Certrace issues, looks up, verifies and revokes certificates, and teaches with video courses. It does
        not use a cryptocurrency, and it does not write your data to any public ledger.
      </p>
    </ContentPage>
  );
}
