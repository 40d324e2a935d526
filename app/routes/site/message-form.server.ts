import type { RouterContextProvider } from 'react-router';
import { form, formAction, stay } from '#app/routes/form.server.ts';
import { actorContext } from '#app/server/context.server.ts';
import { sendMessage } from '#app/support/send-message.server.ts';
import { messageSchema } from '#app/support/support.schema.ts';

/** The name and address that a message form starts with for a logged-in user. */
export function writerOf({ context }: { context: Readonly<RouterContextProvider> }) {
  const actor = context.get(actorContext);
  return actor.kind === 'user' ? { name: actor.user.name, email: actor.user.email ?? '' } : null;
}

/** What the page at this address is for. */
export const topicOf = ({ pathname }: URL): 'contact' | 'support' =>
  pathname.startsWith('/support') ? 'support' : 'contact';

/** The action of both pages. */
export const messageAction = formAction(
  form({
    schema: messageSchema,
    perform: (input, { actor, url }) => sendMessage(actor, topicOf(url), input),
    outcome: stay,
  }),
);
