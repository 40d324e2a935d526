import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import { ContentPage } from './content-page.tsx';

export const handle = { cached: 'with any query' } satisfies RouteNeeds;

export const meta = () =>
  pageMeta(
    'Our mission',
    'Why Certrace exists: a certificate should be as easy to prove as it was hard to earn.',
  );

export default function Mission() {
  return (
    <ContentPage
      title="Our mission"
      lead="A certificate should be as easy to prove as it was hard to earn."
      facts={[
        ['For issuers', 'One form issues a certificate that anyone can check later.'],
        ['For verifiers', 'One ID, one fixed fee, one clear answer.'],
        ['For learners', 'Video courses, and certificates that keep their worth.'],
      ]}
      next={[
        { to: '/verification', label: 'How verification works' },
        { to: '/register', label: 'Create an account', forVisitors: true },
      ]}
    >
      <h2>The problem we chose</h2>
      <p>
        Someone finishes a course and gets a certificate. Years later, an employer has to decide whether to
        believe it. The office that issued it may have moved, merged or closed. So the employer either trusts
        a picture or starts writing letters.
      </p>
      <h2>What we do about it</h2>
      <p>
        Certrace keeps the record behind the paper. An issued certificate never changes, and its ID cannot be
        guessed. Anyone with that ID can look up the course, the issuer and the date, and obtain the document
        itself, drawn from the record.
      </p>
      <h2>Our principles</h2>
      <ul>
        <li>
          <strong>Nothing is rewritten.</strong> An issued certificate is never edited. If it is no longer
          reliable, it is revoked with a reason and a time, and both stay visible.
        </li>
        <li>
          <strong>Nothing is given away.</strong> Before payment, a verifier sees no personal data of the
          student, only the ID, the course, the issuer, the date and whether the certificate is still valid.
        </li>
        <li>
          <strong>Nobody is charged twice.</strong> One verifier pays once for one certificate, however often
          the button is pressed.
        </li>
        <li>
          <strong>Nobody issues unseen.</strong> A super admin approves new issuers before they can issue,
          unless the operator of this site has switched this off.
        </li>
      </ul>
    </ContentPage>
  );
}
