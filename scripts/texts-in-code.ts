import { parseSync } from 'vite';
import { isTechnical, type Node, nameOf } from './places-without-texts.ts';

/** A text for people in the code. */
export type FoundText = { line: number; text: string; node: Node; ancestors: Node[] };

/** Attributes and properties whose value people read, also if it is one word. */
const READ_BY_PEOPLE =
  /^(?:aria-label|aria-description|alt|title|label|lead|hint|help|placeholder|text|question|answer|message|error|subject|button|pendingText|heading|caption|summary|note|empty|legend|prompt|confirm|success|action|toast|reason|what|header|[a-z]+(?:Text|Label|Title|Hint|Message))$/;

/** Properties and attributes that hold nothing but texts, so that one lower-case word is a text, too. */
const ONLY_TEXTS =
  /^(?:message|error|errors|subject|label|title|alt|hint|help|lead|placeholder|caption|summary|heading|note|toast|pendingText|legend|prompt|[a-z]+(?:Text|Label|Title|Hint|Message))$/;

/** The product's name and its tagline are the same in all languages. */
const UNTRANSLATED = new Set(['Certrace', 'Blockchain Traceability & Transparency']);

/** One word that is a text in a list, a choice or a result. */
const ONE_WORD = /^\p{Lu}\p{Ll}+…?$/u;

const HOLDS_WORDS =
  /^(?:ArrayExpression|ConditionalExpression|LogicalExpression|ArrowFunctionExpression|ReturnStatement|Property|JSXExpressionContainer)$/;

