import { BookOpen, ImageOff, Users } from 'lucide';
import { Link, useLocation } from 'react-router';
import { categoryLabel } from '#app/courses/categories.ts';
import type { Thumbnail } from '#app/courses/course.server.ts';
import { Stars } from '#app/ui/figures.tsx';
import { Alert, Card, Icon, IdText, PathLink, rich } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { CourseCardData } from './course-card-data.ts';

type CourseThumbnailProps = {
  thumbnail: Thumbnail | null;
  /** The `sizes` attribute. */
  sizes: string;
  /** Whether to load the picture eagerly, as for the first ones on a page. */
  eager?: boolean;
};

/** A course's picture, cropped to 16:9. It is decorative. */
export function CourseThumbnail({ thumbnail, sizes, eager }: CourseThumbnailProps) {
  if (!thumbnail) {
    return (
      <span className="course-picture grid place-items-center text-muted">
        <Icon of={ImageOff} />
      </span>
    );
  }
  return (
    <img
      className="course-picture"
      src={thumbnail.path}
      srcSet={thumbnail.srcSet}
      sizes={sizes}
      width={thumbnail.width}
      height={thumbnail.height}
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
    />
  );
}

type CourseCardProps = {
  course: CourseCardData;
  view: 'grid' | 'list';
  eager?: boolean;
  /** Target of the button. */
  to: string;
};

/** A card of 'Available Courses', as a tile or a row. */
export function CourseCard({ course, view, eager, to }: CourseCardProps) {
  const { title, description, category, price, rating, studentsEnrolled, moduleCount } = course;
  return (
    <Card flush className="course-card" data-view={view}>
      <div className="relative">
        <CourseThumbnail
          thumbnail={course.thumbnail}
          sizes={view === 'grid' ? '(width < 40rem) 92vw, 22rem' : '(width < 40rem) 92vw, 16rem'}
          eager={eager}
        />
        {price && <span className="course-price price">{price}</span>}
      </div>
      <div className="course-card-body">
        <p className="eyebrow">{categoryLabel(category)}</p>
        <h2 className="text-lg font-semibold">{title}</h2>
        <p dir="auto" className="line-clamp-3 text-sm text-muted">
          {description}
        </p>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
          <Stars rating={rating}>
            <span>
              {t('page.inBrackets', { text: t('courseCard.students', { count: studentsEnrolled }) })}
            </span>
          </Stars>
          <span className="inline-flex items-center gap-1.5">
            <Icon of={BookOpen} className="size-4" />
            {t('courseCard.modules', { count: moduleCount })}
          </span>
        </p>
        <PathLink href={to} className="button card-link" data-variant="primary" data-size="small">
          {rich('courseCard.viewCourseTitle', { title: <span className="sr-only">: {title}</span> })}
        </PathLink>
      </div>
    </Card>
  );
}

/** A card of 'Explore Our Courses'. */
export function ExploreCard({ course, eager, to }: Omit<CourseCardProps, 'view'>) {
  const { title, creator, category, rating, reviewCount } = course;
  return (
    <Card flush className="course-card" data-view="grid">
      <CourseThumbnail thumbnail={course.thumbnail} sizes="(width < 40rem) 92vw, 22rem" eager={eager} />
      <div className="course-card-body">
        <p className="eyebrow">{categoryLabel(category)}</p>
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="inline-flex items-center gap-1.5 text-sm text-muted">
          <Icon of={Users} className="size-4" />
          <IdText>{creator}</IdText>
        </p>
        <p>
          <Stars rating={rating}>
            <span className="text-muted">
              {t('page.inBrackets', { text: t('courseCard.reviews', { count: reviewCount }) })}
            </span>
          </Stars>
        </p>
        <PathLink href={to} className="button card-link" data-variant="secondary" data-size="small">
          {rich('courseCard.knowMoreTitle', { title: <span className="sr-only">: {title}</span> })}
        </PathLink>
      </div>
    </Card>
  );
}

/** Explains that the courses below are samples. */
export function SampleNotice() {
  const { pathname, search } = useLocation();
  return (
    <div className="mb-5">
      <Alert tone="error" title={t('sampleNotice.theCatalogueCouldNotBeLoaded')}>
        {rich('sampleNotice.theseAreSampleCourses', {
          link: (text) => (
            <Link to={pathname + search} className="link" preventScrollReset replace>
              {text}
            </Link>
          ),
        })}
      </Alert>
    </div>
  );
}
