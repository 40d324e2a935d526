import { createElement, Fragment, type ReactNode } from 'react';
import { type MessageName, messageParts } from '#messages';

/** The values of a message's placeholders; each may also be an element. */
type Values<Name extends MessageName> = (Messages[Name] extends { values: infer Known }
  ? { [Key in keyof Known]: Known[Key] | Exclude<ReactNode, undefined> }
  : unknown) &
  (Messages[Name] extends { elements: infer Elements }
    ? { [Key in keyof Elements]: (content: ReactNode) => ReactNode }
    : unknown);

/** A mark in the text for a value that is an element, because a formatter of messages returns text. */
const placeOf = (name: string) => `\ue000${name}\ue001`;
const PLACE = /\ue000(\w+)\ue001/;

const inOne = (parts: readonly ReactNode[]) => createElement(Fragment, null, ...parts);

/**
 * A message with elements in it: `<link>` in the message becomes what `link` returns, and `{name}` may be an element.
 * @example { link: (text) => <Link to="/register">{text}</Link> }
 */
export function rich<Name extends MessageName>(name: Name, values: Values<Name>): ReactNode {
  const shown = values as Record<string, unknown>;
  /** A part of the message, with elements in their places. */
  const withElements = (part: ReactNode): ReactNode[] =>
    typeof part === 'string'
      ? part.split(PLACE).map((piece, index) => (index % 2 ? (shown[piece] as ReactNode) : piece))
      : [part];
  const given = Object.entries(shown).map(([key, value]) => {
    if (typeof value === 'string' || typeof value === 'number') return [key, value];
    if (typeof value !== 'function') return [key, placeOf(key)];
    return [key, (parts: ReactNode[]) => value(inOne(parts.flatMap(withElements)))];
  });
  return inOne(messageParts<ReactNode>(name, Object.fromEntries(given)).flatMap(withElements));
}

/** Markdown that the server rendered as HTML, without raw HTML of its author. */
export const RenderedMarkdown = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: markdown-it escapes all HTML (app/shared/markdown.server.ts)
  <div dir="auto" className="prose rendered-markdown" dangerouslySetInnerHTML={{ __html: html }} />
);
