import { expect, it } from 'vitest';
import { mailboxOf } from '#app/accounts/rate-limits.server.ts';
import { plainName } from '#app/mail/compose.server.ts';

it.each([
  ['Zoë Müller', 'Zoë Müller'],
  ['Dr.Müller', 'Dr. Müller'],
  ['Prof.Smith', 'Prof. Smith'],
  ["St. Mary's College, Ltd.", "St. Mary's College, Ltd."],
  ['J.R.R. Tolkien', 'J. R. R. Tolkien'],
  ['Visit https://evil.example/x now', 'Visit now'],
  ['javascript://x.y click', 'click'],
  ['Call www.evil.example', 'Call'],
  ['Win at evil.example today', 'Win at today'],
  ['Win at evil.example/path?a=b today', 'Win at today'],
  ['Win at t.co/abc today', 'Win at today'],
  ['Win at x.de today', 'Win at x. de today'],
  ['Write to me@evil.example', 'Write to'],
  ['Öffne evil。example', 'Öffne'],
  ['https://evil.example', 'student'],
  ['…!', 'student'],
  ['x'.repeat(200), `${'x'.repeat(59)}…`],
  ['x'.repeat(60), 'x'.repeat(60)],
  [`Zoë ${'👩‍👩‍👧'.repeat(30)}`, `Zoë ${'👩‍👩‍👧'.repeat(6)}…`],
  ['نور الهدى', 'نور الهدى'],
])('%s becomes %s', (name, shown) => {
  expect(plainName(name, 'student')).toBe(shown);
  expect(plainName(name, 'student').length).toBeLessThanOrEqual(60);
});

it.each([
  ['Anna@People.example', 'anna@people.example'],
  ['anna+1@people.example', 'anna@people.example'],
  ['anna+1+2@people.example', 'anna@people.example'],
  ['+1@people.example', '+1@people.example'],
  ['a.n.n.a+x@gmail.com', 'anna@gmail.com'],
  ['anna@googlemail.com', 'anna@gmail.com'],
  ['a.nna@people.example', 'a.nna@people.example'],
])('the mailbox of %s is %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox));
