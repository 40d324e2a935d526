import { Link } from 'react-router';
import type { FoundLesson } from '#app/courses/lessons/search-lessons.server.ts';
import { Badge } from '#app/ui/badge.tsx';
import { SearchBox } from '#app/ui/search-box.tsx';
import { t } from '#messages';
import { FOUND_LINE } from './transcript.tsx';

const places = (): Record<FoundLesson['foundIn'], string> => ({
  title: t('common.title'),
  text: t('common.text'),
  transcript: t('common.transcript'),
});

type LessonSearchProps = { q: string; found: FoundLesson[] | null; lessonId: string | undefined };

/** The search of a course with its results. */
export const LessonSearch = ({ q, found, lessonId }: LessonSearchProps) => (
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
