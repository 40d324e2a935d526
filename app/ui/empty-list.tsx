import { t } from '#messages';
import { ButtonLink } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

/** Shown instead of an empty list: no rows yet, no matches, or no matches among the newest entries. */
export function EmptyList({
  title,
  text,
  filtered,
  all,
  more = false,
  hint = t('emptyList.theBeginningOfAWordIsEnough'),
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
      <EmptyState title={t('emptyList.nothingFoundAmongTheNewestEntries')}>
        {t('emptyList.fewEntriesMatchThisSearch')}
      </EmptyState>
    );
  }
  return filtered ? (
    <EmptyState
      title={t('emptyList.nothingFound')}
      action={
        <ButtonLink to={all} variant="secondary">
          {t('emptyList.showAll')}
        </ButtonLink>
      }
    >
      {t('emptyList.noEntriesMatchYourSearchHint', { hint })}
    </EmptyState>
  ) : (
    <EmptyState title={title}>{text}</EmptyState>
  );
}
