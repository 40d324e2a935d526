import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import compile from 'icu-minify/compile';
import { describe, expect, it } from 'vitest';
import { formatMessage } from '#app/messages/format-message.ts';
import { isolateValues } from '#app/messages/isolate.ts';
import { inLanguage, messageTexts, readerLanguage } from '#app/messages/reader-language.server.ts';
import { t } from '#messages';
import { messagesTwice, textsOutside, wrongNames, wrongTranslations } from '../../scripts/check-messages.ts';

describe('the reader’s language', () => {
  it('is English outside requests and mails', () => {
    expect(readerLanguage()).toBe('en');
    expect(t('page.skipToContent')).toBe('Skip to content');
  });

  it('is kept by each of many readers at once', async () => {
    const readers = Array.from({ length: 50 }, (_, index) => (index % 2 ? 'de' : 'ar'));
    const seen = await Promise.all(
      readers.map((language) =>
        inLanguage(language, async () => {
          await sleep(Math.random() * 10);
          const nested = inLanguage('fr', readerLanguage);
          return [readerLanguage(), nested];
        }),
      ),
    );
    expect(seen).toEqual(readers.map((language) => [language, 'fr']));
  });
});

describe('a message from right to left', () => {
  const values = {
    name: 'Ada (Oslo)',
    count: 3,
    url: 'https://a.example',
    id: '7K3M',
    link: (text: unknown) => text,
  };
  const say = (text: string) =>
    String(formatMessage(isolateValues(compile(text)), 'ar', values))
      .replaceAll('\u2068', '⟦')
      .replaceAll('\u2069', '⟧');

  it.each([
    ['a name', 'مرحبًا {name}،', 'مرحبًا ⟦Ada (Oslo)⟧،'],
    ['one that is the whole text', '{name}', '⟦Ada (Oslo)⟧'],
    ['one in an element', '<link>{name}</link>.', '⟦Ada (Oslo)⟧.'],
    ['one in a form of a plural', '{count, plural, few {# من {name}} other {}}', '3 من ⟦Ada (Oslo)⟧'],
    ['one in a form that is nothing else', '{count, plural, few {{name}} other {}}', '⟦Ada (Oslo)⟧'],
    ['one in a choice', '{id, select, 7K3M {{name}.} other {}}', '⟦Ada (Oslo)⟧.'],
    ['no number', '{count, number}. {count, plural, few {#} other {}}', '3. 3'],
    ['no address, which is copied', '{url}/verify?id={id}', 'https://a.example/verify?id=7K3M'],
    ['no address at the end', 'افتح {url}', 'افتح https://a.example'],
  ])('isolates %s', (_what, text, said) => {
    expect(say(text)).toBe(said);
  });

  it('begins from the right where it has values and no words', () => {
    // An isolate has no direction for the text around it, which is from left to right without a letter or mark.
    const undecided = Object.values(messageTexts('ar')).filter(
      (text) => /\{\w+\}/.test(text) && !/[\p{L}\u200f]/u.test(text.replaceAll(/\{\w+\}|<\/?\w+>/g, '')),
    );
    expect(undecided).toEqual([]);
  });

  it('isolates examples that begin with a number or a slash, whose parts would else change places', () => {
    const examples = /(?<![\w#]|© )\d+ [A-Za-z]{2,}|(?<![\w}.:/<])\/[a-z]|\d{4}-\d\d-\d\d/;
    const loose = Object.entries(messageTexts('ar')).filter(([, text]) =>
      examples.test(text.replaceAll(/\u2066[^\u2069]*\u2069/g, '')),
    );
    expect(loose).toEqual([]);
  });

  it('is so in Arabic, and in no other language', () => {
    const greet = () => t('compose.helloName', { name: 'Ada' });
    expect(inLanguage('ar', greet)).toContain('\u2068Ada\u2069');
    expect(['en', 'de', 'hi'].map((language) => inLanguage(language, greet)).join()).not.toMatch(
      /[\u2066-\u2069]/,
    );
  });
});

describe('the check of texts', () => {
  const page = (code: string) => textsOutside([{ path: 'app/new-folder/page.tsx', code }]);

  it.each([
    ['text of an element', 'const Page = () => <p>Hello there</p>;'],
    ['one word of an element', 'const Page = () => <b>Hello</b>;'],
    ['a label', 'const Page = () => <Field label="Name" />;'],
    ['an error', "const fail = () => { throw new AppError('conflict', 'This name is taken.'); };"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
    ['a text with a value', 'const greet = (name: string) => `Hello ${name}, welcome.`;'],
    ['a list of a mail', "const mail = { lines: ['Your account is approved.'] };"],
    ['a property', "const tabs = [{ label: 'Students' }];"],
    ['a choice of lower-case words', "const Page = () => <p>{isPaid ? 'yes' : ''}</p>;"],
    ['a word behind a condition', "const Page = () => <p>{isPaid && 'paid'}</p>;"],
    ['a text behind a value', "const Page = () => <p>{count + ' days left'}</p>;"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
    ['a word behind a value', 'const Page = () => <p>{`${count} files`}</p>;'],
    ['a conjunction', "const Page = () => <p>{names.join(' and ')}</p>;"],
    ['a label of lower-case words', "const Page = () => <Select options={[{ label: 'all courses' }]} />;"],
    ['an aria label', "const Page = () => <p aria-description={isOpen ? 'open' : ''} />;"],
    ['a placeholder', 'const Page = () => <input placeholder="mail or username" />;'],
    ['an error of a schema', "const schema = z.string({ error: 'is required' });"],
    ['one lower-case word of a message', "const done = () => ({ message: 'saved' });"],
    ['one word of an error', "const fail = () => { throw new AppError('conflict', 'taken'); };"],
    ['one word of a mail', "const mail = { subject: 'welcome' };"],
    ['one lower-case word of an attribute', 'const Page = () => <Field hint="optional" />;'],
    ['alternative text', 'const Page = () => <img alt="Portrait" />;'],
    ['a text with an address', "const help = 'url must be like https://example.org/hooks.';"],
    ['a description for people', "const description = 'Explains what this does.';"],
    ['the header of a file', "const HEADER = ['Enrolled At'];"],
    ['a text that begins with a number', "const text = count === 1 ? '1 certificate' : '';"],
    ['the HTML of a mail', 'const html = \'<p class="a">Welcome</p>\';'],
    ['a word before a value', "const text = 'Hello ' + name;"],
    ['a title that a script sets', "document.title = 'Orders';"],
    ['a status that a script sets', "setStatus('Copied');"],
    ['a text that is put into the page', "element.append('Some text');"],
    ['a property with an aria label', "const props = { 'aria-label': 'close' };"],
    ['an error by a choice', "const fail = () => { throw conflict(isTaken ? 'taken' : text); };"],
    ['the message of a check', "const schema = z.string().min(1, 'is required');"],
    ['a chosen message of a check', "const schema = z.string().min(1, isNew ? 'is required' : undefined);"],
    ['the message of a check by a function', "const schema = z.string({ error: () => 'required' });"],
  ])('finds %s', (_what, code) => {
    expect(page(code)).toEqual([expect.stringContaining('app/new-folder/page.tsx:1 has a text')]);
  });

  it.each([
    ['a message', "const Page = () => <p>{t('page.skipToContent')}</p>;"],
    ['classes', 'const Page = () => <p className="mt-4 flex gap-2" id="Main" />;'],
    ['an import', "import { thing } from './Some thing.ts';"],
    ['SQL', 'const rows = () => prepare("select id from users where name = ?");'],
    ['a comparison', "const isJson = (type: string) => type === 'Application json';"],
    ['a path', "const to = '/admin/issued-certificates';"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
    ['a path on the page', 'const Page = () => <code>{`${path}/checkpoint`}</code>;'],
    ['a choice of classes', "const Page = () => <p className={isOpen ? 'open' : 'shut'} />;"],
    ['HTML without texts', 'const html = \'<p class="a">Certrace</p>\';'],
    ['an address', "const url = 'https://example.org/hooks';"],
    ['a check without a message', 'const schema = z.string().regex(/^[a-z]+$/).max(40);'],
    ['a header', "const headers = { 'Content-Security-Policy': \"default-src 'none'; img-src 'self'\" };"],
    ['a choice of technical words', "const Page = () => <Badge tone={isOpen ? 'success' : 'warning'} />;"],
  ])('passes %s', (_what, code) => {
    expect(page(code)).toEqual([]);
  });

  it('finds the messages of answers where the API is described', () => {
    const call = (code: string) => textsOutside([{ path: 'app/routes/api/v1/new-call.ts', code }]);
    const error = "const fail = () => { throw new AppError('conflict', 'This name is taken.'); };";
    expect(call(error)).toHaveLength(1);
    expect(call("const done = () => ({ message: 'saved' });")).toHaveLength(1);
    expect(call("const call = { summary: 'Lists the courses of an issuer.' };")).toEqual([]);
    expect(
      call("const HELP = 'since must be a date.';\nconst since = z.string().max(40, HELP);"),
    ).toHaveLength(1);
  });

  it('finds names without a message, messages without a use, and names that are not written out', () => {
    const code =
      "import { t } from '#messages';\nconst a = () => t('page.missing');\nconst b = () => t(name);";
    expect(wrongNames([{ path: 'app/page.tsx', code }], { 'page.unused': 'Unused' })).toEqual([
      'app/page.tsx: messages/en.json has no message page.missing',
      expect.stringContaining('must be written out'),
      'messages/en.json: page.unused is not used',
    ]);
  });
});

describe('the check of a language', () => {
  const english = {
    greeting: 'Hello {name}',
    courses: '{count, plural, one {# course} other {# courses}}',
    contact: 'Write to <link>us</link>.',
    bought: '{count, plural, one {{name} bought a course} other {{name} bought # courses}}',
  };
  const arabic = '{count, plural, zero {# a} one {# a} two {# a} few {# a} many {# a} other {# a}}';

  it('passes the same placeholders in another order', () => {
    const bought =
      '{count, plural, zero {{name}} one {{name}} two {{name}} few {{name} #} many {{name} #} other {{name} #}}';
    const texts = { greeting: '{name}، أهلا', courses: arabic, contact: '<link>a</link>', bought };
    expect(wrongTranslations('ar', texts, english)).toEqual([]);
  });

  it.each(['it', 'ca', 'cs', 'ja'])('passes the plural forms that counts have in %s', (language) => {
    const forms = { it: ['one', 'other'], ca: ['one', 'other'], cs: ['one', 'few', 'other'] }[language] ?? [
      'other',
    ];
    const courses = `{count, plural, ${forms.map((form) => `${form} {# a}`).join(' ')}}`;
    const bought = `{count, plural, ${forms.map((form) => `${form} {{name} # a}`).join(' ')}}`;
    expect(wrongTranslations(language, { ...english, courses, bought }, english)).toEqual([]);
  });

  it('finds a form for several counts that does not say which', () => {
    // French says 'one' of none, too.
    const wrong = (courses: string) => {
      const bought = '{count, plural, one {{name} #} other {{name} #}}';
      return wrongTranslations('fr', { ...english, courses, bought }, english);
    };
    expect(wrong('{count, plural, one {1 cours} other {# cours}}')).toEqual([
      'messages/fr.json: courses lacks the number in the plural form one',
    ]);
    expect(wrong('{count, plural, one {# cours} other {cours}}')).toHaveLength(1);
    expect(wrong('{count, plural, =1 {un cours} one {# cours} other {# cours}}')).toEqual([]);
  });

  it.each([
    ['a missing message', { greeting: undefined }, 'greeting is missing'],
    ['another placeholder', { greeting: 'Hallo {nam}' }, 'greeting has {nam: string | number}'],
    ['no placeholder', { greeting: 'Hallo' }, 'greeting has no placeholder'],
    ['a missing element', { contact: 'Write' }, 'contact has no placeholder'],
    [
      'a missing plural form',
      { courses: '{count, plural, other {# a}}' },
      'courses lacks the plural forms one',
    ],
    [
      'a placeholder that a form lacks',
      { bought: '{count, plural, one {Ein Kurs gekauft} other {{name} hat # Kurse gekauft}}' },
      'bought lacks {name} in one of its forms',
    ],
    ['a broken message', { greeting: 'Hallo {name' }, 'greeting is not valid'],
    ['an empty message', { contact: ' ' }, 'contact is empty'],
    ['a message of its own', { other: 'x' }, 'other does not exist in English'],
  ])('finds %s', (_what, change, problem) => {
    const texts = JSON.parse(JSON.stringify({ ...english, ...change }));
    expect(wrongTranslations('de', texts, english)).toContainEqual(expect.stringContaining(problem));
  });
});

it('two messages with the same text in every language are found', () => {
  const english = { 'a.save': 'Save', 'b.save': 'Save', 'c.keep': 'Save' };
  const german = { 'a.save': 'Speichern', 'b.save': 'Speichern', 'c.keep': 'Behalten' };
  expect(messagesTwice([english, german])).toEqual([expect.stringMatching(/^a\.save, b\.save say the same/)]);
});

describe('the words of docs/glossary.md', () => {
  const glossary = readFileSync('docs/glossary.md', 'utf8').split('## For translators')[0] as string;
  /** Longest first, so that a label within another one does not break it. */
  const fixed = [...glossary.matchAll(/^> (.*)$/gm)]
    .flatMap(([, line]) => (line as string).split(' ·'))
    .map((label) => label.trim())
    .filter((label) => label)
    .toSorted((a, b) => b.length - a.length);
  const refused = [...glossary.matchAll(/^\| [\w ,;-]+ \|.*\| (.+) \|$/gm)]
    .flatMap(([, words]) => (words as string).split(', '))
    .filter((word) => word !== 'not');
  const quoted = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const anyOf = (words: string[], flags: string) =>
    new RegExp(`(?<![\\w/-])(?:${words.map(quoted).join('|')})(?![\\w-])`, flags);
  const fixedLabel = new RegExp(`(?<![\\w])(?:${fixed.map(quoted).join('|')})(?![\\w])`, 'g');
  /** What people read of a message, without what is promised letter for letter. */
  const own = (text: string) =>
    text.replaceAll(fixedLabel, '–').replaceAll(/<[^>]*>|\{[^{}]*\}|“[^”]*”/g, '');

  const OTHER_MEANING = /e?mail|address|signature|links/i;
  const otherWords = (texts: Record<string, string>) =>
    Object.entries(texts)
      .map(([name, text]) => [name, anyOf(refused, 'i').exec(own(text))?.[0]])
      .filter(
        ([name, word]) => word && !(/^verif/i.test(word) && OTHER_MEANING.test(texts[name as string] ?? '')),
      );

  /** Names, and what files print or programs read. */
  const NAME =
    /^(?:Admin|American|Certrace|Express|Google|Japanese|Letter|LinkedIn|Excel|Open|Badges|Super)\b/;
  const PRINTED = /^(?:(?:baseTexts|learnersCsv|drawing|compose|readCsv)\.|library\.(?:certificate|name))/;
  const isLabel = (text: string) => !/[.!?:…”][’”]? | · |[.!?:]$/.test(text.trim());
  const otherCase = (texts: Record<string, string>) =>
    Object.entries(texts)
      .filter(([name, text]) => isLabel(text) && !PRINTED.test(name))
      .filter(([, text]) =>
        own(text)
          .trim()
          .split(/\s+/)
          .slice(1)
          .some((word) => /^[A-Z][a-z]/.test(word) && !NAME.test(word)),
      )
      .map(([name, text]) => [name, text]);

  it('are the only ones for what they mean', () => {
    expect(refused.length).toBeGreaterThan(15);
    expect(otherWords(messageTexts('en'))).toEqual([]);
  });

  it('stand in sentence case, except in fixed labels', () => {
    expect(otherCase(messageTexts('en'))).toEqual([]);
  });

  it('are told from other words and other cases', () => {
    expect(
      otherWords({
        'a.a': 'Sign in to verify it.',
        'a.b': 'Verify your email',
        'a.c': 'Pay to Verify',
        'a.d': 'You can verify a certificate.',
        'a.e': 'Log in. The login is short.',
        'a.f': 'The courses of your institution',
      }),
    ).toEqual([
      ['a.a', 'Sign in'],
      ['a.d', 'verify'],
      ['a.f', 'institution'],
    ]);
    expect(
      otherCase({ 'a.a': 'Save Name', 'a.b': 'Save name', 'a.c': 'Go to Services', 'a.d': 'Create Course' }),
    ).toEqual([['a.a', 'Save Name']]);
  });
});
