import type { Batch } from '#app/batches/batch.server.ts';
import { formatList } from '#app/messages/format-numbers.ts';
import { durationInWords, parseDuration } from '#app/shared/durations.ts';
import { t } from '#messages';

/** Most designs to name. Further ones are counted. */
const MOST_NAMED = 5;

const nameOf = ({ name }: Batch['designs'][number]) => name ?? t('common.standard');

/** Names of a batch's designs, for display. */
export function designNames({ designs }: Pick<Batch, 'designs'>): string {
  const names = [...new Set(designs.map(nameOf))];
  const more = names.length - MOST_NAMED;
  return more > 0
    ? t('batchDesigns.namesAndMoreMore', { names: formatList(names.slice(0, MOST_NAMED)), more })
    : formatList(names);
}

/** How long the designs of a batch make certificates valid, in words. Null if no design has a validity. */
export function designValidity({ designs }: Pick<Batch, 'designs'>): string | null {
  const timed = designs.flatMap((design) => {
    const duration = design.expiresAfter && parseDuration(design.expiresAfter);
    return duration ? [{ name: nameOf(design), words: durationInWords(duration) }] : [];
  });
  if (timed.length === 0) return null;
  const [first] = timed;
  const all =
    designs.length === 1
      ? first?.words
      : formatList(timed.map(({ name, words }) => t('page.labelValue', { label: name, value: words })));
  return t('batchDesigns.allAfterTheIssueDate', { all: all ?? '' });
}
