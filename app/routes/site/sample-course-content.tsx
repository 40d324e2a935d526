import { CirclePlay, FileText } from 'lucide';
import { SAMPLES } from '#app/courses/sample-courses.ts';
import { formatNumber } from '#app/messages/format-numbers.ts';
import { Accordion, AccordionItem } from '#app/ui/accordion.tsx';
import { Avatar } from '#app/ui/avatar.tsx';
import { Stars } from '#app/ui/figures.tsx';
import { Card, Icon, rich } from '#app/ui/page.tsx';
import { t } from '#messages';

import pages from './sample-pages.json' with { type: 'json' };

/** Data of a course for the sample page, in addition to the catalogue's. */
type Details = {
  thumbnail: string;
  length: string;
  modules: readonly {
    title: string;
    lectures: readonly { name: string; duration: string }[];
    assignment?: string;
  }[];
  perks: readonly string[];
  assignments: readonly { title: string; description: string }[];
  requirements: readonly string[];
  instructor: {
    name: string;
    title: string;
    rating: number;
    reviews: number;
    students: number;
    courses: number;
    experience: string;
  };
  comments: readonly { user: string; rating: number; time: string; content: string }[];
};

const DETAILS = pages satisfies Partial<Record<keyof typeof SAMPLES, Details>>;

const pageOf = (name: keyof typeof DETAILS) => {
  const { creator, ...course } = SAMPLES[name];
  const details: Details = DETAILS[name];
  return { ...course, ...details, creator: details.instructor.name };
};

export type SamplePage = ReturnType<typeof pageOf>;

const FIRST = pageOf('react');

/** The courses with a sample page. */
export const SAMPLE_PAGES: readonly SamplePage[] = [FIRST, pageOf('accessibility')];

/** The sample page of this ID, or the first one. */
export const findSamplePage = (id: string | null): SamplePage =>
  SAMPLE_PAGES.find((page) => page.id === id) ?? FIRST;

/** 12345 as '12,345'. */
export const formatCount = formatNumber;

export function Modules({ course }: { course: SamplePage }) {
  return (
    <section aria-labelledby="modules">
      <h2 id="modules" className="mb-4">
        {t('common.modules')}
      </h2>
      <Accordion key={course.id}>
        {course.modules.map(({ title, lectures, assignment }, index) => (
          <AccordionItem
            key={title}
            name="sample-modules"
            title={<bdi lang="en">{title}</bdi>}
            extra={t('courseDetails.lectures', { count: lectures.length })}
            open={index === 0}
          >
            <ul className="grid gap-2 text-sm">
              {lectures.map(({ name, duration }) => (
                <li key={name} className="flex items-center gap-2.5">
                  <Icon of={CirclePlay} className="size-4.5 flex-none text-gold" />
                  <bdi lang="en" className="flex-1">
                    {name}
                  </bdi>
                  <span className="text-muted tabular-nums">{duration}</span>
                </li>
              ))}
              {assignment && (
                <li className="flex items-center gap-2.5 border-line border-t pt-2">
                  <Icon of={FileText} className="size-4.5 flex-none text-gold" />
                  <span>
                    {rich('courseDetails.assignmentTitle', { title: <bdi lang="en">{assignment}</bdi> })}
                  </span>
                </li>
              )}
            </ul>
          </AccordionItem>
        ))}
      </Accordion>
    </section>
  );
}

export function Instructor({ instructor }: { instructor: SamplePage['instructor'] }) {
  const facts = [
    [t('courseDetails.reviews'), formatCount(instructor.reviews)],
    [t('common.students'), formatCount(instructor.students)],
    [t('common.courses'), formatCount(instructor.courses)],
    [
      t('courseDetails.experience'),
      <bdi key="experience" lang="en">
        {instructor.experience}
      </bdi>,
    ],
  ] as const;
  return (
    <section aria-labelledby="instructor">
      <h2 id="instructor" className="mb-4">
        {t('courseDetails.instructor')}
      </h2>
      <Card className="grid gap-5">
        <div className="flex items-center gap-4">
          <Avatar name={instructor.name} size="large" />
          <div className="grid">
            <h3>{instructor.name}</h3>
            <p lang="en" className="text-muted">
              <bdi>{instructor.title}</bdi>
            </p>
            <Stars rating={instructor.rating} />
          </div>
        </div>
        <dl className="grid grid-cols-2 gap-4 border-line border-t pt-4 sm:grid-cols-4">
          {facts.map(([term, value]) => (
            <div key={term} className="flex flex-col-reverse">
              <dt className="text-muted text-sm">{term}</dt>
              <dd className="font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </section>
  );
}

export function Reviews({ course }: { course: SamplePage }) {
  return (
    <section aria-labelledby="reviews">
      <h2 id="reviews" className="mb-4">
        {t('courseDetails.reviews')}
      </h2>
      <ul className="grid gap-4">
        {course.comments.map(({ user, rating, time, content }) => (
          <li key={user} className="card grid content-start gap-3 p-5">
            <div className="flex items-center gap-3">
              <Avatar name={user} />
              <div>
                <p className="font-semibold">{user}</p>
                <p lang="en" className="text-muted text-sm">
                  <bdi>{time}</bdi>
                </p>
              </div>
            </div>
            <Stars rating={rating} />
            <p lang="en" dir="ltr">
              {content}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
