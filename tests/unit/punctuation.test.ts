import { expect, it } from 'vitest';
import { pictureTooLarge } from '#app/designs/design-form.ts';
import { andChooseSmaller } from '#app/files/media/texts.ts';
import { writeMail } from '#app/mail/compose.server.ts';
import { courseRemovedMail } from '#app/mail/course-mails.server.ts';
import { operatorAlertMail } from '#app/mail/site-mails.server.ts';
import { inLanguage, languages, messageTexts } from '#app/messages/reader-language.server.ts';
import { t } from '#messages';

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

it.each([
  ['en', 'The backup failed (localhost:3000)'],
  ['zh-Hans', '备份失败（localhost:3000）'],
])('the subject of an alert has the brackets of its language (%s)', (language, subject) => {
  const title = () => t('alerts.theBackupFailed');
  const mail = operatorAlertMail('ops@example.org', title, () => 'ENOSPC', title);
  expect(inLanguage(language, () => writeMail(mail)).subject).toBe(subject);
});

it.each([
  [
    'punctuation of Latin texts beside a Chinese character',
    /\p{sc=Han}[,;:!?]|\p{sc=Han}\.(?!\w)|[,;:!?]\p{sc=Han}/u,
  ],
  ['Latin brackets around a value or a Chinese word', /\([^()]*(?:\}|\p{sc=Han})\)/u],
  ['no space between Chinese and Latin words', /\p{sc=Han}[A-Za-z0-9]|[A-Za-z0-9%]\p{sc=Han}/u],
  ['a space beside full-width punctuation', / [。，；：！？、（）]|[。，；：！？、（）] /u],
  ['the familiar form of address', /你/u],
])('no Chinese text has %s', (_, fault) => {
  const texts = Object.entries(messageTexts('zh-Hans')).map(([name, text]) => [
    name,
    text.replaceAll(/<\/?\w+>/g, ''),
  ]);
  expect(texts.filter(([, text = '']) => fault.test(text))).toEqual([]);
});
