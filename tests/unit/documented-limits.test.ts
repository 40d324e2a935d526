import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AT_ONCE, LIMITS, type LimitName } from '#app/accounts/rate-limits.server.ts';

/** The row of docs/product.md, Rate limits, that states each limit. */
const REQUESTS: Record<LimitName | keyof typeof AT_ONCE, string> = {
  login: 'login',
  register: 'registration',
  'forgot-password': 'password reset',
  'registration-mail': 'registration mails',
  'verification-mail': 'new verification mails',
  'consent-mails': 'mails that ask a holder for consent',
  'holder-links': 'links for holders',
  'password-changes': 'password changes',
  'name-changes': 'name changes',
  invitations: 'invitations of members',
  'look-ups': 'certificate look-ups',
  authentications: 'checks of files',
  'passkey-challenges': 'requests for a passkey',
  payments: 'payments',
  coupons: 'wrong coupon codes',
  messages: 'contact and support messages',
  'certificate-mails': 'repeated messages about certificates',
  'certificate-mails-to-one': 'repeated messages about certificates to one student',
  receipts: 'receipts, credit notes and statements as PDF',
  'keyed-calls': 'calls with an Idempotency-Key',
  'data-copies': 'copies of the data of an account',
  'design-previews': 'previews of designs',
  'design-pictures': 'logos and signatures of designs',
  uploads: 'uploads',
  exports: 'exports: CSV files and ZIPs',
};

/** Rows of limits that are not in LIMITS, because each has a counter of its own. */
const OF_OTHER_COUNTERS = ['acts that the audit trail records', 'enrolments in courses'];

const section = /## Rate limits\n(.*?)\n## /s.exec(readFileSync('docs/product.md', 'utf8'))?.[1] ?? '';
const rows = new Map(
  [...section.matchAll(/^\| (.+?) \| (.+?) \|$/gm)].slice(1).map(([, request, limit]) => [request, limit]),
);

const PERIODS: Record<number, string> = {
  60: 'per minute',
  180: 'per 3 minutes',
  3600: 'per hour',
  86400: 'per day',
};

describe('docs/product.md, Rate limits', () => {
  it.each(Object.entries(LIMITS))('states %s', (name, { points, seconds }) => {
    expect(rows.get(REQUESTS[name as LimitName])).toMatch(
      new RegExp(`^${points} ${PERIODS[seconds]}(?! \\w+ minute)\\b`),
    );
  });

  it('states what may run at once', () => {
    expect(rows.get(REQUESTS.uploads)).toBe(`${AT_ONCE.uploads.perHolder} at once`);
    const { perHolder, inAll, forFirst } = AT_ONCE.exports;
    expect(rows.get(REQUESTS.exports)).toContain(
      `${perHolder} at once, and ${inAll} for all accounts together; ${forFirst} more for accounts without a running export`,
    );
  });

  it('states no other limit', () => {
    expect([...rows.keys()].sort()).toEqual(
      [...new Set([...Object.values(REQUESTS), ...OF_OTHER_COUNTERS])].sort(),
    );
  });
});
