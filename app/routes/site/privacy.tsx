import { env } from '#app/config/env.server.ts';
import { keptData } from '#app/privacy/kept-data.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import type { Route } from './+types/privacy';
import { ContentPage } from './content-page.tsx';

export const handle = { cached: 'with any query' } satisfies RouteNeeds;

export const loader = () => ({ host: env().appHost, kept: keptData() });

export const meta = () =>
  pageMeta(
    'Privacy',
    'What this site keeps about people, why and how long, by the settings that apply here.',
  );

export default function Privacy({ loaderData: { host, kept } }: Route.ComponentProps) {
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
          <a href="/settings">Change your name and end sessions</a> in your account’s settings.
        </li>
        <li>
          <a href="/contact">Write to us</a> to ask what is held about you, or to have it corrected or
          deleted.
        </li>
      </ul>
    </ContentPage>
  );
}
