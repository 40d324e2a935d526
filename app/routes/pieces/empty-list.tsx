import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';

/** Shown instead of an empty list: no rows yet, no matches, or no matches among the newest entries. */
export function EmptyList({
  title,
  text,
  filtered,
  all,
  more = false,
  hint = 'The beginning of a word is enough, in a name, an email, a course or an ID.',
}: {
  title: string;
  text: string;
  filtered: boolean;
  all: string;
  /** Whether older entries remain to be searched. */
  more?: boolean;
  /** What a search finds. */
  hint?: string;
}) {
  if (more) {
    return (
      <EmptyState title="Nothing found among the newest entries">
        Few entries match this search. Load more to search older entries.
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
      No entries match your search. {hint}
    </EmptyState>
  ) : (
    <EmptyState title={title}>{text}</EmptyState>
  );
}
