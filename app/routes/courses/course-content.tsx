import { CircleCheck, CirclePlay, FileText, ListChecks, Lock } from 'lucide';
import { Link } from 'react-router';
import type { FoundLesson } from '#app/courses/lessons/search-lessons.server.ts';
import { Accordion, AccordionItem } from '#app/ui/accordion.tsx';
import { Badge, EmptyState } from '#app/ui/list-parts.tsx';
import { Icon } from '#app/ui/page.tsx';
import { SearchBox } from '#app/ui/search-box.tsx';
import { t } from '#messages';
import type { Route } from './+types/course';
import { LessonStateBadge } from './lesson-marks.tsx';
import { FOUND_LINE } from './transcript.tsx';

const ICONS = { video: CirclePlay, text: FileText, quiz: ListChecks };

type Loaded = Route.ComponentProps['loaderData'];

/** What the course contains, with a search. */
export const CourseContent = ({ course, modules, selected, search }: Loaded) => (
  <section aria-labelledby="content-heading">
    <h2 id="content-heading" className="mb-3 text-xl">
      {t('course.courseContent')}
    </h2>
    {course.lessonCount > 0 && <LessonSearch {...search} lessonId={selected?.id} />}
    <Modules modules={modules} selected={selected} mustBuy={course.mustBuy} />
  </section>
);

/** The course's modules, one of them open: the selected lesson's, or else the first. */
function Modules({
  modules,
  selected,
  mustBuy,
}: Pick<Loaded, 'modules' | 'selected'> & { mustBuy: boolean }) {
  if (modules.length === 0) return <EmptyState title={t('courseContent.noModulesAvailableInThisCourse')} />;
  const open = selected?.module ?? modules[0]?.id;
  return (
    <Accordion>
      {modules.map((module) => (
        <AccordionItem
          key={module.id}
          name="modules"
          title={module.title}
          open={module.id === open}
          extra={t('common.countLessons', { count: module.lessons.length })}
        >
          {module.lessons.length === 0 ? (
            <p className="text-muted">{t('common.noLessonsInThisModule')}</p>
          ) : (
            <ol className="lesson-list">
              {module.lessons.map((lesson) => (
                <li key={lesson.id}>
                  <Link
                    to={`?lesson=${lesson.id}#lesson`}
                    aria-current={lesson.id === selected?.id ? 'true' : undefined}
                  >
                    <Icon of={lesson.isClosed ? Lock : ICONS[lesson.type]} />
                    <span className="min-w-0 flex-1 basis-36">
                      {lesson.title}
                      {lesson.isClosed && (
                        <span className="sr-only">
                          {' '}
                          {lesson.opensAfter === null
                            ? t('courseContent.closedUntilYouBuy')
                            : t('courseContent.opensWhenTheLessonBeforeIsDone')}
                        </span>
                      )}
                      {mustBuy && !lesson.isClosed && (
                        <span className="block">
                          <Badge tone="success">{t('common.freePreview')}</Badge>
                        </span>
                      )}
                    </span>
                    {lesson.state === 'begun' && <LessonStateBadge state="begun" />}
                    <span className="text-sm text-muted">{lesson.minutes}</span>
                    {lesson.state === 'done' && (
                      <>
                        <Icon of={CircleCheck} className="text-success" />
                        <span className="sr-only">{t('lessonMarks.done')}</span>
                      </>
                    )}
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

const places = (): Record<FoundLesson['foundIn'], string> => ({
  title: t('common.title'),
  text: t('common.text'),
  transcript: t('common.transcript'),
});

type LessonSearchProps = { q: string; found: FoundLesson[] | null; lessonId: string | undefined };

/** The search of a course with its results. */
const LessonSearch = ({ q, found, lessonId }: LessonSearchProps) => (
  <div className="mb-4 grid gap-3">
    <SearchBox
      label={t('lessonSearch.searchTheLessons')}
      placeholder={t('lessonSearch.searchTitlesTextsAndTranscripts')}
      defaultValue={q}
    >
      {lessonId && <input type="hidden" name="lesson" value={lessonId} />}
    </SearchBox>
    {found && (
      <section className="grid gap-2" aria-label={t('lessonSearch.searchResults')}>
        <p role="status" className="text-muted">
          {found.length === 0
            ? t('lessonSearch.noLessonHasQ', { q })
            : t('lessonSearch.lessonsFound', { count: found.length })}
        </p>
        <ol className="lesson-list">
          {found.map(({ id, title, foundIn }) => (
            <li key={id}>
              <Link
                to={`?${new URLSearchParams({ q, lesson: id })}#${foundIn === 'transcript' ? FOUND_LINE : 'lesson'}`}
                aria-current={id === lessonId ? 'true' : undefined}
              >
                <span className="min-w-0 flex-1">{title}</span>
                <Badge>{places()[foundIn]}</Badge>
              </Link>
            </li>
          ))}
        </ol>
      </section>
    )}
  </div>
);
