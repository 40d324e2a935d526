import { Lock } from 'lucide';
import { Form, useNavigation } from 'react-router';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { IdText } from '#app/ui/id-text.tsx';
import { StarInput, Stars } from '#app/ui/stars.tsx';
import type { Route } from './+types/course';
import { CourseThumbnail } from './course-card.tsx';

type Loaded = Route.ComponentProps['loaderData'];

/** Shown instead of a lesson until the course is bought, or the lesson before is done. */
export const ClosedLesson = ({
  course,
  opensAfter,
}: Pick<Loaded, 'course'> & { opensAfter: string | null | undefined }) => (
  <Card className="grid min-h-64 content-center justify-items-center gap-4 text-center">
    <Icon of={Lock} className="size-8 text-muted" />
    {opensAfter && !course.mustBuy ? (
      <p>{`This lesson opens when '${opensAfter}' is done.`}</p>
    ) : (
      <>
        <p>Buy the course once to watch all of its lessons.</p>
        <BuyButton course={course} />
      </>
    )}
  </Card>
);

const BuyButton = ({ course, block }: Pick<Loaded, 'course'> & { block?: boolean }) => (
  <ButtonLink to={`/course/${course.id}/purchase`} block={block}>
    Buy for {course.price}
  </ButtonLink>
);

/** Price, rating and enrolment, and facts about the course. */
export function CourseSidebar({ course, completion, participation: { enrolled, stars } }: Loaded) {
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
      {enrolled && (
        <Card>
          <Form method="post" className="grid gap-3">
            <p className="text-sm text-muted">
              The author no longer sees your progress. You keep it, with your attempts, if you enrol again. A
              certificate for the course stays valid.
            </p>
            <input type="hidden" name="intent" value="leave" />
            <SubmitButton variant="secondary" pending={sending === 'leave'} pendingText="Leaving...">
              Leave course
            </SubmitButton>
          </Form>
        </Card>
      )}
      <Card className="grid gap-3">
        <h2 className="text-xl">Completion</h2>
        {completion.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
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
