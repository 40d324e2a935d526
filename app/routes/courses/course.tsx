import { CirclePlay, Lock } from 'lucide-react';
import { Form, Link, useNavigation } from 'react-router';
import { z } from 'zod';
import { courseOffer } from '#app/courses/course-offer.server.ts';
import { formatHoursAndMinutes, formatMinutes } from '#app/courses/duration.ts';
import { enrol, participation } from '#app/courses/enrol.server.ts';
import { openCourse } from '#app/courses/find-course.server.ts';
import { ENROLLED } from '#app/courses/purchase-course.server.ts';
import { rateCourse } from '#app/courses/rate-course.server.ts';
import { form, intentAction, type Submission } from '#app/routes/form.server.ts';
import { redirectWithToast } from '#app/routes/redirects.server.ts';
import { actorContext } from '#app/server/context.server.ts';
import { withErrorResponse } from '#app/server/error-response.server.ts';
import { timeZoneOf } from '#app/server/time-zone.server.ts';
import { formatInstantAsDate } from '#app/shared/dates.ts';
import { formatUsd } from '#app/shared/money.ts';
import { Accordion, AccordionItem } from '#app/ui/accordion.tsx';
import { ActionAlert } from '#app/ui/action-alert.tsx';
import { Alert } from '#app/ui/alert.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { IdText } from '#app/ui/id-text.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { StarInput, Stars } from '#app/ui/stars.tsx';
import { StatTile, StatTiles } from '#app/ui/stat-tile.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import type { Route } from './+types/course';
import { CourseThumbnail } from './course-card.tsx';
import { LessonPlayer } from './lesson-player.tsx';
import { UnpublishedNotice } from './unpublished-notice.tsx';

export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageMeta(
    loaderData?.course.title ?? 'Course',
    loaderData?.course.description.slice(0, 160) || 'A course with video lessons.',
  );

export const loader = ({ request, params, url, context }: Route.LoaderArgs) =>
  withErrorResponse(() => {
    const found = openCourse(context.get(actorContext), params.id);
    const zone = timeZoneOf(request);
    const lessons = found.modules.flatMap((module) =>
      module.lessons.map((lesson) => ({ module: module.id, ...lesson })),
    );
    const asked = url.searchParams.get('lesson');
    const { modules, priceMinor, creator, createdAt, updatedAt, ...course } = found;
    return {
      course: {
        ...course,
        price: priceMinor === null ? null : formatUsd(priceMinor),
        mustBuy: found.unpublication === null && courseOffer(context.get(actorContext), found.id) !== null,
        // Every account has a username. The fallback is for future imports.
        creator: creator.username || 'Unknown',
        created: formatInstantAsDate(createdAt, zone),
        updated: formatInstantAsDate(updatedAt, zone),
        lessonCount: lessons.length,
        duration: formatHoursAndMinutes(
          lessons.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
        ),
      },
      modules: modules.map(({ id, title, lessons: own }) => ({
        id,
        title,
        lessons: own.map((lesson) => ({
          id: lesson.id,
          title: lesson.title,
          minutes: formatMinutes(lesson.durationSeconds),
          isClosed: lesson.videoPath === null,
        })),
      })),
      selected:
        lessons.find(({ id }) => id === asked) ??
        lessons.find(({ module }) => module === modules[0]?.id) ??
        null,
      participation: participation(context.get(actorContext), found.id),
    };
  });

/** Redirects to the same page with a toast. */
const again =
  (message: string) =>
  (_: unknown, { params, url }: Submission) =>
    redirectWithToast(`/course/${encodeURIComponent(params.id ?? '')}${url.search}`, message);

export const action = intentAction({
  enrol: form({
    schema: z.object({}),
    perform: (_, { actor, params }) => enrol(actor, params.id ?? ''),
    outcome: again(ENROLLED),
  }),
  rate: form({
    schema: z.object({}),
    perform: (_, { actor, params, form: fields }) =>
      rateCourse(actor, params.id ?? '', { stars: fields.get('stars') ?? undefined }),
    outcome: again('Thank you for your rating!'),
  }),
});

