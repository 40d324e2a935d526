import { checkAction } from '#app/routes/pieces/check-posted-file.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { pageMeta, rich } from '#app/ui/page.tsx';
import { fileTooLarge, MOST_FILE_FORM } from '#app/verification/texts.ts';
import { t } from '#messages';
import type { Route } from './+types/check';
import { FileCheck } from './checked-file.tsx';
import { ContentPage } from './content-page.tsx';
import { ScanForm } from './scan-form.tsx';

export const handle = {
  upload: { bytes: MOST_FILE_FORM, tooLarge: fileTooLarge },
  cached: 'with any query',
} satisfies RouteNeeds;

export const meta = () => pageMeta(t('common.check'), t('check.checkACertificateForFree'));

export const action = checkAction;

export default function Check({ actionData }: Route.ComponentProps) {
  return (
    <ContentPage
      tool={
        <FileCheck action="/check" title={t('common.checkAFile')} answer={actionData}>
          <ScanForm />
        </FileCheck>
      }
      title={t('common.check')}
      lead={t('check.dropAFileOrScanACode')}
      facts={[
        [t('common.price'), t('check.freeAndWithoutAnAccount')],
        [t('common.files'), t('check.pdfPngSvgOrJsonAtMost10Mb')],
        [t('common.privacy'), t('check.theFileIsNotStored')],
      ]}
      next={[
        { to: '/tracking', label: t('check.seeTheStateOfAnId') },
        { to: '/verify', label: t('common.lookUpACertificate') },
        { to: '/register', label: t('common.createAnAccount'), forVisitors: true },
        { to: '/my-certificates', label: t('common.gotACertificateFindIt') },
      ]}
    >
      <h2>{t('check.whatACheckShows')}</h2>
      <p>{rich('check.eachCertificatesPdfAndPngContain', { link: (text) => <a href="/log">{text}</a> })}</p>
      <h2>{t('check.withoutThisSite')}</h2>
      <p>
        {rich('check.downloadTheCheckAsOneFile', {
          link: (text) => (
            <a href="/check/offline.html" download="certrace-check.html">
              {text}
            </a>
          ),
          code: <code>certrace-verify</code>,
          link2: (text) => <a href="/api/docs">{text}</a>,
        })}
      </p>
      <h2>{t('check.withALookUp')}</h2>
      <p>{rich('check.ifYouOnlyHaveAnId', { link: (text) => <a href="/verify">{text}</a> })}</p>
    </ContentPage>
  );
}
