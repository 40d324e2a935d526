import { pictureOf } from '#app/certificates/field-pictures.server.ts';
import type { FrozenField } from '#app/certificates/own-fields.ts';
import { pictureUrl } from '#app/routes/pieces/pictures.server.ts';
import { timeZoneOf } from '#app/server/session/context.server.ts';
import { formatInstant } from '#app/shared/format-instants.ts';
import type { Trace } from '#app/verification/tracing/trace-certificate.server.ts';
import type { OwnValue } from './own-texts.ts';

type Field = Pick<FrozenField, 'name' | 'kind' | 'value'> & Partial<Pick<FrozenField, 'visibility'>>;

function toShown(issuerId: string, { name, kind, value, visibility }: Field): OwnValue[] {
  const shown = { name, kind, ...(visibility?.length === 0 && { isForIssuer: true as const }) };
  if (kind !== 'picture') return [{ ...shown, value }];
  const bytes = pictureOf(issuerId, String(value));
  return bytes ? [{ ...shown, value: pictureUrl(bytes, 'image/jpeg') }] : [];
}

/**
 * The values of own fields that a page shows. Photographs are within the page, so that who sees them is decided once, with the page.
 * @param fields those that the reader of the page sees
 */
export const ownValues = (issuerId: string, fields: readonly Field[]): OwnValue[] =>
  fields.flatMap((field) => toShown(issuerId, field));

/** A history with times formatted for the viewer. */
export const shownTrace = (request: Request, trace: Trace) => ({
  ...trace,
  events: {
    ...trace.events,
    rows: trace.events.rows.map(({ at, ...event }) => ({
      ...event,
      time: formatInstant(at, timeZoneOf(request)),
    })),
  },
});
