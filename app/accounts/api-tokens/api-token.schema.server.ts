import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import { proofSchema } from '#app/accounts/account.schema.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { parseCalendarDate } from '#app/shared/dates.ts';
import { aboutTwoMeanings, line, optional } from '#app/shared/fields.ts';
import { canonicalAddress } from '#app/shared/ip-address.server.ts';
import { pageSizeSchema } from '#app/shared/list-query.ts';
import { onlyMeaning } from '#app/shared/lists/written-dates.ts';
import { t } from '#messages';
import { NEVER_EXPIRES } from './api-token.server.ts';
import { SCOPES } from './scopes.ts';

type Range = { base: string; family: 'ipv4' | 'ipv6'; prefix: number };

/** Reads a client address or a range in CIDR notation (RFC 4632, RFC 4291 section 2.3). Returns null for other text. */
function parseRange(text: string): Range | null {
  const [, address = '', digits] = /^([0-9a-f.:]{2,45})(?:\/(0|[1-9]\d{0,2}))?$/i.exec(text) ?? [];
  const base = canonicalAddress(address);
  const version = isIP(base);
  if (version === 0) return null;
  const bits = version === 4 ? 32 : 128;
  // An IPv4 address mapped into IPv6 is an IPv4 address here, whose prefix would mean something else.
  if (digits !== undefined && version === 4 && address.includes(':')) return null;
  const prefix = digits === undefined ? bits : Number(digits);
  return prefix > bits ? null : { base, family: version === 4 ? 'ipv4' : 'ipv6', prefix };
}

/** The written form of an address or range, or null for other text. */
function canonicalRange(text: string): string | null {
  const range = parseRange(text);
  return range && `${range.base}/${range.prefix}`;
}

/** Whether a client address is within one of the ranges. A range of one version has no addresses of the other. */
export function isWithin(address: string, ranges: readonly string[]): boolean {
  const canonical = canonicalAddress(address);
  const version = isIP(canonical);
  if (version === 0) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  for (const text of ranges) {
    const range = parseRange(text);
    // A BlockList counts IPv4 addresses as mapped into IPv6, so that ::/64 would have all of them.
    if (range?.family === family) list.addSubnet(range.base, range.prefix, family);
  }
  return list.check(canonical, family);
}

const DAY_MS = 86_400_000;
const MOST_ADDRESSES = 20;
const expiryExpected = () => t('apiToken.expiresatMustBeADateSuch');
const addressExpected = () => t('apiToken.addressesMustBeClientAddresses');

/** The instant at which a token ends: a date ends with its day in UTC. Returns null for other text. */
function endOf(text: string): number | null {
  if (parseCalendarDate(text) !== null) return Date.parse(text) + DAY_MS;
  return z.iso.datetime({ offset: true }).safeParse(text).success ? Date.parse(text) : null;
}

const expiresAt = optional(
  z
    .string({ error: expiryExpected })
    .max(40, { error: expiryExpected })
    .transform((text, context) => {
      const end = endOf(text.trim());
      if (end === null || end >= NEVER_EXPIRES)
        context.addIssue({
          code: 'custom',
          message: aboutTwoMeanings('expiresAt', text) ?? expiryExpected(),
        });
      else if (end <= now())
        context.addIssue({ code: 'custom', message: t('apiToken.expiresatMustBeInTheFuture') });
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
      .string({ error: addressExpected })
      .max(50, { error: addressExpected })
      .transform((text, context) => {
        const range = canonicalRange(text.trim());
        if (range === null) context.addIssue({ code: 'custom', message: addressExpected() });
        return range ?? z.NEVER;
      }),
    { error: addressExpected },
  )
  .max(MOST_ADDRESSES, {
    error: () => t('apiToken.addressesMustHaveAtMostMostaddressesEntries', { mostAddresses: MOST_ADDRESSES }),
  });

const scopesExpected = () => t('apiToken.scopesMustBeAListOfScopes', { scopes: SCOPES.join(', ') });

/** A new API token. `expiresAt` becomes ms UTC or null, `addresses` ranges in CIDR notation or null. */
export const apiTokenSchema = z.object({
  name: line(() => t('common.tokenName'), 80),
  scopes: z
    .array(z.enum(SCOPES, { error: scopesExpected }), { error: scopesExpected })
    .min(1, { error: () => t('apiToken.chooseAtLeastOneScope') })
    .max(50, { error: scopesExpected })
    .transform((scopes) => SCOPES.filter((scope) => scopes.includes(scope)))
    .meta({ description: 'What the token may do' }),
  expiresAt,
  addresses: addresses
    .nullish()
    .transform((ranges) => (ranges?.length ? ranges : null))
    .meta({ description: 'Client addresses and ranges (CIDR) that may use the token; without them all may' }),
  ...proofSchema.shape,
});

/** The same in a form, whose addresses are in one text, and whose date is written as people write it. */
export const apiTokenFormSchema = apiTokenSchema.extend({
  expiresAt: z.preprocess(
    (text) => (typeof text === 'string' && endOf(text) === null && onlyMeaning(text)) || text,
    expiresAt,
  ),
  addresses: z
    .string()
    .max(2_000, { error: () => t('apiToken.addressesIsTooLong') })
    .optional()
    .transform((text) => text?.split(/[\s,]+/).filter(Boolean) ?? [])
    .pipe(addresses)
    .transform((ranges) => (ranges.length > 0 ? ranges : null)),
});

/** The query of the list of tokens. */
export const apiTokenListSchema = z.object({
  limit: pageSizeSchema,
  cursor: z
    .string()
    .max(100, { error: () => t('common.cursorIsNotValid') })
    .optional(),
});
