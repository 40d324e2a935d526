/**
 * Finds left and right in styles, which must follow the direction of the text: `margin-inline-start` and `ms-4` instead of
 * `margin-left` and `ml-4`. Drawn files and mails have coordinates of their own.
 */
import { globSync, readFileSync } from 'node:fs';

type Source = { path: string; code: string };

/** Declarations of CSS that name a side, and shorthands whose second and fourth value differ. */
const DECLARATION =
  /(?:^|[\s;{])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[\w-]*|left|right|border-(?:top|bottom)-(?:left|right)-radius)\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)\b/;
const SHORTHAND =
  /(?:^|[\s;{])(?:margin|padding|inset|border-width|scroll-margin|scroll-padding)\s*:\s*([^;{}]+)(?=[;}])/g;

/** Classes of Tailwind that name a side, with or without a variant: `ml-4`, `lg:-right-2`, `text-left`. */
const CLASS =
  /(?<=["'`\s:])!?-?(?:ml|mr|pl|pr|left|right|border-[lr]|rounded-(?:[lr]|[tb][lr])|scroll-[mp][lr]|text-(?:left|right)|float-(?:left|right)|clear-(?:left|right)|space-x|divide-x)(?:-[\w./%[\]()-]+)?(?=["'`\s])/g;
const CLASSES = /class(?:Name)?=(?:"[^"]*"|\{[^}]*\})/g;

/** A value's parts, with `calc(1rem + 2px)` as one. */
const partsOf = (value: string) => value.trim().match(/(?:[^\s(]+\([^)]*(?:\([^)]*\)[^)]*)*\)|\S+)/g) ?? [];

export function sidesInCss({ path, code }: Source): string[] {
  const withoutComments = code.replace(/\/\*.*?\*\//gs, (comment) => comment.replace(/[^\n]/g, ' '));
  return withoutComments.split('\n').flatMap((line, index) => {
    const uneven = [...line.matchAll(SHORTHAND)].some(([, value = '']) => {
      const [, right, , left] = partsOf(value.replace('!important', ''));
      return left !== undefined && left !== right;
    });
    return uneven || DECLARATION.test(line)
      ? [`${path}:${index + 1} names a side, which is wrong from right to left: ${line.trim()}`]
      : [];
  });
}

export const sidesInClasses = ({ path, code }: Source): string[] =>
  [...code.matchAll(CLASSES)].flatMap((attribute) =>
    [...attribute[0].matchAll(CLASS)].map(
      ([name]) =>
        `${path}:${code.slice(0, attribute.index).split('\n').length} names a side, which is wrong from right to left: ${name}`,
    ),
  );

const read = (path: string): Source => ({ path, code: readFileSync(path, 'utf8') });

/** Every style of the pages that names a side. */
export const problemsOfDirections = (): string[] => [
  ...globSync('app/**/*.css').toSorted().map(read).flatMap(sidesInCss),
  ...globSync('app/**/*.tsx').toSorted().map(read).flatMap(sidesInClasses),
];

if (import.meta.main) {
  const problems = problemsOfDirections();
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
