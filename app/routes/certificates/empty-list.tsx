import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';

/** An empty list: no rows yet, or none that match the search. */
export function EmptyList({
  title,
  text,
  filtered,
  all,
}: {
  title: string;
  text: string;
  filtered: boolean;
  all: string;
}) {
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
