import { z } from 'zod';
import { proofSchema } from '#app/accounts/settings.schema.ts';
import { now } from '#app/shared/clock.server.ts';
import { parseCalendarDate } from '#app/shared/dates.ts';
import { line, optional } from '#app/shared/fields.ts';
import { pageSizeSchema } from '#app/shared/list-query.ts';
import { canonicalRange } from './address-ranges.server.ts';
import { NEVER_EXPIRES } from './api-token.server.ts';
import { SCOPES } from './scopes.ts';

const DAY_MS = 86_400_000;
const MOST_ADDRESSES = 20;
const EXPIRY_EXPECTED =
  'expiresAt must be a date such as 2027-11-01, or an instant such as 2027-11-01T09:30:00Z.';
const ADDRESS_EXPECTED =
  'addresses must be client addresses or ranges such as 192.0.2.0/24 or 2001:db8::/32.';

/** The instant at which a token ends: a date ends with its day in UTC. Returns null for other text. */
function endOf(text: string): number | null {
  if (parseCalendarDate(text) !== null) return Date.parse(text) + DAY_MS;
  return z.iso.datetime({ offset: true }).safeParse(text).success ? Date.parse(text) : null;
}

const expiresAt = optional(
  z
    .string(EXPIRY_EXPECTED)
    .max(40, EXPIRY_EXPECTED)
    .transform((text, context) => {
      const end = endOf(text.trim());
      if (end === null || end >= NEVER_EXPIRES)
        context.addIssue({ code: 'custom', message: EXPIRY_EXPECTED });
      else if (end <= now())
        context.addIssue({ code: 'custom', message: 'expiresAt must be in the future.' });
      return end ?? z.NEVER;
    }),
)
  .transform((end) => end ?? null)
  .meta({
    description: 'A date, which counts to its end in UTC, or an instant; without it the token never expires',
  });

const addresses = z
  .array(
    z
      .string(ADDRESS_EXPECTED)
      .max(50, ADDRESS_EXPECTED)
      .transform((text, context) => {
        const range = canonicalRange(text.trim());
        if (range === null) context.addIssue({ code: 'custom', message: ADDRESS_EXPECTED });
        return range ?? z.NEVER;
      }),
    ADDRESS_EXPECTED,
  )
  .max(MOST_ADDRESSES, `addresses must have at most ${MOST_ADDRESSES} entries.`);

const SCOPES_EXPECTED = `scopes must be a list of ${SCOPES.join(', ')}.`;

/** A new API token. `expiresAt` becomes ms UTC or null, `addresses` ranges in CIDR notation or null. */
export const apiTokenSchema = z.object({
  name: line('Token name', 80),
  scopes: z
    .array(z.enum(SCOPES, SCOPES_EXPECTED), SCOPES_EXPECTED)
    .min(1, 'Choose at least one scope.')
    .max(50, SCOPES_EXPECTED)
    .transform((scopes) => SCOPES.filter((scope) => scopes.includes(scope)))
    .meta({ description: 'What the token may do' }),
  expiresAt,
  addresses: addresses
    .nullish()
    .transform((ranges) => (ranges?.length ? ranges : null))
    .meta({ description: 'Client addresses and ranges (CIDR) that may use the token; without them all may' }),
  ...proofSchema.shape,
});

/** The same in a form, whose addresses are in one text. */
export const apiTokenFormSchema = apiTokenSchema.extend({
  addresses: z
    .string()
    .max(2_000, 'addresses is too long.')
    .optional()
    .transform((text) => text?.split(/[\s,]+/).filter(Boolean) ?? [])
    .pipe(addresses)
    .transform((ranges) => (ranges.length > 0 ? ranges : null)),
});

/** The query of the list of tokens. */
export const apiTokenListSchema = z.object({
  limit: pageSizeSchema,
  cursor: z.string().max(100, 'cursor is not valid.').optional(),
});
