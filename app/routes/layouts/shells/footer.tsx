import { useFrame } from '#app/routes/layouts/use-frame.tsx';
import { Wordmark } from '#app/ui/brand.tsx';
import { PathLink } from '#app/ui/page.tsx';
import { LanguageSwitch, ThemeSwitch } from '#app/ui/preference-switches.tsx';
import type { Theme } from '#app/ui/preferences.ts';
import { t } from '#messages';

const about = () =>
  [
    ['/faq', t('common.faq')],
    ['/mission', t('footer.mission')],
    ['/vision', t('footer.vision')],
    ['/support', t('common.support')],
    ['/contact', t('footer.contact')],
  ] as const;

const services = () =>
  [
    ['/tracking', t('common.tracking')],
    ['/tracing', t('common.tracing')],
    ['/verification', t('common.verification')],
    ['/training', t('common.training')],
    ['/authentication', t('common.authentication')],
  ] as const;

const social = () =>
  [
    {
      href: 'https://www.linkedin.com/',
      label: t('footer.linkedin'),
      path: 'M4.5 9.5v10M4.5 5v.01M9.5 19.5v-10m0 5.2c0-3 1.6-5 4.6-5s4.9 1.8 4.9 4.9v4.9',
    },
    {
      href: 'https://www.instagram.com/',
      label: t('footer.instagram'),
      path: 'M8 3.5h8A4.5 4.5 0 0 1 20.5 8v8a4.5 4.5 0 0 1-4.5 4.5H8A4.5 4.5 0 0 1 3.5 16V8A4.5 4.5 0 0 1 8 3.5Zm4 4.7a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6ZM17 7v.01',
    },
    {
      href: 'https://twitter.com/',
      label: t('footer.twitter'),
      path: 'M21 5.2c-.8.5-1.6.8-2.5 1a4 4 0 0 0-6.8 3.6A11 11 0 0 1 3.9 5.6a4 4 0 0 0 1.2 5.3c-.6 0-1.2-.2-1.8-.5a4 4 0 0 0 3.2 4 4 4 0 0 1-1.8.1 4 4 0 0 0 3.7 2.8A8 8 0 0 1 2.8 19a11.3 11.3 0 0 0 17.3-10c.8-.6 1.5-1.3 1.9-2.1',
    },
  ] as const;

function LinkColumn({
  title,
  links,
}: {
  title: string;
  links: ReturnType<typeof about> | ReturnType<typeof services>;
}) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {links.map(([to, text]) => (
          <li key={to}>
            <PathLink href={to}>{text}</PathLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The footer of guest pages. */
export function Footer({ theme }: { theme: Theme }) {
  const { languages } = useFrame();
  return (
    <footer className="footer on-navy">
      <div className="container-page">
        <div className="footer-grid">
          <div className="grid content-start gap-4">
            <PathLink
              href="/"
              className="w-fit text-navy-ink"
              aria-label={t('common.certraceToTheStartPage')}
            >
              <Wordmark />
            </PathLink>
            <p className="max-w-[34ch]">{t('footer.certificatesThatAnyoneCanCheck')}</p>
            <div className="footer-social">
              {social().map(({ href, label, path }) => (
                <a key={href} href={href} rel="noopener noreferrer" target="_blank">
                  <span className="sr-only">{label}</span>
                  <svg
                    viewBox="0 0 24 24"
                    fill="none"
                    stroke="currentColor"
                    strokeWidth="1.8"
                    strokeLinecap="round"
                    strokeLinejoin="round"
                    aria-hidden="true"
                  >
                    <path d={path} />
                  </svg>
                </a>
              ))}
            </div>
          </div>
          <LinkColumn title={t('footer.aboutUs')} links={about()} />
          <LinkColumn title={t('common.services')} links={services()} />
        </div>
        <div className="footer-end">
          <p>{t('footer.n2025CertraceAllRightsReserved')}</p>
          <PathLink href="/my-certificates">{t('common.gotACertificateFindIt')}</PathLink>
          <PathLink href="/privacy">{t('common.privacy')}</PathLink>
          <PathLink href="/terms">{t('footer.terms')}</PathLink>
          <PathLink href="/log">{t('common.transparencyLog')}</PathLink>
          <ThemeSwitch theme={theme} />
        </div>
        <LanguageSwitch {...languages} />
      </div>
    </footer>
  );
}
