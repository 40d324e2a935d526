import { env } from '#app/config/env.server.ts';
import { legalText } from '#app/privacy/legal-pages.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { formatUsd } from '#app/shared/money.ts';
import { pageMeta } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/terms';
import { ContentPage, OwnText } from './content-page.tsx';

export const handle = { cached: 'with any query' } satisfies RouteNeeds;

export function loader() {
  const { appHost: host, VERIFICATION_FEE_CENTS: fee, ISSUER_APPROVAL } = env();
  return { host, fee: formatUsd(fee), isReviewed: ISSUER_APPROVAL === 'required', own: legalText('terms') };
}

export const meta = () => pageMeta(t('terms.terms'), t('terms.whatThisSiteDoesForIssuers'));

export default function Terms({ loaderData: { host, fee, isReviewed, own } }: Route.ComponentProps) {
  return (
    <ContentPage
      title={t('terms.terms')}
      lead={t('terms.whatHostDoesForIssuers', { host })}
      facts={[
        [t('common.verification'), t('terms.feeForEachCertificatePaidOnce', { fee })],
        [t('terms.checkingAFile'), t('terms.freeWithoutAnAccount')],
        [t('common.certificates'), t('terms.neverEditedRevokedOnesStayVisible')],
      ]}
      next={[
        { to: '/privacy', label: t('terms.whatIsKeptAboutYou') },
        { to: '/support', label: t('terms.getSupport') },
      ]}
    >
      <h2>{t('common.accounts')}</h2>
      <ul>
        <li>{t('terms.anAccountBelongsToThePerson')}</li>
        <li>{t('terms.keepYourPasswordAndYourSecond')}</li>
        <li>{t('terms.theOperatorMaySuspendAnAccount')}</li>
      </ul>
      <h2>{t('common.issuers')}</h2>
      <ul>
        <li>
          {isReviewed ? t('terms.aSuperAdminReviewsAnIssuer') : t('terms.thisSiteDoesNotReviewIssuers')}
        </li>
        <li>{t('terms.anIssuerStatesOnlyWhatIsTrue')}</li>
        <li>{t('terms.aCertificateThatWasIssued')}</li>
      </ul>
      <h2>{t('terms.verifiers')}</h2>
      <ul>
        <li>{t('terms.theFeeIsFeeForEachCertificate', { fee })}</li>
        <li>{t('terms.useWhatYouSeeOnly')}</li>
        <li>{t('terms.theResultSaysWhatTheIssuer')}</li>
      </ul>
      <h2>{t('terms.learnersAndAuthors')}</h2>
      <ul>
        <li>{t('terms.aCourseThatYouBoughtStays')}</li>
        <li>{t('terms.authorsPublishOnlyWhatTheyHave')}</li>
      </ul>
      <OwnText html={own} />
    </ContentPage>
  );
}
