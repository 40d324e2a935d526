import type { ReactNode } from 'react';
import { env } from '#app/config/env.server.ts';
import { keptData, legalText } from '#app/privacy/legal-pages.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { pageMeta, rich } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/privacy';
import { ContentPage, OwnText } from './content-page.tsx';

const strong = (text: ReactNode) => <strong>{text}</strong>;

export const handle = { cached: 'with any query' } satisfies RouteNeeds;

export const loader = () => ({ host: env().appHost, kept: keptData(), own: legalText('privacy') });

export const meta = () => pageMeta(t('common.privacy'), t('privacy.whatThisSiteKeepsAboutPeople'));

export default function Privacy({ loaderData: { host, kept, own } }: Route.ComponentProps) {
  return (
    <ContentPage
      title={t('common.privacy')}
      lead={t('privacy.whatHostKeepsAboutPeople', { host })}
      facts={[
        [t('privacy.cookies'), t('privacy.forYourLoginAndYourChoiceOfColours')],
        [t('privacy.beforePayment'), t('privacy.aVerifierSeesNoPersonalData')],
        [t('privacy.theLog'), t('privacy.publicAndWithoutNamesOrAddresses')],
      ]}
      next={[
        { to: '/contact', label: t('privacy.askAboutYourData') },
        { to: '/my-certificates', label: t('common.seeYourCertificates') },
      ]}
    >
      <h2>{t('privacy.whatIsKept')}</h2>
      <dl className="kept-data">
        {kept.map(({ data, why, period }) => (
          <div key={data}>
            <dt>{data}</dt>
            <dd>{rich('privacy.why', { strong, why })}</dd>
            <dd>{rich('privacy.howLong', { strong, period })}</dd>
          </div>
        ))}
      </dl>
      <h2>{t('privacy.whoSeesIt')}</h2>
      <ul>
        <li>{t('privacy.issuersSeeTheCertificatesThatTheyIssued')}</li>
        <li>{t('privacy.verifiersSeeTheNameOn')}</li>
        <li>{t('privacy.holdersSeeEverythingIssuedToTheirAddress')}</li>
        <li>{t('privacy.theOperatorOfThisSite')}</li>
        <li>{t('privacy.withStripeAsTheGateway')}</li>
      </ul>
      <h2>{t('privacy.whatYouCanDo')}</h2>
      <ul>
        <li>{rich('privacy.seeWhatWasIssued', { link: (text) => <a href="/my-certificates">{text}</a> })}</li>
        <li>
          {rich('privacy.downloadEverythingThatIsHeldAbout', {
            link: (text) => <a href="/settings/data">{text}</a>,
          })}
        </li>
        <li>
          {rich('privacy.askTheIssuerOfACertificate', { link: (text) => <a href="/contact">{text}</a> })}
        </li>
      </ul>
      <OwnText html={own} />
    </ContentPage>
  );
}
