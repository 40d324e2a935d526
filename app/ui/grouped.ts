import type { DayGroup } from '#app/shared/zoned-dates.ts';
import { t } from '#messages';

const ORDER: DayGroup[] = ['today', 'yesterday', 'earlier'];

const headings = (): Record<DayGroup, string> => ({
  today: t('grouped.today'),
  yesterday: t('grouped.yesterday'),
  earlier: t('grouped.earlier'),
});

/** Splits rows by day, with a heading for each group. Leaves out empty groups. */
export const grouped = <Row extends { group: DayGroup }>(rows: readonly Row[]) =>
  ORDER.map((group) => ({
    heading: headings()[group],
    rows: rows.filter((row) => row.group === group),
  })).filter((group) => group.rows.length > 0);
