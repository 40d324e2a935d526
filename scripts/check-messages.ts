import { globSync, readFileSync } from 'node:fs';
import { ENGLISH, languages, messageTexts } from '#app/messages/reader-language.server.ts';
import { type Placeholders, placeholdersOf, pluralsOf, shownAlways } from './message-types.ts';
import { callsWhileLoading, isAnswer, textsInCode } from './texts-in-code.ts';

const OPERATOR = 'the operator reads it in the log or on the command line';
/** What such files answer to people, such as the message of an error, is checked nevertheless. */
const API = 'the description of the API, which is English';
const NAMES = 'names in Unicode, which nobody reads';
const SQL = 'statements of SQL';
const PROTOCOL = 'a part of a protocol';
const CREDENTIAL = 'the text of a signed credential, which is the same for all readers';

/** Where texts may stand in the code, outside messages/, by the beginning of the path, with the reason. */
const TEXTS_ALLOWED: Record<string, string> = {
  'app/accounts/common-password': 'passwords',
  'app/accounts/create-super-admin.server.ts': OPERATOR,
  'app/accounts/list-audit.server.ts': SQL,
  'app/accounts/name-twins.server.ts': NAMES,
  'app/accounts/passwords.server.ts': 'it is hashed',
  'app/accounts/second-factor/codes.server.ts': 'the purpose of a key',
  'app/audit/check-audit.server.ts': OPERATOR,
  'app/certificates/certificates-by-day.server.ts': SQL,
  'app/certificates/issuer-dashboard.server.ts': SQL,
  'app/certificates/scheduled/problems.server.ts': SQL,
  'app/config/': OPERATOR,
  'app/courses/captions/caption-text.ts': PROTOCOL,
  'app/shared/decode-text.ts': PROTOCOL,
  'app/courses/captions/captions-of.server.ts': PROTOCOL,
  'app/courses/categories.ts': 'categories as they are stored',
  'app/courses/learners/list-learners.server.ts': SQL,
  'app/credentials/badge-fields.server.ts': CREDENTIAL,
  'app/credentials/badge.server.ts': CREDENTIAL,
  'app/credentials/issuer-keys.server.ts': OPERATOR,
  'app/credentials/new-origin.server.ts': OPERATOR,
  'app/credentials/request-timestamp.server.ts': OPERATOR,
  'app/credentials/timestamp-token.server.ts': OPERATOR,
  'app/drawing/built-in-': 'the layout `standard`, which is English',
  'app/drawing/tagging/': 'the syntax of PDF',
  'app/entry.server.tsx': 'the beginning of HTML',
  'app/files/convert/': OPERATOR,
  'app/files/images/background/': 'the syntax of PDF',
  'app/files/images/strip/': 'the decoder, which runs apart and reads no messages',
  'app/log/catch-up.server.ts': OPERATOR,
  'app/log/check-log.server.ts': OPERATOR,
  'app/log/log-key.server.ts': 'the name of a derived key',
  'app/operations/check-': OPERATOR,
  'app/operations/check-records.server.ts': OPERATOR,
  'app/operations/site-status.server.ts': OPERATOR,
  'app/operations/site-metrics.server.ts': OPERATOR,
  'app/operations/restore-backup.server.ts': OPERATOR,
  'app/operations/scheduled-backups.server.ts': OPERATOR,
  'app/operations/sealed-keys.server.ts': OPERATOR,
  'app/operations/security-txt.server.ts': PROTOCOL,
  'app/operations/unpack-backup.server.ts': OPERATOR,
  'app/operations/write-backup.server.ts': OPERATOR,
  'app/privacy/erasure/erase-certificate.server.ts': SQL,
  'app/processes/': OPERATOR,
  'app/routes/api/': API,
  'app/routes/mcp/': 'texts for programs, which are English as the API is',
  'app/routes/site/api-': API,
  'app/routes/site/try-call.tsx': API,
  'app/routes/system/ready.ts': OPERATOR,
  'app/sample/': 'the texts of the people in the demo',
  'app/server/edge/checks.server.ts': PROTOCOL,
  'app/server/edge/same-site.server.ts': PROTOCOL,
  'app/server/sockets/': PROTOCOL,
  'app/shared/error-codes.ts': API,
  'app/shared/exported-markdown.server.ts': 'names of sites',
  'app/shared/fields.ts': API,
  'app/shared/full-text-search.ts': 'the language of searches',
  'app/shared/invisible-characters.ts': NAMES,
  'app/shared/log.server.ts': OPERATOR,
  'app/start/': OPERATOR,
  'app/verification/tracing/trace-certificate.server.ts': 'the name of a choice in the code',
};

