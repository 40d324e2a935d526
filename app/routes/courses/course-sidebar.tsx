import { Lock } from 'lucide';
import { useNavigation } from 'react-router';
import { Form } from '#app/routes/owned-form.tsx';
import { StarInput, Stars } from '#app/ui/figures.tsx';
import { Badge, Facts } from '#app/ui/list-parts.tsx';
import { ButtonLink, Card, Icon, IdText, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/course';
import { CourseThumbnail } from './course-card.tsx';
import { CourseContent } from './course-content.tsx';

type Loaded = Route.ComponentProps['loaderData'];

/** Shown instead of a lesson until the course is bought, or the lesson before is done. */
export const ClosedLesson = ({
  course,
  opensAfter,
}: Pick<Loaded, 'course'> & { opensAfter: string | null | undefined }) => (
  <Card className="grid min-h-64 content-center justify-items-center gap-4 text-center">
    <Icon of={Lock} className="size-8 text-muted" />
    {opensAfter && !course.mustBuy ? (
      <p>{t('courseSidebar.thisLessonOpensWhenOpensafterIsDone', { opensAfter })}</p>
    ) : (
      <>
        <p>{t('courseSidebar.buyTheCourseOnceToWatch')}</p>
        <BuyButton course={course} />
      </>
    )}
  </Card>
);

const BuyButton = ({ course, block }: Pick<Loaded, 'course'> & { block?: boolean }) => (
  <ButtonLink to={`/course/${course.id}/purchase`} block={block}>
    {t('courseSidebar.buyForPrice', { price: course.price ?? '' })}
  </ButtonLink>
);

/** The way into the course, which stays in sight. */
function Enrol({ course }: Pick<Loaded, 'course'>) {
  const sending = useNavigation().formData?.get('intent');
  if (course.mustBuy) return <BuyButton course={course} block />;
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="enrol" />
      <SubmitButton block pending={sending === 'enrol'} pendingText={t('courseSidebar.enrolling')}>
        {t('common.enrolInThisCourse')}
      </SubmitButton>
    </Form>
  );
}

function Rating({ stars }: Pick<Loaded['participation'], 'stars'>) {
  const sending = useNavigation().formData?.get('intent');
  return (
    <Form method="post" className="grid gap-3" preventScrollReset>
      <p>
        <Badge tone="success">{t('courseSidebar.enrolled')}</Badge>
      </p>
      <input type="hidden" name="intent" value="rate" />
      <StarInput label={t('courseSidebar.yourRating')} name="stars" defaultValue={stars} />
      <SubmitButton variant="secondary" pending={sending === 'rate'} pendingText={t('common.saving')}>
        {stars === null ? t('courseSidebar.rateThisCourse') : t('courseSidebar.changeRating')}
      </SubmitButton>
    </Form>
  );
}

/** What completes the course, and the draft of the certificate for it. */
const Completion = ({
  completion,
  draft,
  courseId,
}: Pick<Loaded, 'completion' | 'draft'> & { courseId: string }) => (
  <Card className="grid gap-3">
    <h2 className="text-xl">{t('common.completion')}</h2>
    {completion.map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
    {draft && (
      <>
        <img
          src={`/course/${courseId}/draft/480.png`}
          srcSet={`/course/${courseId}/draft/480.png 480w, /course/${courseId}/draft/960.png 960w`}
          sizes="(width < 64rem) 84vw, 19rem"
          {...draft.size}
          loading="lazy"
          className="certificate-image"
          alt={t('draft.draftOfTheCertificateOfStudentForCourse', draft)}
        />
        <p className="text-sm text-muted">{t('draft.aDraftHasNoIdAndCannotBeLookedUp')}</p>
      </>
    )}
  </Card>
);

/** Enrolment, lessons, price and rating, and facts about the course. */
export function CourseSidebar(loaded: Loaded) {
  const { course, completion, draft, participation } = loaded;
  const sending = useNavigation().formData?.get('intent');
  return (
    <aside className="grid content-start gap-5" aria-label={t('courseSidebar.aboutThisCourse')}>
      {!participation.enrolled && (
        <div className="course-enrol">
          <Enrol course={course} />
        </div>
      )}
      <CourseContent {...loaded} />
      <Completion completion={completion} draft={draft} courseId={course.id} />
      <Card flush className="overflow-hidden">
        <CourseThumbnail thumbnail={course.thumbnail} sizes="(width < 64rem) 92vw, 22rem" />
        <div className="grid gap-3 p-5">
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
            {course.price && <span className="price text-xl">{course.price}</span>}
            <Stars rating={course.rating}>
              <span className="text-muted">
                {t('page.inBrackets', {
                  text: t('courseSidebar.reviewcountRatings', { reviewCount: course.reviewCount }),
                })}
              </span>
            </Stars>
          </p>
          <p className="text-sm text-muted">
            {t('courseSidebar.studentsEnrolled', { count: course.studentsEnrolled })}
          </p>
          {participation.enrolled && <Rating stars={participation.stars} />}
        </div>
      </Card>
      {participation.enrolled && (
        <Card>
          <Form method="post" className="grid gap-3">
            <p className="text-sm text-muted">{t('courseSidebar.theAuthorNoLongerSeesYourProgress')}</p>
            <input type="hidden" name="intent" value="leave" />
            <SubmitButton
              variant="secondary"
              pending={sending === 'leave'}
              pendingText={t('courseSidebar.leaving')}
            >
              {t('courseSidebar.leaveCourse')}
            </SubmitButton>
          </Form>
        </Card>
      )}
      <Card>
        <h2 className="mb-3 text-xl">{t('courseSidebar.courseDetails')}</h2>
        <Facts
          facts={[
            [t('common.createdBy'), <IdText key="creator">{course.creator}</IdText>],
            [t('courseSidebar.createdOn'), course.created],
            [t('courseSidebar.lastUpdated'), course.updated],
            [t('courseSidebar.version'), course.version],
          ]}
        />
      </Card>
    </aside>
  );
}
