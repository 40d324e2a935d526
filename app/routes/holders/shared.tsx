import type { MiddlewareFunction } from 'react-router';
import { titleOf } from '#app/certificates/fields.ts';
import { rasterOf } from '#app/drawing/own-artwork/artwork.ts';
import { serveDocument } from '#app/routes/files/serve-file.server.ts';
import { ownFacts } from '#app/routes/pieces/certificate-lists/own-facts.tsx';
import { ownValues } from '#app/routes/pieces/certificate-lists/shown-trace.server.ts';
import { StateAlert } from '#app/routes/pieces/certificate-lists/state-alert.tsx';
import { CheckList } from '#app/routes/pieces/check-list.tsx';
import { toFileError } from '#app/server/edge/error-response.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { formatCalendarDate } from '#app/shared/format-dates.ts';
import { Facts } from '#app/ui/list-parts.tsx';
import { Alert, ButtonAnchor, ButtonLink, Card, PageHeader, pageMeta } from '#app/ui/page.tsx';
import { SettingsCard } from '#app/ui/settings-card.tsx';
import { sharedCertificate, sharedFile } from '#app/verification/shared-certificate.server.ts';
import { t } from '#messages';
import type { Route } from './+types/shared';

/** The address of the page contains its token. */
export const handle = { tokenInUrl: true, ownCard: true } satisfies RouteNeeds;

const TYPES = { png: 'image/png', jpg: 'image/jpeg', pdf: 'application/pdf' } as const;

/** /c/{token}.png, the wide face /c/{token}.jpg for link previews and, where the holder allows it, /c/{token}.pdf. */
const serveFiles: MiddlewareFunction<Response> = async ({ request, params, context }, next) => {
  const [, token = '', format] = /^(.{1,100})\.(png|jpg|pdf)$/.exec(params.file ?? '') ?? [];
  // For other methods the router answers 405.
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || (format !== 'png' && format !== 'jpg' && format !== 'pdf')) return next();
  try {
    const file = sharedFile(context.get(actorContext), token, format);
    const answer = await serveDocument(request, { ...file, contentType: TYPES[format] });
    // Other sites embed the pictures, as the page's OpenGraph and oEmbed data ask them to.
    if (format !== 'pdf') answer.headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
    return answer;
  } catch (error) {
    return toFileError(error);
  }
};

export const middleware = [serveFiles];

export async function loader({ params, request }: Route.LoaderArgs) {
  const isOpened = request.method === 'GET';
  const { issuerId, fields, ...shared } = await sharedCertificate(params.file, { isOpened });
  return { ...shared, own: ownValues(issuerId, fields) };
}

const oembedPath = (url: string) => `${new URL(url).origin}/oembed?url=${encodeURIComponent(url)}`;

export const meta = ({ loaderData: shared }: Route.MetaArgs) => {
  if (!shared) return [{ title: t('shared.notFoundCertrace') }, { name: 'robots', content: 'noindex' }];
  const { url } = shared;
  const title = titleOf(shared);
  const alt = t('common.certificateOfStudentnameCoursename', shared);
  return [
    ...pageMeta(title, t('shared.aCertificateOfStudentnameIssued', shared)),
    { property: 'og:url', content: url },
    { property: 'og:image', content: `${url}.jpg` },
    { property: 'og:image:type', content: TYPES.jpg },
    { property: 'og:image:width', content: `${rasterOf('wide').width}` },
    { property: 'og:image:height', content: `${rasterOf('wide').height}` },
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:image:alt', content: alt },
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/json+oembed',
      href: oembedPath(url),
      title,
    },
    ...(shared.allowsSearch ? [] : [{ name: 'robots', content: 'noindex' }]),
  ];
};

type Shown = Route.ComponentProps['loaderData'];

/** What this site has checked, and where visitors can check it themselves. */
const Checks = ({ checks, allowsPdf }: Pick<Shown, 'checks' | 'allowsPdf'>) => (
  <SettingsCard id="checks" title={t('shared.whatThisSiteHasChecked')} className="mb-6 grid gap-4">
    {checks.length === 0 ? (
      <p className="text-muted">{t('shared.theChecksCouldNotBeMadeNow')}</p>
    ) : (
      <CheckList checks={checks} />
    )}
    <p>{allowsPdf ? t('shared.downloadThePdfAndCheck') : t('shared.askTheHolderForThePdf')}</p>
    <div className="flex flex-wrap gap-3">
      <ButtonLink to="/check" variant="secondary">
        {t('common.checkAFile')}
      </ButtonLink>
      <ButtonLink to="/log" variant="secondary">
        {t('shared.thePublicLog')}
      </ButtonLink>
    </div>
  </SettingsCard>
);

export default function Shared({ loaderData: shared }: Route.ComponentProps) {
  const { uniqueId, studentName, courseName, issuerName, issueDate, expiryDate, status, entry } = shared;
  const path = new URL(shared.url).pathname;
  return (
    <div className="narrow-page">
      <PageHeader title={courseName} lead={studentName} />
      <div className="mb-6">
        <StateAlert uniqueId={uniqueId} state={status} />
        {shared.isReplaced && (
          <div className="mt-4">
            <Alert tone="warning">{t('shared.theIssuerHasReplaced')}</Alert>
          </div>
        )}
      </div>
      <Card className="mb-6 grid gap-6">
        <img
          src={`${path}.png`}
          alt={t('common.certificateOfStudentnameCoursename', shared)}
          {...shared.picture}
          className="h-auto w-full"
        />
        <Facts
          breakable
          facts={[
            [t('common.issuedTo'), studentName],
            [t('common.issuedBy'), issuerName],
            [t('common.issueDate'), formatCalendarDate(issueDate)],
            [t('common.expiryDate'), expiryDate ? formatCalendarDate(expiryDate) : t('common.never')],
            ...ownFacts(shared.own),
            [t('common.certificateId'), uniqueId],
            ...(entry
              ? ([
                  [
                    t('shared.logEntry'),
                    t('shared.indexOfOrigin', { index: entry.index, origin: entry.origin }),
                  ],
                ] as const)
              : []),
          ]}
        />
        {shared.allowsPdf && (
          <div>
            <ButtonAnchor href={`${path}.pdf`} download>
              {t('common.downloadPdf')}
            </ButtonAnchor>
          </div>
        )}
      </Card>
      <Checks checks={shared.checks} allowsPdf={shared.allowsPdf} />
      <p className="text-muted text-sm">{t('shared.studentnameSharesThisPage', { studentName })}</p>
    </div>
  );
}
