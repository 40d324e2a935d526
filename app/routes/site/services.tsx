import { ArrowRight, BadgeCheck, Fingerprint, GraduationCap, Radar, Route as RouteIcon } from 'lucide';
import { Link } from 'react-router';
import { hasCertificates } from '#app/accounts/has-certificates.server.ts';
import { requestHolder } from '#app/server/session/request-holder.server.ts';
import { Alert } from '#app/ui/alert.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import type { Route } from './+types/services';

export const meta = () =>
  pageMeta(
    'Services',
    'Everything Certrace does for you: tracking, tracing, verification, training and authentication.',
  );

const SERVICES = [
  {
    to: '/tracking',
    title: 'Tracking',
    text: 'See issued certificates, look-ups and payments.',
    icon: Radar,
  },
  {
    to: '/tracing',
    title: 'Tracing',
    text: 'Trace an ID back to its issuer and its history.',
    icon: RouteIcon,
  },
  {
    to: '/verification',
    title: 'Verification',
    text: 'Pay a fixed fee and get the certificate from its source.',
    icon: BadgeCheck,
  },
  {
    to: '/training',
    title: 'Training',
    text: 'Learn with video courses in modules and lessons.',
    icon: GraduationCap,
  },
  {
    to: '/authentication',
    title: 'Authentication',
    text: 'Check a file for free, and see how accounts are protected.',
    icon: Fingerprint,
  },
] as const;

export const loader = ({ request, context }: Route.LoaderArgs) => ({
  hasCertificates: requestHolder(request, context)?.emails.some(hasCertificates) ?? false,
});

const LookUpBanner = () => (
  <section className="relative mb-8 grid gap-6 overflow-hidden rounded-xl bg-navy p-6 text-navy-ink on-navy sm:p-9">
    <span
      className="guilloche absolute -right-24 top-1/2 w-96 -translate-y-1/2 text-navy-gold opacity-30 max-sm:hidden"
      aria-hidden="true"
    />
    <div className="relative grid gap-2">
      <h2>Do you hold a certificate ID?</h2>
      <p className="max-w-[38rem] text-navy-muted">
        Look it up to see at once whether the certificate is valid. You get the certificate itself after
        payment.
      </p>
    </div>
    <div className="relative flex flex-wrap gap-3 max-sm:*:w-full">
      <ButtonLink to="/verify" className="bg-navy-gold text-[#141a3c] hover:bg-navy-ink">
        Verify a certificate
      </ButtonLink>
      <ButtonLink
        to="/courses"
        variant="quiet"
        className="border-navy-muted text-navy-ink hover:bg-navy-raised"
      >
        Browse courses
      </ButtonLink>
    </div>
  </section>
);

export default function Services({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Services" lead="What would you like to do?" />
      {loaderData.hasCertificates && (
        <div className="mb-8">
          <Alert tone="info" title="There are certificates for your address.">
            <Link to="/my-certificates" className="link">
              See my certificates
            </Link>
          </Alert>
        </div>
      )}
      <LookUpBanner />
      {/* Three above two, so that the last row has no gap. */}
      <ul className="grid gap-5 sm:grid-cols-2 xl:grid-cols-6">
        {SERVICES.map(({ to, title, text, icon }) => (
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
              Read more <Icon of={ArrowRight} className="size-4" />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
