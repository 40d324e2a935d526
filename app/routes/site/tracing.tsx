import { pageMeta } from '../../ui/page-meta.ts';
import { ContentPage } from './content-page.tsx';

export const meta = () =>
  pageMeta(
    'Tracing',
    'Trace a certificate back to its issuer: a frozen record, an ID that cannot be guessed, and revocations that stay visible.',
  );

export default function Tracing() {
  return (
    <ContentPage
      title="Tracing"
      lead="From the paper in your hand back to the institution that issued it."
      facts={[
        ['ID', '16 characters in groups of four, such as 7K3M-9QZX-2HVB-4TND.'],
        ['Guessing', 'Each ID holds 80 random bits, and look-ups are limited besides.'],
        ['Changes to a record', 'None, but for one revocation.'],
      ]}
      next={[
        { to: '/verify', label: 'Look a certificate up' },
        { to: '/verification', label: 'Verification' },
      ]}
    >
      <h2>The ID</h2>
      <p>
        Each certificate carries an ID drawn at random. It is written without the letters that are easily
        misread, and our reading of it is forgiving: capitals or not, with or without hyphens, the letter O
        for a zero, I or L for a one. The printed certificate also carries a QR code that leads to the same
        place.
      </p>
      <h2>The record</h2>
      <p>
        What was issued is frozen. The student’s name, the course, the dates and the issuer’s name are stored
        as they stood on the day. If the course is deleted later, the issuer renamed or the layout redesigned,
        certificates issued before stay exactly as they were.
      </p>
      <h2>Revocation</h2>
      <p>
        One thing can be added to a record: a revocation, by its issuer or by a super admin, with a reason and
        a time. It does not erase anything. The look-up, the document and the programming interface all show
        it from then on, and a look-up says so before anything is paid. Expired certificates are treated the
        same way: they can be found, and they are called expired.
      </p>
      <h2>About the word ‘blockchain’</h2>
      <p>
        Our tagline names an aim, traceability and transparency. What runs behind it is plainer: an
        append-only record in the operator’s own database, where an entry is made once and never edited. There
        is no coin, no token to buy and no public ledger that holds your name.
      </p>
    </ContentPage>
  );
}
