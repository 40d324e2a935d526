import type { RouterContextProvider } from 'react-router';
import { readForm, submitForm } from '#app/routes/form.server.ts';
import { actorContext } from '#app/server/context.server.ts';
import { sendMessage } from '#app/support/send-message.server.ts';
import { messageSchema } from '#app/support/support.schema.ts';

type Arguments = { request: Request; context: Readonly<RouterContextProvider> };

/** What a message form is filled in with for whoever is logged in. */
export function writerOf({ context }: Pick<Arguments, 'context'>) {
  const actor = context.get(actorContext);
  return actor.kind === 'user' ? { name: actor.user.name, email: actor.user.email ?? '' } : null;
}

/** What the page at this address is for. */
export const topicOf = ({ pathname }: URL): 'contact' | 'support' =>
  pathname.startsWith('/support') ? 'support' : 'contact';

/** The action of both message pages. */
export async function submitMessage(topic: 'contact' | 'support', { request, context }: Arguments) {
  const submitted = await submitForm({
    form: await readForm(request),
    schema: messageSchema,
    perform: (input) => sendMessage(context.get(actorContext), topic, input),
  });
  if (!submitted.ok) return submitted.failure;
  return { ok: true as const, toast: { kind: 'success' as const, message: submitted.result.message } };
}

export type MessageAnswer = Awaited<ReturnType<typeof submitMessage>>;
