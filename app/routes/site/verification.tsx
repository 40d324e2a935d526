import { env } from '#app/config/env.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { formatUsd } from '#app/shared/money.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import type { Route } from './+types/verification';
import { ContentPage } from './content-page.tsx';

export const handle = { cached: 'with any query' } satisfies RouteNeeds;

export const loader = () => ({ fee: formatUsd(env().VERIFICATION_FEE_CENTS) });

export const meta = () =>
  pageMeta(
    'Verification',
    'Verify a certificate in three steps: enter its ID, pay the fixed fee, receive the certificate as an image and a PDF.',
  );

export default function Verification({ loaderData: { fee } }: Route.ComponentProps) {
  return (
    <ContentPage
      title="Verification"
      lead="Three steps from an ID to a certificate that you can rely on."
      facts={[
        ['Fee', `${fee} for each certificate, fixed.`],
        ['You receive', 'The certificate as PNG and as PDF, with its QR code.'],
        ['Paid once', 'Opening a certificate again is free.'],
      ]}
      next={[
        { to: '/verify', label: 'Verify a certificate' },
        { to: '/faq', label: 'Read the FAQ' },
      ]}
    >
      <h2>1. Enter the ID</h2>
      <p>
        Log in, open Verify and type the certificate ID, or scan the QR code. If we know it, you see the
        course, the issuer, the issue date and whether the certificate is valid, not yet valid, expired or
        revoked. The student’s name and email are not shown at this point.
      </p>
      <h2>2. Pay the fixed fee</h2>
      <p>
        The fee is shown before you enter anything. Card numbers and codes are passed to the payment gateway
        and never stored; we keep the brand of the card and its last four digits. A double click, a second tab
        or a lost connection does not charge you twice.
      </p>
      <p>
        This installation may run on the built-in sandbox gateway. It accepts only the card industry’s
        published test numbers and refuses all others, and the payment page says so.
      </p>
      <h2>3. Receive the certificate</h2>
      <p>
        You get the certificate from our records: a PNG for the screen and a PDF for paper, in A4 landscape,
        with selectable text and the student’s name set properly in its own script. Both stay in your list of
        verifications.
      </p>
      <h2>If it cannot be found</h2>
      <p>
        Either the ID was mistyped or no such certificate was issued here. We do not say which, and nothing is
        charged. If you believe that a certificate should exist, ask its issuer, or{' '}
        <a href="/contact">write to us</a>.
      </p>
    </ContentPage>
  );
}
