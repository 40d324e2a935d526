import { Check } from 'lucide';
import { Form, Link } from 'react-router';
import { categoryLabel } from '#app/courses/categories.ts';
import { Stars } from '#app/ui/figures.tsx';
import { Badge } from '#app/ui/list-parts.tsx';
import { Alert, ButtonLink, Card, Icon, PageHeader, pageMeta, rich, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/course-details';
import {
  findSamplePage,
  formatCount,
  Instructor,
  Modules,
  Reviews,
  SAMPLE_PAGES,
  type SamplePage,
} from './sample-course-content.tsx';

export function loader({ url }: Route.LoaderArgs) {
  const course = findSamplePage(url.searchParams.get('id'));
  return {
    course,
    similar: SAMPLE_PAGES.filter(({ id, category }) => id !== course.id && category === course.category),
    triedToBuy: url.searchParams.has('buy'),
  };
}

export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageMeta(
    loaderData
      ? t('page.labelNote', { label: loaderData.course.title, note: t('courseDetails.sampleCourse') })
      : t('courseDetails.sampleCourse'),
    loaderData?.course.description ?? t('courseDetails.aSampleOfWhatACoursePageHolds'),
  );

/** The static sample page. It shows the contents of a course with sample data. */
export default function CourseDetails({ loaderData: { course, similar, triedToBuy } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={course.title}
        crumbs={[{ label: t('common.courses'), to: '/courses' }, { label: t('courseDetails.sampleCourse') }]}
      />
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid min-w-0 gap-10">
          <section aria-labelledby="about">
            <h2 id="about" className="mb-3">
              {t('common.description')}
            </h2>
            <p lang="en" dir="ltr" className="max-w-[42rem] text-lg">
              {course.description}
            </p>
          </section>
          <Modules course={course} />
          <section aria-labelledby="requirements">
            <h2 id="requirements" className="mb-3">
              {t('courseDetails.requirements')}
            </h2>
            <div lang="en" dir="ltr" className="prose">
              <ul>
                {course.requirements.map((requirement) => (
                  <li key={requirement}>{requirement}</li>
                ))}
              </ul>
            </div>
          </section>
          <section aria-labelledby="assignments">
            <h2 id="assignments" className="mb-4">
              {t('courseDetails.assignments')}
            </h2>
            <ul className="grid gap-4 sm:grid-cols-2">
              {course.assignments.map(({ title, description }) => (
                <li key={title} lang="en" dir="ltr" className="card p-5">
                  <h3 className="font-sans font-semibold text-base">{title}</h3>
                  <p className="mt-1 text-muted text-sm">{description}</p>
                </li>
              ))}
            </ul>
          </section>
          <Instructor instructor={course.instructor} />
          <Reviews course={course} />
        </div>
        <Offer course={course} triedToBuy={triedToBuy} />
      </div>
      <Similar category={course.category} courses={similar} />
    </>
  );
}

function Offer({ course, triedToBuy }: { course: SamplePage; triedToBuy: boolean }) {
  return (
    <Card flush className="overflow-hidden max-lg:row-start-1 lg:sticky lg:top-24">
      <img
        src={course.thumbnail}
        alt=""
        width={1280}
        height={720}
        className="aspect-video w-full object-cover"
      />
      <div className="grid gap-4 p-5">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone="gold">{categoryLabel(course.category)}</Badge>
          <Stars rating={course.rating}>
            <span className="text-muted">
              {t('courseDetails.reviewcountReviews', { reviewCount: formatCount(course.reviewCount) })}
            </span>
          </Stars>
        </p>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
          <dt className="text-muted">{t('courseDetails.creator')}</dt>
          <dd>
            <bdi>{course.creator}</bdi>
          </dd>
          <dt className="text-muted">{t('courseDetails.length')}</dt>
          <dd>
            <bdi lang="en">{course.length}</bdi>
          </dd>
        </dl>
        <ul className="flex flex-wrap gap-2">
          {course.perks.map((perk) => (
            <li key={perk} lang="en">
              <Badge tone="info">
                <Icon of={Check} />
                {perk}
              </Badge>
            </li>
          ))}
        </ul>
        <Form method="get" preventScrollReset>
          <input type="hidden" name="id" value={course.id} />
          <SubmitButton block name="buy" value="1">
            {t('common.buyThisCourse')}
          </SubmitButton>
        </Form>
        {triedToBuy && (
          <Alert title={t('courseDetails.thisIsASamplePage')}>
            {rich('courseDetails.nothingWasBoughtOrCharged', {
              link: (text) => (
                <Link className="link" to="/courses">
                  {text}
                </Link>
              ),
            })}
          </Alert>
        )}
      </div>
    </Card>
  );
}

function Similar({ category, courses }: { category: string; courses: readonly SamplePage[] }) {
  return (
    <section aria-labelledby="similar" className="mt-14 border-line border-t pt-10">
      <h2 id="similar" className="mb-5">
        {t('courseDetails.moreCategoryCourses', { category: categoryLabel(category) })}
      </h2>
      {courses.length === 0 && <p className="text-muted">{t('courseDetails.noSimilarCoursesAvailable')}</p>}
      <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {courses.map(({ id, title, creator, thumbnail }) => (
          <li key={id} className="card overflow-hidden">
            <img
              src={thumbnail}
              alt=""
              width={1280}
              height={720}
              loading="lazy"
              className="aspect-video w-full object-cover"
            />
            <div className="grid gap-3 p-5">
              <div>
                <h3>{title}</h3>
                <p className="text-muted text-sm">{creator}</p>
              </div>
              <ButtonLink
                to={`/course-details?id=${id}`}
                variant="secondary"
                aria-label={t('courseDetails.viewDetailsOfTitle', { title })}
              >
                {t('courseDetails.viewDetails')}
              </ButtonLink>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
