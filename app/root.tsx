import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteLoaderData,
} from 'react-router';
import '#app/ui/app.css';
import { env } from '#app/config/env.server.ts';
import { notLoaded } from '#app/routes/error-texts.ts';
import {
  handleFailedRequests,
  NotLoadedError,
  reportUnopened,
  useSubmitAgain,
  useTrackShownPage,
} from '#app/routes/failed-requests.ts';
import { OtherOwnerDialog, PageError } from '#app/routes/layouts/page-error.tsx';
import { SiteFrame } from '#app/routes/layouts/site-frame.tsx';
import { useFrame } from '#app/routes/layouts/use-frame.tsx';
import { useLeavePage } from '#app/routes/leave-page.ts';
import { loadOtherLanguage } from '#app/routes/other-language.ts';
import { usePreloadPages } from '#app/routes/page-code.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { recordRoute } from '#app/server/pages/request-metrics.server.ts';
import { takeFlash } from '#app/server/session/context.server.ts';
import { menuGroup, readFrame } from '#app/server/session/frame.server.ts';
import { ErrorPage, errorTexts, RenderBoundary } from '#app/ui/error-page.tsx';
import { useFocusHeadingAfterNavigation, useKeepFocusAfterActions } from '#app/ui/form.tsx';
import { pageMeta } from '#app/ui/page.tsx';
import { PageToast, Toasts } from '#app/ui/toast.tsx';
import { pageDirection, pageLanguage, t } from '#messages';
import type { Route } from './+types/root';

export const middleware = [recordRoute];
export const clientMiddleware = [loadOtherLanguage, handleFailedRequests];

export function loader({ request, url, context }: Route.LoaderArgs) {
  const { flash, headers: flashHeaders } = takeFlash(request, url.pathname);
  const frame = readFrame(request, context);
  const headers = new Headers(flashHeaders);
  const { cookie } = menuGroup(request, url.pathname);
  if (cookie && frame.user?.role === 'admin') headers.append('Set-Cookie', cookie);
  return data(
    {
      ...frame,
      /** For link previews, which need absolute URLs. */
      origin: env().APP_URL,
      /** The toast of a redirect. */
      flash,
    },
    { headers },
  );
}

function errorTitle(error: unknown): string {
  if (error instanceof NotLoadedError) return notLoaded();
  return errorTexts(isRouteErrorResponse(error) ? error.status : 500).title;
}

/** Metadata of error pages. Other pages define their own. */
export const meta = ({ error }: Route.MetaArgs) =>
  error
    ? [{ title: `${errorTitle(error)} · Certrace` }, { name: 'robots', content: 'noindex' }]
    : pageMeta('Certrace', t('root.issueCertificatesLookThemUp'));

export function Layout({ children }: { children: React.ReactNode }) {
  useTrackShownPage();
  usePreloadPages();
  const root = useRouteLoaderData<typeof loader>('root');
  const { theme } = useFrame();
  const hasOwnCard = useMatches().some(({ handle }) => (handle as RouteNeeds | undefined)?.ownCard);
  const { pathname, search } = useLocation();
  const href = pathname + search;
  return (
    <html lang={pageLanguage()} dir={pageDirection()} data-theme={theme === 'system' ? undefined : theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#141a3c" />
        <link
          rel="preload"
          href="/fonts/hanken-grotesk-latin.woff2"
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
        />
        <link
          rel="preload"
          href="/fonts/newsreader-latin.woff2"
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
        />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {root && (
          <>
            <meta property="og:site_name" content="Certrace" />
            <meta property="og:type" content="website" />
            {!hasOwnCard && (
              <>
                <meta property="og:image" content={`${root.origin}/brand/open-graph.png`} />
                <meta property="og:image:width" content="1200" />
                <meta property="og:image:height" content="630" />
              </>
            )}
            <meta name="twitter:card" content="summary_large_image" />
          </>
        )}
        <RenderBoundary key={href} fallback={<title>Certrace</title>}>
          <Meta />
        </RenderBoundary>
        <Links />
      </head>
      <body>
        <a className="skip-link" href="#main">
          {t('page.skipToContent')}
        </a>
        {children}
        <Toasts />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  useFocusHeadingAfterNavigation();
  useKeepFocusAfterActions();
  useSubmitAgain();
  useLeavePage(reportUnopened);
  return (
    <>
      <PageToast toast={loaderData.flash} />
      <Outlet />
      <OtherOwnerDialog />
    </>
  );
}

/** Shows uncaught errors in the viewer's frame, and without it if the frame fails too. */
export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <RenderBoundary
    fallback={
      <main id="main" className="container-page">
        <ErrorPage status={500} />
      </main>
    }
  >
    <SiteFrame>
      <PageError error={error} />
    </SiteFrame>
  </RenderBoundary>
);
