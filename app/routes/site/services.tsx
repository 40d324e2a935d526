import { ArrowRight, BadgeCheck, Fingerprint, GraduationCap, Radar, Route as RouteIcon } from 'lucide';
import { Link } from 'react-router';
import { hasCertificates } from '#app/certificates/request-holder-link.server.ts';
import { requestHolder } from '#app/server/session/context.server.ts';
import { Alert, ButtonLink, Icon, PageHeader, pageMeta } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/services';

export const meta = () => pageMeta(t('common.services'), t('services.everythingCertraceDoesForYou'));

const services = () =>
  [
    {
      to: '/tracking',
      title: t('common.tracking'),
      text: t('services.seeIssuedCertificatesLookUpsAndPayments'),
      icon: Radar,
    },
    {
      to: '/tracing',
      title: t('common.tracing'),
      text: t('services.traceAnIdBackToIts'),
      icon: RouteIcon,
    },
    {
      to: '/verification',
      title: t('common.verification'),
      text: t('services.payAFixedFeeAndGet'),
      icon: BadgeCheck,
    },
    {
      to: '/training',
      title: t('common.training'),
      text: t('services.learnWithVideoCoursesInModulesAndLessons'),
      icon: GraduationCap,
    },
    {
      to: '/authentication',
      title: t('common.authentication'),
      text: t('services.checkAFileForFree'),
      icon: Fingerprint,
    },
  ] as const;

export const loader = ({ request, context }: Route.LoaderArgs) => ({
  hasCertificates: requestHolder(request, context)?.emails.some(hasCertificates) ?? false,
});

const LookUpBanner = () => (
  <section className="relative mb-8 grid gap-6 overflow-hidden rounded-xl bg-navy p-6 text-navy-ink on-navy sm:p-9">
    <span
      className="guilloche absolute -end-24 top-1/2 w-96 -translate-y-1/2 text-navy-gold opacity-30 max-sm:hidden"
      aria-hidden="true"
    />
    <div className="relative grid gap-2">
      <h2>{t('services.doYouHoldACertificateId')}</h2>
      <p className="max-w-[38rem] text-navy-muted">{t('services.lookItUpToSeeAt')}</p>
    </div>
    <div className="relative flex flex-wrap gap-3 max-sm:*:w-full">
      <ButtonLink to="/verify" className="bg-navy-gold text-[#141a3c] hover:bg-navy-ink">
        {t('common.lookUpACertificate')}
      </ButtonLink>
      <ButtonLink
        to="/courses"
        variant="quiet"
        className="border-navy-muted text-navy-ink hover:bg-navy-raised"
      >
        {t('common.browseCourses')}
      </ButtonLink>
    </div>
  </section>
);

export default function Services({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={t('common.services')} lead={t('services.whatWouldYouLikeToDo')} />
      {loaderData.hasCertificates && (
        <div className="mb-8">
          <Alert tone="info" title={t('services.thereAreCertificatesForYourAddress')}>
            <Link to="/my-certificates" className="link">
              {t('services.seeMyCertificates')}
            </Link>
          </Alert>
        </div>
      )}
      <LookUpBanner />
      {/* Three above two, so that the last row has no gap. */}
      <ul className="grid gap-5 sm:grid-cols-2 xl:grid-cols-6">
        {services().map(({ to, title, text, icon }) => (
          <li
            key={to}
            className="card grid content-start gap-3 p-6 max-xl:sm:last:col-span-2 xl:col-span-2 xl:nth-[n+4]:col-span-3"
          >
            <span className="grid size-11 place-items-center rounded-md bg-gold-soft text-gold-ink">
              <Icon of={icon} className="size-6" />
            </span>
            <h2 className="text-xl">
              <Link to={to} className="card-link">
                {title}
              </Link>
            </h2>
            <p className="text-muted">{text}</p>
            <span
              className="mt-1 flex items-center gap-1.5 font-semibold text-accent text-sm"
              aria-hidden="true"
            >
              {t('services.readMore')} <Icon of={ArrowRight} className="icon-points size-4" />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
