import { Link } from 'react-router';
import type { FoundLesson } from '#app/courses/lessons/search-lessons.server.ts';
import { Badge } from '#app/ui/badge.tsx';
import { SearchBox } from '#app/ui/search-box.tsx';
import { FOUND_LINE } from './transcript.tsx';

const PLACES: Record<FoundLesson['foundIn'], string> = {
  title: 'Title',
  text: 'Text',
  transcript: 'Transcript',
};

type LessonSearchProps = { q: string; found: FoundLesson[] | null; lessonId: string | undefined };

/** The search of a course with its results. */
export const LessonSearch = ({ q, found, lessonId }: LessonSearchProps) => (
  <div className="mb-4 grid gap-3">
    <SearchBox label="Search the lessons" placeholder="Search titles, texts and transcripts" defaultValue={q}>
      {lessonId && <input type="hidden" name="lesson" value={lessonId} />}
    </SearchBox>
    {found && (
      <section aria-label="Search results">
        <p role="status" className="text-muted">
          {found.length === 0 && `No lesson has “${q}”.`}
          {found.length === 1 && '1 lesson found.'}
          {found.length > 1 && `${found.length} lessons found.`}
        </p>
        <ol className="lesson-list">
          {found.map(({ id, title, foundIn }) => (
            <li key={id}>
              <Link
                to={`?${new URLSearchParams({ q, lesson: id })}#${foundIn === 'transcript' ? FOUND_LINE : 'lesson'}`}
                aria-current={id === lessonId ? 'true' : undefined}
              >
                <span className="min-w-0 flex-1">{title}</span>
                <Badge>{PLACES[foundIn]}</Badge>
              </Link>
            </li>
          ))}
        </ol>
      </section>
    )}
  </div>
);
