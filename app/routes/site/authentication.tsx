import { checkAction } from '#app/routes/pieces/check-posted-file.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { pageMeta, rich } from '#app/ui/page.tsx';
import { fileTooLarge, MOST_FILE_FORM } from '#app/verification/texts.ts';
import { t } from '#messages';
import type { Route } from './+types/authentication';
import { FileCheck } from './checked-file.tsx';
import { ContentPage } from './content-page.tsx';

export const handle = {
  upload: { bytes: MOST_FILE_FORM, tooLarge: fileTooLarge },
  cached: 'with any query',
} satisfies RouteNeeds;

export const meta = () => pageMeta(t('common.authentication'), t('authentication.checkACertificateForFree'));

export const action = checkAction;

export default function Authentication({ actionData }: Route.ComponentProps) {
  return (
    <ContentPage
      tool={<FileCheck action="/authentication" title={t('common.checkACertificate')} answer={actionData} />}
      title={t('common.authentication')}
      lead={t('authentication.whetherACertificateIsTheOne')}
      facts={[
        [t('common.signature'), t('authentication.byTheIssuer')],
        [t('common.log'), t('authentication.everythingThatIsIssuedHere')],
        [t('common.price'), t('authentication.freeAndWithoutALogin2')],
      ]}
      next={[
        { to: '/check', label: t('authentication.checkByFileOrCode') },
        { to: '/log', label: t('common.transparencyLog') },
      ]}
    >
      <h2>{t('authentication.whatIsChecked')}</h2>
      <p>{t('authentication.theFileMustBeByte')}</p>
      <h2>{t('authentication.whoSaysSo')}</h2>
      <p>{t('authentication.aFileCanClaimAnyName')}</p>
      <h2>{t('common.issuers')}</h2>
      <p>
        {rich('authentication.anybodyCanClaimToBeAUniversity', {
          code: <code>/.well-known/issuers.json</code>,
        })}
      </p>
      <h2>{t('authentication.elsewhere')}</h2>
      <p>
        {rich('authentication.theCommandCodeAndOneFile', {
          code: <code>certrace-verify</code>,
          link: (text) => <a href="/check/offline.html">{text}</a>,
        })}
      </p>
    </ContentPage>
  );
}