export default function Course({ loaderData, actionData }: Route.ComponentProps) {
  const { course, modules, selected } = loaderData;
  return (
    <>
      <PageToast toast={actionData?.toast} />
      <PageHeader
        title={course.title}
        crumbs={[{ label: 'Courses', to: '/courses' }, { label: course.title }]}
      />
      <UnpublishedNotice unpublication={course.unpublication} />
      <ActionAlert answer={actionData} />
      <p dir="auto" className="course-description">
        {course.description}
      </p>
      <div className="my-6">
        <StatTiles>
          <StatTile label="Modules" value={modules.length} />
          <StatTile label="Lessons" value={course.lessonCount} />
          <StatTile label="Duration" value={course.duration} />
          <StatTile
            label="Created"
            value={<span className="whitespace-nowrap max-sm:text-lg">{course.created}</span>}
          />
        </StatTiles>
      </div>
      <div className="course-columns">
        <div className="grid min-w-0 content-start gap-6">
          {selected ? (
            <section aria-label="Lesson" id="lesson">
              {selected.videoPath === null ? (
                <ClosedLesson course={course} />
              ) : (
                <LessonPlayer
                  key={selected.id}
                  videoPath={selected.videoPath}
                  contentType={selected.contentType}
                  title={selected.title}
                  poster={course.thumbnail.path}
                />
              )}
              <h2 className="mt-4 text-xl">{selected.title}</h2>
              <p className="mt-1 flex flex-wrap gap-2">
                <Badge>{formatMinutes(selected.durationSeconds)}</Badge>
                <Badge tone="info">video</Badge>
                {course.mustBuy && selected.videoPath !== null && <Badge tone="success">Free preview</Badge>}
              </p>
            </section>
          ) : (
            course.lessonCount > 0 && (
              <Alert tone="info">Choose a lesson from the course content to watch it.</Alert>
            )
          )}
          <section aria-labelledby="content-heading">
            <h2 id="content-heading" className="mb-3 text-xl">
              Course Content
            </h2>
            <Content modules={modules} selected={selected} mustBuy={course.mustBuy} />
          </section>
        </div>
        <Sidebar {...loaderData} />
      </div>
    </>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

/** The modules, one of them open: the selected lesson's, or else the first. */
function Content({
  modules,
  selected,
  mustBuy,
}: Pick<Loaded, 'modules' | 'selected'> & { mustBuy: boolean }) {
  if (modules.length === 0) return <EmptyState title="No modules available in this course." />;
  const open = selected?.module ?? modules[0]?.id;
  return (
    <Accordion>
      {modules.map((module) => (
        <AccordionItem
          key={module.id}
          name="modules"
          title={module.title}
          open={module.id === open}
          extra={module.lessons.length === 1 ? '1 lesson' : `${module.lessons.length} lessons`}
        >
          {module.lessons.length === 0 ? (
            <p className="text-muted">No lessons in this module.</p>
          ) : (
            <ol className="lesson-list">
              {module.lessons.map((lesson) => (
                <li key={lesson.id}>
                  <Link
                    to={`?lesson=${lesson.id}`}
                    preventScrollReset
                    aria-current={lesson.id === selected?.id ? 'true' : undefined}
                  >
                    {lesson.isClosed ? <Lock aria-hidden="true" /> : <CirclePlay aria-hidden="true" />}
                    <span className="min-w-0 flex-1">
                      {lesson.title}
                      {lesson.isClosed && <span className="sr-only"> (closed until you buy the course)</span>}
                      {mustBuy && !lesson.isClosed && (
                        <span className="block">
                          <Badge tone="success">Free preview</Badge>
                        </span>
                      )}
                    </span>
                    <span className="text-sm text-muted">{lesson.minutes}</span>
                  </Link>
                </li>
              ))}
            </ol>
          )}
        </AccordionItem>
      ))}
    </Accordion>
  );
}

/** Shown instead of a lesson's video until the course is bought. */
const ClosedLesson = ({ course }: Pick<Loaded, 'course'>) => (
  <Card className="grid min-h-64 content-center justify-items-center gap-4 text-center">
    <Lock aria-hidden="true" className="size-8 text-muted" />
    <p>Buy the course once to watch all of its lessons.</p>
    <BuyButton course={course} />
  </Card>
);

const BuyButton = ({ course, block }: Pick<Loaded, 'course'> & { block?: boolean }) => (
  <ButtonLink to={`/course/${course.id}/purchase`} block={block}>
    Buy for {course.price}
  </ButtonLink>
);

function Sidebar({ course, participation: { enrolled, stars } }: Loaded) {
  const sending = useNavigation().formData?.get('intent');
  return (
    <aside className="grid content-start gap-5" aria-label="About this course">
      <Card flush className="overflow-hidden">
        <CourseThumbnail thumbnail={course.thumbnail} sizes="(width < 64rem) 92vw, 22rem" eager />
        <div className="grid gap-3 p-5">
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
            {course.price && <span className="price text-xl">{course.price}</span>}
            <Stars rating={course.rating}>
              <span className="text-muted">
                ({course.reviewCount === 1 ? '1 rating' : `${course.reviewCount} ratings`})
              </span>
            </Stars>
          </p>
          <p className="text-sm text-muted">
            {course.studentsEnrolled === 1 ? '1 student' : `${course.studentsEnrolled} students`} enrolled
          </p>
          {enrolled ? (
            <Form method="post" className="grid gap-3" preventScrollReset>
              <p>
                <Badge tone="success">Enrolled</Badge>
              </p>
              <input type="hidden" name="intent" value="rate" />
              <StarInput label="Your rating" name="stars" defaultValue={stars} />
              <SubmitButton variant="secondary" pending={sending === 'rate'} pendingText="Saving...">
                {stars === null ? 'Rate this course' : 'Change rating'}
              </SubmitButton>
            </Form>
          ) : course.mustBuy ? (
            <BuyButton course={course} block />
          ) : (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="enrol" />
              <SubmitButton block pending={sending === 'enrol'} pendingText="Enrolling...">
                Enrol in this course
              </SubmitButton>
            </Form>
          )}
        </div>
      </Card>
      <Card>
        <h2 className="mb-3 text-xl">Course Details</h2>
        <Facts
          facts={[
            ['Created by', <IdText key="creator">{course.creator}</IdText>],
            ['Created on', course.created],
            ['Last updated', course.updated],
            ['Version', course.version],
          ]}
        />
      </Card>
    </aside>
  );
}
