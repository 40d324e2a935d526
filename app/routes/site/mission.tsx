import { pageMeta } from '../../ui/page-meta.ts';
import { ContentPage } from './content-page.tsx';

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
        Someone finishes a course and gets a certificate. Years later a stranger has to decide whether to
        believe it. The paper says what it says; the office that printed it may have moved, merged or stopped
        answering the telephone. So the stranger either trusts a picture or starts writing letters.
      </p>
      <h2>What we do about it</h2>
      <p>
        Certrace keeps the record that stands behind the paper. When an issuer issues a certificate, its
        content is frozen and given an ID that cannot be guessed. Anyone with that ID can ask us what was
        issued, by whom and when, and obtain the document itself, drawn from the record rather than from an
        attachment.
      </p>
      <h2>What we hold ourselves to</h2>
      <ul>
        <li>
          <strong>Nothing is rewritten.</strong> An issued certificate is never edited. If it should no longer
          be relied on it is revoked, with a reason and a time, and both stay visible.
        </li>
        <li>
          <strong>Nothing is given away.</strong> Before a verification is paid for, the answer holds no
          personal data of the student: only the ID, the course, the issuer, the date and whether it still
          stands.
        </li>
        <li>
          <strong>Nobody is charged twice.</strong> One verifier pays once for one certificate, however often
          the button is pressed.
        </li>
        <li>
          <strong>Nobody issues unseen.</strong> New issuers are looked at by a super admin before they can
          issue, unless the operator of this site has decided otherwise.
        </li>
      </ul>
    </ContentPage>
  );
}