/** Statements of SQL, or parts of them. */
const SQL =
  /^\(?(?:select|insert|update|delete|with recursive|case|union all)\b.*\b(?:from|into|set|where|as|exists|null)\b|^\(@\w+|^\w+\.\w+ as \w+/s;

const WORDS = /\p{L}[\p{L}’']*[,.:;]?\s+\p{L}/u;

function looksLikeText(text: string): boolean {
  const trimmed = text.trim();
  if (UNTRANSLATED.has(trimmed) || SQL.test(trimmed)) return false;
  if (
    /^[a-z]+(?:-[a-z]+)*\/|^[/#.@]|[{}]|[\w*]=|;$|\w\(|^\S*https?:\/\/\S*$|^\d+\S*$|^select |^insert |^update |^delete |\bMozilla\b/.test(
      trimmed,
    )
  )
    return false;
  if (/^\d+\s\p{L}{2,}/u.test(trimmed)) return true;
  if (!WORDS.test(trimmed)) return /^\p{Lu}\p{Ll}{2,}(?:…|\.)$/u.test(trimmed);
  if (/^[\p{Lu}‘“]/u.test(trimmed) || /[.!?…:’”]$/.test(trimmed)) return true;
  const tokens = trimmed.split(/\s+/);
  return tokens.length >= 3 && tokens.every((token) => /^[\p{L}’'‘]+[,.:;]?$|^\d+$/u.test(token));
}

/** An element of HTML, such as a mail has. */
const ELEMENT = /<(?:p|div|span|a|b|strong|em|h[1-6]|td|th|tr|table|title|html|body|li|ul)\b[^<>]*>/;

/** Whether HTML contains text other than the product's name. */
const hasTextInElements = (html: string) =>
  /\p{L}{2,}/u.test(html.replace(/<[^<>]*>|&\w+;/g, ' ').replaceAll('Certrace', ''));

/** Attributes whose whole value people read or hear. */
const READ_WHOLLY =
  /^(?:aria-label|aria-description|aria-roledescription|aria-valuetext|alt|title|placeholder)$/;

/** DOM properties whose value is shown or read aloud, such as in `document.title = …`. */
const SHOWN_BY_SCRIPT =
  /^(?:title|textContent|innerText|innerHTML|ariaLabel|ariaDescription|alt|placeholder)$/;

/** Whether a literal is shown as it is: alone, as a choice, or with something added. */
function isShown(node: Node, ancestors: Node[]): boolean {
  let child = node;
  for (const parent of ancestors.toReversed()) {
    switch (parent.type) {
      case 'JSXExpressionContainer':
      case 'LogicalExpression':
      case 'ParenthesizedExpression':
      case 'TemplateLiteral':
        break;
      case 'ConditionalExpression':
        if (parent.test === child) return false;
        break;
      case 'BinaryExpression':
        if (parent.operator !== '+') return false;
        break;
      case 'JSXElement':
      case 'JSXFragment':
        return true;
      case 'JSXAttribute':
        return READ_WHOLLY.test(nameOf(parent.name as Node));
      case 'AssignmentExpression':
        return SHOWN_BY_SCRIPT.test(nameOf(parent.left as Node));
      case 'Property':
        return (
          parent.value === child &&
          /^aria-/.test(nameOf(parent.key as Node)) &&
          READ_WHOLLY.test(nameOf(parent.key as Node))
        );
      default:
        return false;
    }
    child = parent;
  }
  return false;
}

/** The nearest ancestor that receives a literal, past conditions and arrow functions that only return it. */
function takerOf(node: Node, ancestors: Node[]): Node | undefined {
  let child = node;
  for (const parent of ancestors.toReversed()) {
    const passes =
      parent.type === 'JSXExpressionContainer' ||
      parent.type === 'LogicalExpression' ||
      (parent.type === 'ConditionalExpression' && parent.test !== child) ||
      (parent.type === 'ArrowFunctionExpression' && parent.body === child);
    if (!passes) return parent;
    child = parent;
  }
  return undefined;
}

const TYPES_OF_SCHEMA = /^(?:string|number|int|boolean|date|email|url|iso|object|array)$/;
const CHECKS_OF_SCHEMA = /^(?:min|max|length|nonempty|regex|refine|gt|gte|lt|lte|multipleOf)$/;

/** Whether a literal is the message of a check: `z.string().min(1, 'is required')`. */
function isMessageOfSchema(node: Node, taker: Node | undefined): boolean {
  if (taker?.type !== 'CallExpression' || !/\p{L}{2,}/u.test(String(node.value))) return false;
  const callee = taker.callee as Node;
  const isCheck = callee.type === 'MemberExpression' && CHECKS_OF_SCHEMA.test(nameOf(callee));
  const message = (taker.arguments as Node[])[1];
  return isCheck && message !== undefined && message.start <= node.start && node.end <= message.end;
}

/** Whether a literal joins others to a sentence: `.join(' and ')` or `'Hello ' + name`. */
function isConjunction({ value }: Node, parent: Node | undefined): boolean {
  const text = String(value);
  if (parent?.type === 'BinaryExpression' && parent.operator === '+')
    return /^\s+\p{L}{2,}|\p{L}{2,}[,:]?\s+$/u.test(text);
  const joins = parent?.type === 'CallExpression' && nameOf(parent.callee as Node) === 'join';
  return joins && /^\s?\p{L}{2,}\s?$/u.test(text) && /\s/.test(text);
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

export const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

export const parse = (path: string, source: string) =>
  parseSync(path, source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }).program as unknown as Node;

const isCode = ({ openingElement }: Node) =>
  /^(?:code|kbd|pre)$/.test(nameOf((openingElement as Node).name as Node));

/** The texts for people in a source file, in their order. */
export function textsInCode(path: string, source: string): FoundText[] {
  const found: FoundText[] = [];
  const lineOf = (offset: number) => source.slice(0, offset).split('\n').length;
  const add = (node: Node, ancestors: Node[], text: string) =>
    found.push({
      line: lineOf(node.start),
      text: text.replace(/\s+/g, ' ').trim(),
      node,
      ancestors: [...ancestors],
    });

  const visit = (node: Node, ancestors: Node[]) => {
    if (node.type === 'JSXElement' && isCode(node)) return;
    if (node.type === 'JSXText') {
      if (/\p{L}{2,}/u.test(String(node.value)) && !UNTRANSLATED.has(String(node.value).trim()))
        add(node, ancestors, String(node.value));
      return;
    }
    if (node.type === 'Literal' && typeof node.value === 'string') {
      const parent = ancestors.at(-1);
      const taker = takerOf(node, ancestors);
      const holder =
        taker?.type === 'JSXAttribute'
          ? nameOf(taker.name as Node)
          : taker?.type === 'Property'
            ? nameOf(taker.key as Node)
            : '';
      const isRead =
        !/^[A-Z_\d]+$/.test(node.value) &&
        ((READ_BY_PEOPLE.test(holder) && /\p{Lu}\p{L}+|\p{L}{2,}\s+\p{L}{2,}/u.test(node.value)) ||
          (ONLY_TEXTS.test(holder) && /^\p{L}{2,}[.!?…]?$/u.test(node.value.trim())));
      const isWord =
        ONE_WORD.test(node.value) &&
        !UNTRANSLATED.has(node.value) &&
        (HOLDS_WORDS.test(parent?.type ?? '') ||
          (parent?.type === 'CallExpression' && !isTechnical(node, ancestors)));
      const isPart =
        /\p{L}{2,}/u.test(node.value) && !UNTRANSLATED.has(node.value.trim()) && isShown(node, ancestors);
      const isText =
        isRead ||
        isWord ||
        (ELEMENT.test(node.value) ? hasTextInElements(node.value) : looksLikeText(node.value));
      if (
        isPart ||
        isMessageOfError(node, taker) ||
        isMessageOfSchema(node, taker) ||
        isConjunction(node, parent) ||
        (isText && !isTechnical(node, ancestors))
      ) {
        add(node, ancestors, node.value);
      }
      return;
    }
    if (node.type === 'TemplateLiteral') {
      const quasis = node.quasis as (Node & { value: { cooked: string } })[];
      const html = quasis.map(({ value }) => value.cooked).join('0');
      const text = quasis.map(({ value }) => value.cooked).join('X');
      const hasLetters = quasis.some(({ value }) => /\p{L}{2,}/u.test(value.cooked));
      const isText = ELEMENT.test(html)
        ? hasTextInElements(html)
        : hasLetters &&
          (looksLikeText(text) ||
            quasis.some(({ value }) => WORDS.test(value.cooked) && looksLikeText(`${value.cooked.trim()}.`)));
      // Not a part of a path.
      const hasWords = quasis.some(({ value }) => /(?<![\p{L}/.-])\p{L}{2,}/u.test(value.cooked));
      const isPart = hasWords && isShown(node, ancestors);
      if (isPart || (isText && !isTechnical(node, ancestors)))
        add(node, ancestors, quasis.map(({ value }) => value.cooked).join('{…}'));
    }
    ancestors.push(node);
    for (const child of childrenOf(node)) visit(child, ancestors);
    ancestors.pop();
  };
  visit(parse(path, source), []);
  return found;
}

const THROWS =
  /^(?:Response|AppError|HttpError|invalid|unprocessable|conflict|notFound|forbidden|flashCookie|redirectWithToast)$/;

/** Whether a literal is one word that an error says. The first argument of an AppError is its code. */
function isMessageOfError(node: Node, parent: Node | undefined): boolean {
  if (!parent || !/^(?:Call|New)Expression$/.test(parent.type) || parent.callee === node) return false;
  const called = nameOf(parent.callee as Node);
  const isCode = called === 'AppError' && (parent.arguments as Node[])[0] === node;
  return THROWS.test(called) && !isCode && /^\p{L}{2,}[.!?…]?$/u.test(String(node.value));
}

/** Whether a name is the message of a check of a schema: `z.string(HELP).max(40, HELP)`. */
function isUsedBySchema(name: string, node: Node): boolean {
  if (node.type === 'CallExpression' && (node.callee as Node).type === 'MemberExpression') {
    const called = nameOf(node.callee as Node);
    const [first, second] = node.arguments as Node[];
    const message = CHECKS_OF_SCHEMA.test(called) ? second : TYPES_OF_SCHEMA.test(called) ? first : undefined;
    if (message?.type === 'Identifier' && message.name === name) return true;
  }
  return childrenOf(node).some((child) => isUsedBySchema(name, child));
}

/** Whether a text is the message of an answer: of an error, of a toast, or in a property of this name. */
export function isAnswer({ ancestors }: FoundText): boolean {
  const [program, declarator] = [ancestors[0], ancestors.at(-1)];
  if (
    program &&
    declarator?.type === 'VariableDeclarator' &&
    isUsedBySchema(nameOf(declarator.id as Node), program)
  )
    return true;
  const inner = ancestors.slice(ancestors.findLastIndex(({ type }) => FUNCTION.test(type)) + 1);
  return inner.some(
    ({ type, key, callee }) =>
      (type === 'Property' && nameOf(key as Node) === 'message') ||
      (/^(?:Call|New)Expression$/.test(type) && THROWS.test(nameOf(callee as Node))),
  );
}

const FUNCTION = /^(?:ArrowFunctionExpression|FunctionDeclaration|FunctionExpression)$/;

/** The lines where a module calls `t` or `rich` outside its functions. */
export function callsWhileLoading(path: string, source: string): number[] {
  const lines: number[] = [];
  const visit = (node: Node) => {
    if (FUNCTION.test(node.type)) return;
    if (node.type === 'CallExpression' && /^(?:t|rich)$/.test(nameOf(node.callee as Node))) {
      lines.push(source.slice(0, node.start).split('\n').length);
    }
    for (const child of childrenOf(node)) visit(child);
  };
  if (/(?<![\w.$])(?:t|rich)\(/.test(source)) visit(parse(path, source));
  return lines;
}
