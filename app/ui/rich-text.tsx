import { createElement, Fragment, type ReactNode } from 'react';
import { type MessageName, messageParts } from '#messages';

/** What the placeholders of a message stand for; each may also be an element. */
type Values<Name extends MessageName> = (Messages[Name] extends { values: infer Known }
  ? { [Key in keyof Known]: Known[Key] | Exclude<ReactNode, undefined> }
  : unknown) &
  (Messages[Name] extends { elements: infer Elements }
    ? { [Key in keyof Elements]: (content: ReactNode) => ReactNode }
    : unknown);

/**
 * A message with elements in it: `<link>` in the message becomes what `link` returns.
 * @example { link: (text) => <Link to="/register">{text}</Link> }
 */
export const rich = <Name extends MessageName>(name: Name, values: Values<Name>): ReactNode =>
  createElement(Fragment, null, ...messageParts<ReactNode>(name, values as object));
