import { env } from '#app/config/env.server.ts';
import { legalText } from '#app/privacy/legal-text.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { formatUsd } from '#app/shared/money.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import type { Route } from './+types/terms';
import { ContentPage } from './content-page.tsx';
import { OwnText } from './own-text.tsx';

export const handle = { cached: 'with any query' } satisfies RouteNeeds;

export function loader() {
  const { appHost: host, VERIFICATION_FEE_CENTS: fee, ISSUER_APPROVAL } = env();
  return { host, fee: formatUsd(fee), isReviewed: ISSUER_APPROVAL === 'required', own: legalText('terms') };
}

export const meta = () =>
  pageMeta('Terms', 'What this site does for issuers, verifiers and learners, and what it expects of them.');

export default function Terms({ loaderData: { host, fee, isReviewed, own } }: Route.ComponentProps) {
  return (
    <ContentPage
      title="Terms"
      lead={`What ${host} does for issuers, verifiers, holders and learners, and what it expects of them.`}
      facts={[
        ['Verification', `${fee} for each certificate, paid once.`],
        ['Checking a file', 'Free, without an account.'],
        ['Certificates', 'Never edited. Revoked ones stay visible.'],
      ]}
      next={[
        { to: '/privacy', label: 'What is kept about you' },
        { to: '/support', label: 'Get support' },
      ]}
    >
      <h2>Accounts</h2>
      <ul>
        <li>An account belongs to the person or organisation whose name and email address it has.</li>
        <li>Keep your password and your second factor to yourself. You answer for what is done with them.</li>
        <li>The operator may suspend an account that deceives others or attacks this site.</li>
      </ul>
      <h2>Issuers</h2>
      <ul>
        <li>
          {isReviewed
            ? 'A super admin reviews an issuer before it can issue.'
            : 'This site does not review issuers: their address is confirmed, and nothing else.'}
        </li>
        <li>An issuer states only what is true, and only about people who know of it.</li>
        <li>
          A certificate that was issued is in the public log and cannot be taken back. An issuer revokes or
          replaces one that is wrong.
        </li>
      </ul>
      <h2>Verifiers</h2>
      <ul>
        <li>The fee is {fee} for each certificate. It is shown before you pay, and you pay it once.</li>
        <li>Use what you see only for the purpose that you gave, and do not pass it on without need.</li>
        <li>
          The result says what the issuer stated and whether it was changed or revoked. The operator does not
          vouch for the issuer’s statement itself.
        </li>
      </ul>
      <h2>Learners and authors</h2>
      <ul>
        <li>A course that you bought stays open to you, or its price is refunded when it is removed.</li>
        <li>Authors publish only what they have the right to publish.</li>
      </ul>
      <OwnText html={own} />
    </ContentPage>
  );
}
