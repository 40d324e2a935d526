import { expect, it } from 'vitest';
import { pictureTooLarge } from '#app/designs/design-form.ts';
import { andChooseSmaller } from '#app/files/media/texts.ts';
import { writeMail } from '#app/mail/compose.server.ts';
import { courseRemovedMail } from '#app/mail/course-mails.server.ts';
import { languages } from '#app/messages/catalogs.server.ts';
import { inLanguage } from '#app/messages/reader-language.server.ts';

it.each(languages())('the sentence before what to do with a large picture ends once (%s)', (language) => {
  const text = inLanguage(language, andChooseSmaller(pictureTooLarge));
  expect(text).toMatch(/[.。।]/);
  expect(text).not.toMatch(/[.。।]{2}/);
});

it.each([
  ['en', 'Reason: spam'],
  ['fr', 'Motif\u202f: spam'],
  ['zh-Hans', '原因：spam'],
])('a mail as text labels its facts with the colon of its language (%s)', (language, fact) => {
  const author = { name: 'Samir Haddad', email: 'samir@haddad.example' };
  const mail = courseRemovedMail(author, 'Distributed Systems', 'spam');
  const { text } = inLanguage(language, () => writeMail(mail));
  expect(text.split('\n')).toContain(fact);
});
