import type { RouterContextProvider } from 'react-router';
import { form, formAction, stay } from '#app/routes/form.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { messageSchema, sendMessage } from '#app/support/messages.server.ts';

/** Initial name and address of a message form, for a logged-in user. */
export function writerOf({ context }: { context: Readonly<RouterContextProvider> }) {
  const actor = context.get(actorContext);
  return actor.kind === 'user' ? { name: actor.user.name, email: actor.user.email ?? '' } : null;
}

/** The topic of the page at this URL. */
export const topicOf = ({ pathname }: URL): 'contact' | 'support' =>
  pathname.startsWith('/support') ? 'support' : 'contact';

/** The action of the contact and support pages. */
export const messageAction = formAction(
  form({
    schema: messageSchema,
    perform: (input, { actor, url }) => sendMessage(actor, topicOf(url), input),
    outcome: stay,
  }),
);
