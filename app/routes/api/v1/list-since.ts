import { z } from 'zod';
import { optional } from '#app/shared/fields.ts';
import { t } from '#messages';

const help = () => t('listSince.sinceMustBeADateOrAnInstant', { example: '2026-03-01T09:30:00Z' });

/** The parameter of lists that leaves out older entries. */
export const sinceSchema = z.object({
  since: optional(
    z
      .string({ error: help })
      .max(40, { error: help })
      .transform((text, context) => {
        const isKnown =
          z.iso.date().safeParse(text).success || z.iso.datetime({ offset: true }).safeParse(text).success;
        if (isKnown) return Date.parse(text);
        context.addIssue({ code: 'custom', message: help() });
        return z.NEVER;
      }),
  ).meta({
    description: 'Leaves out what is older than this date (UTC) or instant. What has no time yet stays',
  }),
});

/** The field of a list's entries with their time. */
export type Since = {
  /** The name of the list in the response, such as `batch.rows`. Empty for a response that is the list. */
  list: string;
  at: string;
  /** Whether the list is in the order of this time, newest first. Its pages end with the first entry that is too old. */
  inOrder: boolean;
};

type Entry = Record<string, unknown>;

/** Leaves the entries before `since` (ms UTC) out of a response. Those without a time stay. */
export function entriesSince(body: unknown, { list, at, inOrder }: Since, since: number): unknown {
  const [outer, ...inner] = list.split('.');
  if (outer && inner.length > 0) {
    const found = entriesSince(
      Reflect.get(body as object, outer),
      { list: inner.join('.'), at, inOrder },
      since,
    );
    return { ...(body as object), [outer]: found };
  }
  const isNew = (entry: Entry) => entry[at] === null || Date.parse(String(entry[at])) >= since;
  if (list === '') return (body as Entry[]).filter(isNew);
  const all = (body as Record<string, Entry[]>)[list] ?? [];
  const kept = all.filter(isNew);
  const ended = inOrder && kept.length < all.length;
  return { ...(body as object), [list]: kept, ...(ended && { nextCursor: null }) };
}
