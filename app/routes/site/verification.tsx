import { env } from '#app/config/env.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { formatUsd } from '#app/shared/money.ts';
import { pageMeta, rich } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/verification';
import { ContentPage } from './content-page.tsx';

export const handle = { cached: 'with any query' } satisfies RouteNeeds;

export const loader = () => ({ fee: formatUsd(env().VERIFICATION_FEE_CENTS) });

export const meta = () =>
  pageMeta(t('common.verification'), t('verification.lookUpACertificateInThreeSteps'));

export default function Verification({ loaderData: { fee } }: Route.ComponentProps) {
  return (
    <ContentPage
      title={t('common.verification')}
      lead={t('verification.threeStepsFromAnId')}
      facts={[
        [t('verification.fee'), t('verification.feeForEachCertificateFixed', { fee })],
        [t('verification.youReceive'), t('verification.theCertificateAsPngAndAsPdf')],
        [t('verification.paidOnce'), t('verification.openingACertificateAgainIsFree')],
      ]}
      next={[
        { to: '/verify', label: t('common.lookUpACertificate') },
        { to: '/faq', label: t('verification.readTheFaq') },
      ]}
    >
      <h2>{t('verification.n1EnterTheId')}</h2>
      <p>{t('verification.logInOpenVerifyAndType')}</p>
      <h2>{t('verification.n2PayTheFixedFee')}</h2>
      <p>{t('verification.theFeeIsShownBeforeYouEnterAnything')}</p>
      <p>{t('verification.thisInstallationMayRunOn')}</p>
      <h2>{t('verification.n3ReceiveTheCertificate')}</h2>
      <p>{t('verification.youGetTheCertificateFromOurRecords')}</p>
      <h2>{t('verification.ifItCannotBeFound')}</h2>
      <p>{rich('verification.eitherTheIdWasMistyped', { link: (text) => <a href="/contact">{text}</a> })}</p>
    </ContentPage>
  );
}
