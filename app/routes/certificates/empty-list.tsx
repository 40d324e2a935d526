import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';

/** An empty list: no rows yet, none that match the search, or none among the newest that were read. */
export function EmptyList({
  title,
  text,
  filtered,
  all,
  more = false,
}: {
  title: string;
  text: string;
  filtered: boolean;
  all: string;
  /** Whether older entries were not looked at yet. */
  more?: boolean;
}) {
  if (more) {
    return (
      <EmptyState title="Nothing found among the newest entries">
        Few entries match this search. Load more to look among older ones.
      </EmptyState>
    );
  }
  return filtered ? (
    <EmptyState
      title="Nothing found"
      action={
        <ButtonLink to={all} variant="secondary">
          Show all
        </ButtonLink>
      }
    >
      No entry matches this search. Beginnings of words are enough: part of a name, an email, a course or an
      ID.
    </EmptyState>
  ) : (
    <EmptyState title={title}>{text}</EmptyState>
  );
}