/** Checks that all texts for people are in messages/, and that the messages of all languages fit the code and each other. */

type Source = { path: string; code: string };

const USE = /(?<![\w.$])(?:t|rich)\(\s*'([\w.]+)'/g;
const USE_BY_OTHER_NAME = /(?<![\w.$\\^])(?:t|rich)\(\s*(?!['\s)])/;

/** The entry of TEXTS_ALLOWED for a file: the longest that begins its path. */
const allowance = (path: string) =>
  Object.keys(TEXTS_ALLOWED)
    .filter((beginning) => path.startsWith(beginning))
    .toSorted((a, b) => b.length - a.length)[0];

export function textsOutside(sources: Source[]): string[] {
  return sources.flatMap(({ path, code }) => {
    const allowed = TEXTS_ALLOWED[allowance(path) ?? ''];
    if (allowed !== undefined && allowed !== API) return [];
    return textsInCode(path, code)
      .filter((found) => allowed === undefined || isAnswer(found))
      .map(({ line, text }) => `${path}:${line} has a text outside messages/: ${text}`);
  });
}

/** Messages without a use, and uses without a message. */
export function wrongNames(sources: Source[], texts: Readonly<Record<string, string>>): string[] {
  const used = new Set<string>();
  const problems: string[] = [];
  for (const { path, code } of sources) {
    for (const [, name = ''] of code.matchAll(USE)) {
      used.add(name);
      if (!(name in texts)) problems.push(`${path}: messages/${ENGLISH}.json has no message ${name}`);
    }
    for (const line of callsWhileLoading(path, code)) {
      problems.push(`${path}:${line} makes a text while the module loads, when there is no reader`);
    }
    if (code.includes("'#messages'") && USE_BY_OTHER_NAME.test(code)) {
      problems.push(`${path}: the name of a message must be written out, or its script has no text for it`);
    }
  }
  const unused = Object.keys(texts).filter((name) => !used.has(name));
  return [...problems, ...unused.map((name) => `messages/${ENGLISH}.json: ${name} is not used`)];
}

const described = ({ values, elements }: Placeholders) =>
  [...[...values].map(([name, type]) => `{${name}: ${type}}`), ...[...elements].map((name) => `<${name}>`)]
    .toSorted()
    .join(' ');

const COUNTS = Array.from({ length: 1_000 }, (_, count) => count);

/** The plural forms that a language has for counts. Romance languages have `many` for millions, and Czech for fractions. */
function formsForCounts(language: string): Set<string> {
  const rules = new Intl.PluralRules(language);
  return new Set(['other', ...COUNTS.map((count) => rules.select(count))]);
}

/** Plural forms that a language has and a message lacks. */
function missingForms(text: string, needed: Set<string>): string[] {
  const plurals = [...text.matchAll(/\{\w+, plural,((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}/g)];
  return plurals.flatMap(([, forms = '']) =>
    [...needed].filter((form) => !new RegExp(`\\b${form} \\{`).test(forms)),
  );
}

/** What English shows in all forms of a message, such as a name, and a form of the language leaves out. */
function lackingPlaceholders(text: string, original: string): string[] {
  // `count2` has the number that `count` shows as text.
  const numbers = new Set(
    pluralsOf(text).flatMap(({ name }) => [`{${name}}`, `{${name.replace(/2$/, '')}}`]),
  );
  const shown = new Set(shownAlways(text));
  return shownAlways(original).filter((name) => !shown.has(name) && !numbers.has(name));
}

/**
 * Plural forms that leave out the number although they stand for several, and English shows it: French `one` is for 0, too. A form
 * such as `=1 {…}` needs no number.
 */
function formsWithoutNumber(language: string, text: string, original: string): string[] {
  const rules = new Intl.PluralRules(language);
  const shown = new Set(
    pluralsOf(original).flatMap(({ name, form, showsNumber }) =>
      form === 'other' && showsNumber ? [name] : [],
    ),
  );
  const plurals = pluralsOf(text);
  const exact = new Set(plurals.map(({ form }) => form));
  return plurals
    .filter(({ name, form, showsNumber }) => {
      if (showsNumber || !shown.has(name)) return false;
      const counts = COUNTS.filter((count) => rules.select(count) === form && !exact.has(`=${count}`));
      return counts.length > 1;
    })
    .map(({ form }) => form);
}

/** Missing and superfluous messages of a language, and those whose placeholders differ from the English. */
export function wrongTranslations(
  language: string,
  texts: Readonly<Record<string, string>>,
  english: Readonly<Record<string, string>>,
): string[] {
  const file = `messages/${language}.json`;
  const forms = formsForCounts(language);
  const missing = Object.keys(english).filter((name) => !(name in texts));
  const extra = Object.keys(texts).filter((name) => !(name in english));
  const filled = Object.entries(texts).flatMap(([name, text]) => {
    const original = english[name];
    if (original === undefined) return [];
    try {
      const [has, needs] = [described(placeholdersOf(text)), described(placeholdersOf(original))];
      const lacking = missingForms(text, forms);
      const absent = has === needs ? lackingPlaceholders(text, original) : [];
      const numberless = formsWithoutNumber(language, text, original);
      return [
        ...(has === needs
          ? []
          : [`${file}: ${name} has ${has || 'no placeholder'}, English has ${needs || 'none'}`]),
        ...(lacking.length === 0 ? [] : [`${file}: ${name} lacks the plural forms ${lacking.join(', ')}`]),
        ...(absent.length === 0 ? [] : [`${file}: ${name} lacks ${absent.join(', ')} in one of its forms`]),
        ...(numberless.length === 0
          ? []
          : [`${file}: ${name} lacks the number in the plural form ${numberless.join(', ')}`]),
        ...(text.trim() === '' && original.trim() !== '' ? [`${file}: ${name} is empty`] : []),
      ];
    } catch (error) {
      return [`${file}: ${name} is not valid: ${error instanceof Error ? error.message : error}`];
    }
  });
  return [
    ...missing.map((name) => `${file}: ${name} is missing`),
    ...extra.map((name) => `${file}: ${name} does not exist in English`),
    ...filled,
  ];
}

const readSources = (): Source[] =>
  globSync('app/**/*.{ts,tsx}')
    .toSorted()
    .map((path) => ({ path, code: readFileSync(path, 'utf8') }));

/** Messages that say the same in every language, so that one of them is enough. */
export function messagesTwice(catalogs: Readonly<Record<string, string>>[]): string[] {
  const names = Object.keys(catalogs[0] ?? {});
  const byTexts = Map.groupBy(names, (name) => JSON.stringify(catalogs.map((texts) => texts[name])));
  return [...byTexts.values()]
    .filter(({ length }) => length > 1)
    .map((same) => `${same.join(', ')} say the same in every language: one key is enough, such as common.…`);
}

/** Everything that is wrong with the texts of the project, by file. */
export function problemsOfMessages(sources = readSources()): string[] {
  const english = messageTexts(ENGLISH);
  return [
    ...messagesTwice(languages().map(messageTexts)),
    ...textsOutside(sources),
    ...wrongNames(sources, english),
    ...languages().flatMap((language) => wrongTranslations(language, messageTexts(language), english)),
  ];
}

if (import.meta.main) {
  const problems = problemsOfMessages();
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
