import type { Batch } from '#app/batches/batch.server.ts';
import { formatList } from '#app/messages/format-numbers.ts';
import { durationInWords, parseDuration } from '#app/shared/durations.ts';
import { Badge } from '#app/ui/list-parts.tsx';
import { t } from '#messages';

const badgeTexts = () =>
  ({
    checking: { tone: 'neutral', label: t('batchBadge.checking') },
    ready: { tone: 'warning', label: t('batchBadge.ready') },
    vain: { tone: 'danger', label: t('batchBadge.nothingToIssue') },
    issuing: { tone: 'warning', label: t('batchBadge.issuing') },
    scheduled: { tone: 'warning', label: t('common.scheduled') },
    done: { tone: 'success', label: t('batchBadge.done') },
    cancelled: { tone: 'neutral', label: t('batchBadge.cancelled') },
  }) as const;

type Shown = Pick<Batch, 'status' | 'total' | 'failed'>;

export function BatchBadge({ status, total, failed }: Shown) {
  // A batch without a valid row does not wait for its start.
  const { tone, label } = badgeTexts()[status === 'ready' && failed === total ? 'vain' : status];
  return <Badge tone={tone}>{label}</Badge>;
}

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
