import type { CompiledMessage } from './format-message.ts';

type Nodes = Exclude<CompiledMessage, string>;
type Node = Nodes[number];

/** How icu-minify compiles `#`, and the last of the kinds of placeholder with forms: select, plural and selectordinal. */
const [POUND, LAST_WITH_FORMS] = [0, 3];

/** Unicode's first strong isolate, and its end. */
const [BEGIN, END] = ['\u2068', '\u2069'];

/** Keeps a text from reordering a line from right to left around it. */
export const isolate = (text: string) => (text === '' ? text : BEGIN + text + END);

/** Whether a placeholder is part of a URL. Readers copy URLs, so they get no invisible characters. */
const isInAddress = (name: unknown, before: Node | undefined, after: Node | undefined) =>
  /url$/i.test(String(name)) ||
  (typeof before === 'string' && /[/=]$/.test(before)) ||
  (typeof after === 'string' && after.startsWith('/'));

function isolateNode(node: Node, index: number, nodes: Nodes): Nodes {
  if (!Array.isArray(node)) return [node];
  const [name, kind, ...rest] = node;
  if (kind === undefined) {
    return isInAddress(name, nodes[index - 1], nodes[index + 1]) ? [node] : [BEGIN, node, END];
  }
  // An element with its content.
  if (typeof kind !== 'number' || kind === POUND) {
    const [first = '', ...others] = ([kind, ...rest] as Nodes).flatMap(isolateNode);
    return [[name, first, ...others]];
  }
  if (kind > LAST_WITH_FORMS) return [node];
  const forms = Object.entries(rest[0] as Record<string, Node>).map(([form, text]) => [
    form,
    Array.isArray(text) ? (text as Nodes).flatMap(isolateNode) : text,
  ]);
  return [[name, kind, Object.fromEntries(forms)]];
}

/**
 * Isolates the values of placeholders in a message that is written from right to left. Without this, a name in Latin letters moves
 * the punctuation and numbers next to it.
 */
export const isolateValues = (message: CompiledMessage): CompiledMessage =>
  typeof message === 'string' ? message : message.flatMap(isolateNode);
