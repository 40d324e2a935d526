import { t } from '#messages';

/** The categories that the catalogue offers, as they are stored. A course may have another. */
export const CATEGORIES = ['Frontend', 'Backend', 'Mobile', 'Database'] as const;

/** The category of courses without one, as queries name it. */
export const NO_CATEGORY = 'Other';

const labels = (): Record<string, string> => ({
  Frontend: t('courseCategories.frontend'),
  Backend: t('courseCategories.backend'),
  Mobile: t('courseCategories.mobile'),
  Database: t('courseCategories.database'),
  [NO_CATEGORY]: t('common.other'),
});

/** A category in the reader's language. Others than the offered ones stay as their authors wrote them. */
export const categoryLabel = (category: string): string => labels()[category] ?? category;
