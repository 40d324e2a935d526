import { Link } from 'react-router';
import { History, PagedHistory } from '#app/routes/pieces/certificate-lists/history.tsx';
import { shownTrace } from '#app/routes/pieces/certificate-lists/shown-trace.server.ts';
import { fileAction } from '#app/routes/pieces/check-posted-file.server.ts';
import { readById } from '#app/routes/site/read-by-id.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { pageMeta, rich } from '#app/ui/page.tsx';
import { fileTooLarge, MOST_FILE_FORM } from '#app/verification/texts.ts';
import { traceCertificate, traceFile } from '#app/verification/tracing/trace-certificate.server.ts';
import { t } from '#messages';
import type { Route } from './+types/tracing';
import { ContentPage } from './content-page.tsx';
import { FileForm } from './file-form.tsx';
import { IdForm } from './id-form.tsx';

export const handle = { upload: { bytes: MOST_FILE_FORM, tooLarge: fileTooLarge } } satisfies RouteNeeds;

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  readById(url, context, async (actor, input) => {
    const cursor = url.searchParams.get('cursor') ?? undefined;
    return shownTrace(request, await traceCertificate(actor, { ...input, cursor }));
  });

export const action = fileAction(traceFile, (trace, { request }) => ({
  ok: true as const,
  trace: shownTrace(request, trace),
}));

export const meta = () => pageMeta(t('common.tracing'), t('tracing.traceACertificateBackToItsIssuer'));

type ToolsProps = { loaderData: Route.ComponentProps['loaderData']; failure: FormError | undefined };

/** Two ways to trace a certificate: by its ID and by its file. */
const Tools = ({ loaderData, failure }: ToolsProps) => (
  <div className="grid items-start gap-6 lg:grid-cols-2">
    <IdForm
      action="/tracing"
      title={t('tracing.traceById')}
      text={t('tracing.forTheHolder')}
      button={t('tracing.showTheHistory')}
      id={loaderData.id}
      message={loaderData.message}
    >
      {loaderData.needsLogin && (
        <p>
          {rich('tracing.logInFirstOrUseTheFile', {
            link: (text) => (
              <Link to={loaderData.loginPath} className="link">
                {text}
              </Link>
            ),
          })}
        </p>
      )}
    </IdForm>
    <FileForm
      action="/tracing"
      title={t('tracing.traceByFile')}
      text={t('tracing.forHoldersOfTheCertificatesFile')}
      button={t('tracing.showTheFilesHistory')}
      pendingText={t('tracing.reading')}
      failure={failure}
    />
  </div>
);

export default function Tracing({ loaderData, actionData }: Route.ComponentProps) {
  const traced = actionData?.ok ? actionData.trace : null;
  return (
    <ContentPage
      tool={
        <>
          <Tools loaderData={loaderData} failure={actionData?.ok === false ? actionData : undefined} />
          {(traced || loaderData.result) && (
            <div className="max-w-[46rem]">
              {traced && <History trace={traced} />}
              {!traced && loaderData.result && <PagedHistory trace={loaderData.result} />}
            </div>
          )}
        </>
      }
      title={t('common.tracing')}
      lead={t('tracing.traceACertificateBack')}
      facts={[
        [
          t('tracing.theId'),
          t('tracing.sixteenCharactersInGroupsOfFour', { example: '7K3M-9QZX-2HVB-4TND' }),
        ],
        [t('tracing.guessing'), t('tracing.eachIdHas80RandomBits')],
        [t('tracing.changesToARecord'), t('tracing.noneExceptOneRevocation')],
      ]}
      next={[
        { to: '/verify', label: t('tracing.lookACertificateUp') },
        { to: '/verification', label: t('common.verification') },
      ]}
    >
      <h2>{t('tracing.theId')}</h2>
      <p>{t('tracing.eachCertificateHasARandomId')}</p>
      <h2>{t('tracing.theRecord')}</h2>
      <p>{t('tracing.anIssuedCertificateNeverChanges')}</p>
      <h2>{t('tracing.revocation')}</h2>
      <p>{t('tracing.theIssuerOrASuperAdmin')}</p>
      <h2>{t('tracing.aboutTheWordBlockchain')}</h2>
      <p>{rich('tracing.ourTaglineStatesAnAim', { link: (text) => <Link to="/log">{text}</Link> })}</p>
    </ContentPage>
  );
}
