import { env } from '#app/config/env.server.ts';
import { keptData } from '#app/privacy/kept-data.server.ts';
import { legalText } from '#app/privacy/legal-text.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import type { Route } from './+types/privacy';
import { ContentPage } from './content-page.tsx';
import { OwnText } from './own-text.tsx';

export const handle = { cached: 'with any query' } satisfies RouteNeeds;

export const loader = () => ({ host: env().appHost, kept: keptData(), own: legalText('privacy') });

export const meta = () =>
  pageMeta(
    'Privacy',
    'What this site keeps about people, why and how long, by the settings that apply here.',
  );

export default function Privacy({ loaderData: { host, kept, own } }: Route.ComponentProps) {
  return (
    <ContentPage
      title="Privacy"
      lead={`What ${host} keeps about people, why, and how long.`}
      facts={[
        ['Cookies', 'For your login and your choice of colours. None for advertising or statistics.'],
        ['Before payment', 'A verifier sees no personal data of a holder.'],
        ['The log', 'Public, and without names or addresses.'],
      ]}
      next={[
        { to: '/contact', label: 'Ask about your data' },
        { to: '/my-certificates', label: 'See your certificates' },
      ]}
    >
      <h2>What is kept</h2>
      <dl className="kept-data">
        {kept.map(({ data, why, period }) => (
          <div key={data}>
            <dt>{data}</dt>
            <dd>
              <strong>Why:</strong> {why}.
            </dd>
            <dd>
              <strong>How long:</strong> {period}.
            </dd>
          </div>
        ))}
      </dl>
      <h2>Who sees it</h2>
      <ul>
        <li>Issuers see the certificates that they issued, and which verifiers looked them up.</li>
        <li>
          Verifiers see the name on a certificate after they paid for it, unless its holder closed it or has
          not agreed yet.
        </li>
        <li>Holders see everything issued to their address, and who looked it up.</li>
        <li>The operator of this site and its super admins see what they need to run it.</li>
        <li>
          With Stripe as the gateway, the payer’s card data goes to Stripe and not to this site. With Google
          login, Google learns that you logged in here.
        </li>
      </ul>
      <h2>What you can do</h2>
      <ul>
        <li>
          <a href="/my-certificates">See what was issued to your address</a>, ask its issuer for a correction,
          and decide who may look it up.
        </li>
        <li>
          <a href="/settings/data">Download everything that is held about your account</a>, or delete it.
        </li>
        <li>
          Ask the issuer of a certificate to erase you from it, or <a href="/contact">write to us</a>. Its
          entry in the log stays, without your name.
        </li>
      </ul>
      <OwnText html={own} />
    </ContentPage>
  );
}
