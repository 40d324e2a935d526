import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AT_ONCE, LIMITS, type LimitName } from '#app/accounts/rate-limits.server.ts';
import { MOST_UNCONFIRMED } from '#app/accounts/register.server.ts';
import { MOST_OF_USER } from '#app/audit/record-act.server.ts';
import { MOST_TIMES } from '#app/server/edge/request-cap.server.ts';

/** The row of docs/product.md, Rate limits, that states each limit. */
const REQUESTS: Record<LimitName | keyof typeof AT_ONCE, string> = {
  register: 'registration',
  'forgot-password': 'password reset',
  'registration-mail': 'registration mails',
  'verification-mail': 'new verification mails',
  'consent-mails': 'mails that ask a holder for consent',
  'holder-links': 'links for holders',
  'password-changes': 'password changes',
  'name-changes': 'requested names of organisations',
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
  'design-previews': 'previews and checks of designs, and drafts of certificates',
  'design-pictures': 'logos and signatures of designs',
  photographs: 'photographs of holders',
  uploads: 'uploads',
  exports: 'exports: CSV files and ZIPs',
};

/** Rows of limits that are not in LIMITS, because each has a counter of its own. */
const OF_OTHER_COUNTERS = [
  'acts that the audit trail records',
  'enrolments in courses',
  'registrations that nobody confirms',
  'requests',
];

const section = /## Rate limits\n(.*?)\n## /s.exec(readFileSync('docs/product.md', 'utf8'))?.[1] ?? '';
const rows = new Map(
  [...section.matchAll(/^\| (.+?) \| (.+?) \| (.+?) \| (.+?) \|$/gm)]
    .slice(1)
    .map(([, request, limit, per, counts]) => [request, { limit, per, counts }]),
);

const PERIODS: Record<number, string> = {
  60: 'per minute',
  180: 'per 3 minutes',
  3600: 'per hour',
  86400: 'per day',
};
const PERS = {
  account: 'account',
  organisation: 'organisation',
  address: 'client address',
  mailbox: 'email address',
};

describe('docs/product.md, Rate limits', () => {
  it.each(Object.entries(LIMITS))('states %s and per what it counts', (name, { seconds, ...rule }) => {
    const uses = Object.entries(PERS).flatMap(([per, words]) => {
      const most = (rule as Record<string, number>)[per];
      return most === undefined ? [] : [{ limit: `${most} ${PERIODS[seconds]}`, words }];
    });
    expect(rows.get(REQUESTS[name as LimitName])).toEqual({
      limit: uses.map(({ limit }) => limit).join('; '),
      per: uses.map(({ words }) => words).join('; '),
      counts: expect.stringMatching(/\w/),
    });
  });

  it('gives organisations at least three times as much as a member', () => {
    for (const rule of Object.values(LIMITS))
      if ('organisation' in rule) expect(rule.organisation).toBeGreaterThanOrEqual(3 * rule.account);
  });

  it('states what may run at once', () => {
    for (const name of ['uploads', 'exports'] as const) {
      const { perHolder, perGroup } = AT_ONCE[name];
      expect(rows.get(REQUESTS[name])).toMatchObject({
        limit: `${perHolder} at once; ${perGroup} at once`,
        per: 'account; organisation',
      });
    }
    const { inAll, forFirst } = AT_ONCE.exports;
    expect(rows.get(REQUESTS.exports)?.counts).toContain(
      `${inAll} for all accounts together, and ${forFirst} more for accounts without a running export`,
    );
  });

  it('states the limits that have a counter of their own', () => {
    const limitOf = (request: string) => rows.get(request)?.limit;
    expect(limitOf('registrations that nobody confirms')).toBe(`${MOST_UNCONFIRMED} per day`);
    expect(limitOf('acts that the audit trail records')).toBe(`${MOST_OF_USER} per day (UTC)`);
    expect(limitOf('requests')).toContain(`at most ${MOST_TIMES * 1_000}`);
  });

  it('states no other limit', () => {
    expect([...rows.keys()].sort()).toEqual(
      [...new Set([...Object.values(REQUESTS), ...OF_OTHER_COUNTERS])].sort(),
    );
  });
});
