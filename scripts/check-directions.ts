/**
 * Finds left and right in styles, which must follow the direction of the text: `margin-inline-start` and `ms-4` instead of
 * `margin-left` and `ml-4`. Drawn files and mails have coordinates of their own.
 */
import { globSync, readFileSync } from 'node:fs';
import { type Node, nameOf } from './places-without-texts.ts';
import { childrenOf, parse } from './texts-in-code.ts';

type Source = { path: string; code: string };

/** Properties of CSS that name a side. */
const PROPERTY =
  /^(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)(?:-[\w-]+)?|left|right|border-(?:top|bottom)-(?:left|right)-radius)$/i;

/** Properties whose value may name a side. */
const TAKES_SIDE =
  /^(?:text-align|text-align-last|float|clear|justify-(?:content|items|self)|caption-side)$/i;
const SIDE = /^(?:left|right)$/i;

/** Shorthands whose second and fourth value are the sides. */
const SHORTHAND = /^(?:margin|padding|inset|border-(?:width|style|color)|scroll-margin|scroll-padding)$/i;

/** The corners from the top left one on. With fewer values than four, the one of the top right is the second, and differs as well. */
const CORNERS = /^border-radius$/i;

/** A class of Tailwind that names a side, with or without a variant: `ml-4`, `lg:-right-2`, `text-left`. */
const CLASS =
  /^(?:[^\s:]+:)*!?-?(?:(?:ml|mr|pl|pr|left|right|scroll-[mp][lr]|space-x|divide-x)-(?:\d|px|auto|full|reverse|\[|\()[^\s:]*|(?:border-[lr]|rounded-(?:[lr]|[tb][lr]))(?:-[^\s:]+)?|(?:text|float|clear)-(?:left|right)|\[(?:margin|padding|border)-(?:left|right)[^\s]*|\[(?:left|right):[^\s]*)!?$/;

/** A value's parts, with `calc(1rem + 2px)` as one. */
const partsOf = (value: string) => value.trim().match(/(?:[^\s(]+\([^)]*(?:\([^)]*\)[^)]*)*\)|\S+)/g) ?? [];

/** Whether a declaration of CSS names a side. */
function namesSide(property: string, value: string): boolean {
  if (PROPERTY.test(property)) return true;
  const parts = partsOf(value.replace('!important', ''));
  if (TAKES_SIDE.test(property)) return parts.some((part) => SIDE.test(part));
  const [first, second = first, third = first, fourth = second] = parts;
  if (SHORTHAND.test(property)) return parts.length === 4 && second !== fourth;
  if (CORNERS.test(property)) return !value.includes('/') && (first !== second || third !== fourth);
  return false;
}

const problem = (path: string, line: number, what: string) =>
  `${path}:${line} names a side, which is wrong from right to left: ${what}`;

export function sidesInCss({ path, code }: Source): string[] {
  const withoutComments = code.replace(/\/\*.*?\*\//gs, (comment) => comment.replace(/[^\n]/g, ' '));
  const lineOf = (offset: number) => code.slice(0, offset).split('\n').length;
  const declared = [...withoutComments.matchAll(/(?<=^|[\s;{])([\w-]+)\s*:\s*([^;{}]+)(?=[;}])/g)]
    .filter(([, property = '', value = '']) => namesSide(property, value))
    .map(({ 0: text, index }) => problem(path, lineOf(index), text));
  const applied = [...withoutComments.matchAll(/@apply\s+([^;}]+)/g)].flatMap(({ 1: classes = '', index }) =>
    sidesIn(classes).map((name) => problem(path, lineOf(index), name)),
  );
  return [...declared, ...applied];
}

/** The classes in a text that name a side. */
const sidesIn = (text: string) => text.split(/\s+/).filter((word) => CLASS.test(word));

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const textOf = ({ type, value }: Node) => (type === 'Literal' ? String(value) : '');

/** Whether a node is in the value of a `style` attribute, or sets a property of an element's style. */
function isStyle(node: Node, ancestors: Node[]): boolean {
  if (node.type === 'AssignmentExpression') {
    const { object } = node.left as Node & { object?: Node };
    return nameOf(object) === 'style';
  }
  return ancestors.some(
    (around) => around.type === 'JSXAttribute' && nameOf(around.name as Node) === 'style',
  );
}

/** Every style and class that names a side has one of these in it. Code without them is not parsed. */
const MAY_NAME_SIDE = /left|right|[mp][lr]-|border-[lr]|rounded-|space-x|divide-x/i;

export function sidesInClasses({ path, code }: Source): string[] {
  if (!MAY_NAME_SIDE.test(code)) return [];
  const found: string[] = [];
  const add = (node: Node, what: string) =>
    found.push(problem(path, code.slice(0, node.start).split('\n').length, what));
  const visit = (node: Node, ancestors: Node[]) => {
    if (node.type === 'Literal' && typeof node.value === 'string')
      for (const name of sidesIn(node.value)) add(node, name);
    if (node.type === 'TemplateElement')
      for (const name of sidesIn((node.value as { cooked: string }).cooked)) add(node, name);
    if (node.type === 'Property' && isStyle(node, ancestors)) {
      const name = nameOf(node.key as Node);
      if (namesSide(kebab(name), textOf(node.value as Node))) add(node, name);
    }
    if (node.type === 'AssignmentExpression' && isStyle(node, ancestors)) {
      const name = nameOf(node.left as Node);
      if (namesSide(kebab(name), textOf(node.right as Node))) add(node, `style.${name}`);
    }
    ancestors.push(node);
    for (const child of childrenOf(node)) visit(child, ancestors);
    ancestors.pop();
  };
  visit(parse(path, code), []);
  return found;
}

const read = (path: string): Source => ({ path, code: readFileSync(path, 'utf8') });

/** Every style of the pages that names a side. */
export const problemsOfDirections = (): string[] => [
  ...globSync('app/**/*.css').toSorted().map(read).flatMap(sidesInCss),
  ...globSync('app/**/*.{ts,tsx}').toSorted().map(read).flatMap(sidesInClasses),
];

if (import.meta.main) {
  const problems = problemsOfDirections();
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
