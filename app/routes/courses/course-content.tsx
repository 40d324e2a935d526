import { CirclePlay, FileText, ListChecks, Lock } from 'lucide';
import { Link } from 'react-router';
import { Accordion, AccordionItem } from '#app/ui/accordion.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { t } from '#messages';
import type { Route } from './+types/course';
import { LessonStateBadge } from './lesson-marks.tsx';

const ICONS = { video: CirclePlay, text: FileText, quiz: ListChecks };

type Loaded = Route.ComponentProps['loaderData'];

/** The course's modules, one of them open: the selected lesson's, or else the first. */
export function CourseContent({
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
                    to={`?lesson=${lesson.id}`}
                    preventScrollReset
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
                    {lesson.state !== null && lesson.state !== 'new' && (
                      <LessonStateBadge state={lesson.state} />
                    )}
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
