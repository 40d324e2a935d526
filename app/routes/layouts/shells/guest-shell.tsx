import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PageNotReloaded } from '#app/routes/layouts/page-error.tsx';
import { Wordmark } from '#app/ui/brand.tsx';
import { ButtonLink } from '#app/ui/page.tsx';
import type { Theme } from '#app/ui/preferences.ts';
import { t } from '#messages';
import { Footer } from './footer.tsx';

const TAGLINE = 'Blockchain Traceability & Transparency';

type GuestShellProps = {
  theme: Theme;
  pathname: string;
  /** Whether the visitor has a session. The header then links back into the product. */
  loggedIn?: boolean;
  /** `auth`: the page has its own full-width frame (AuthFrame). */
  variant?: 'page' | 'auth';
  children: ReactNode;
};

const navigation = () =>
  [
    ['/check', t('common.check')],
    ['/verification', t('common.verification')],
    ['/training', t('common.training')],
    ['/faq', t('common.faq')],
  ] as const;

/** The frame of pages that need no login: brand, page, footer. */
export function GuestShell({ theme, pathname, loggedIn, variant = 'page', children }: GuestShellProps) {
  return (
    <div className="guest-shell">
      <header className="guest-header">
        <div className="container-page">
          <Link to={loggedIn ? '/dashboard' : '/'} aria-label={t('common.certraceToTheStartPage')}>
            <Wordmark />
          </Link>
          <nav className="guest-nav" aria-label={t('common.main')}>
            {navigation().map(([to, text]) => (
              <Link
                key={to}
                to={to}
                // The free check is for people who scanned a code with a phone.
                className={to === '/check' ? undefined : 'max-md:hidden'}
                aria-current={pathname === to ? 'page' : undefined}
              >
                {text}
              </Link>
            ))}
            {loggedIn ? (
              <ButtonLink to="/dashboard" size="small">
                {t('common.dashboard')}
              </ButtonLink>
            ) : (
              pathname !== '/' && (
                <ButtonLink to="/" size="small" variant="secondary">
                  {t('common.logIn')}
                </ButtonLink>
              )
            )}
          </nav>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={variant === 'auth' ? 'auth' : 'guest-main container-page'}>
        {variant !== 'auth' && <PageNotReloaded />}
        {children}
      </main>
      <Footer theme={theme} />
    </div>
  );
}

/** A sign-in form beside the panel with the tagline, in a GuestShell of the variant `auth`. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <div className="auth-panel">
        <span className="guilloche" aria-hidden="true" />
        <p className="auth-tagline">
          <bdi lang="en">{TAGLINE}</bdi>
        </p>
        <p className="auth-lead">{t('guestShell.issueCertificatesLookThemUp')}</p>
      </div>
      <div className="auth-form">
        <div>{children}</div>
      </div>
    </>
  );
}
