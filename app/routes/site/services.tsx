import { ArrowRight, BadgeCheck, Fingerprint, GraduationCap, Radar, Route as RouteIcon } from 'lucide';
import { Link } from 'react-router';
import { shownDate } from '#app/certificates/display.ts';
import { listHeldCertificates } from '#app/certificates/held-certificates.server.ts';
import { courseToContinue } from '#app/courses/progress/my-learning.server.ts';
import { CourseThumbnail } from '#app/routes/courses/course-card.tsx';
import { OpenLearned } from '#app/routes/courses/lesson-marks.tsx';
import { actorContext, requestHolder } from '#app/server/session/context.server.ts';
import { Progress } from '#app/ui/figures.tsx';
import { ButtonLink, Card, Icon, PageHeader, pageMeta } from '#app/ui/page.tsx';
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

const SHOWN_CERTIFICATES = 3;

export const loader = ({ request, context }: Route.LoaderArgs) => {
  const course = courseToContinue(context.get(actorContext));
  const held = { limit: SHOWN_CERTIFICATES, q: '', state: '' } as const;
  return {
    course: course && {
      id: course.id,
      title: course.title,
      thumbnail: course.thumbnail,
      done: course.done,
      total: course.total,
      percent: course.percent,
    },
    certificates: listHeldCertificates(requestHolder(request, context), held).certificates.map(
      ({ uniqueId, courseName, issuer, issueDate }) => ({
        uniqueId,
        courseName,
        issuerName: issuer.name,
        issueDate: shownDate(issueDate),
      }),
    ),
  };
};

type Loaded = Route.ComponentProps['loaderData'];

const Continue = ({ course }: { course: NonNullable<Loaded['course']> }) => (
  <section aria-labelledby="continue" className="grid content-start gap-3">
    <h2 id="continue" className="text-xl">
      {t('myLearning.continue')}
    </h2>
    <Card flush className="flex flex-1 overflow-hidden max-sm:flex-col">
      <div className="sm:w-2/5 sm:*:h-full">
        <CourseThumbnail thumbnail={course.thumbnail} sizes="(width < 40rem) 92vw, 15rem" eager />
      </div>
      <div className="grid flex-1 content-start gap-3 p-5">
        <h3 className="text-lg">{course.title}</h3>
        <Progress
          label={t('common.doneOfTotalLessonsDone', { done: course.done, total: course.total })}
          value={course.percent}
        />
        <OpenLearned {...course} />
      </div>
    </Card>
  </section>
);

const Held = ({ certificates }: Pick<Loaded, 'certificates'>) => (
  <section aria-labelledby="held" className="grid content-start gap-3">
    <h2 id="held" className="text-xl">
      {t('holderMails.yourCertificates')}
    </h2>
    <Card className="grid flex-1 content-start gap-4">
      <ul className="entries">
        {certificates.map(({ uniqueId, courseName, issuerName, issueDate }) => (
          <li key={uniqueId}>
            <span className="min-w-0">
              <Link to={`/my-certificates/${uniqueId}`} className="link">
                {courseName}
              </Link>
              <span className="block text-sm text-muted">
                {issuerName} · {issueDate}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <p>
        <ButtonLink to="/my-certificates" variant="secondary" size="small">
          {t('services.seeMyCertificates')}
        </ButtonLink>
      </p>
    </Card>
  </section>
);

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

export default function Services({ loaderData: { course, certificates } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={t('common.services')} lead={t('services.whatWouldYouLikeToDo')} />
      {(course || certificates.length > 0) && (
        <div className="mb-8 grid gap-5 *:max-w-[44rem] lg:grid-flow-col lg:auto-cols-fr">
          {course && <Continue course={course} />}
          {certificates.length > 0 && <Held certificates={certificates} />}
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
