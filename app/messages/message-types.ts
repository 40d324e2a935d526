/** The name of a message of messages/en.json. `react-router typegen` writes the types of all messages to .react-router/messages.d.ts. */
export type MessageName = keyof Messages;

/** The name of a message that has no element in it. */
export type PlainMessageName = {
  [Name in MessageName]: Messages[Name] extends { elements: object } ? never : Name;
}[MessageName];

/** The values of a message's placeholders. */
export type MessageValues<Name extends MessageName> = Messages[Name] extends { values: infer Values }
  ? [values: Values]
  : [];
