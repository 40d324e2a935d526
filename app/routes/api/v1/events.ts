import { eventsQuerySchema } from '#app/events/event.schema.ts';
import { readEvents } from '#app/events/read-events.server.ts';
import { resource } from './respond.ts';
import { feedEventSchema } from './schemas/events.ts';
import { listOf, TOO_MANY } from './schemas/responses.ts';

export const api = resource();

api('events').get({
  auth: 'bearer',
  scope: 'any',
  summary:
    'What happened to the caller’s certificates, batches, payments and courses in the last 30 days, oldest first. A token with scopes reads the types of the objects that it may read',
  query: eventsQuerySchema,
  responses: { 200: listOf('events', feedEventSchema) },
  headers: { Link: 'The next page, rel="next"; absent on the last page' },
  failures: { 403: 'This token does not cover these events.', 429: TOO_MANY },
  async handle({ actor, query }) {
    const { events, nextCursor } = await readEvents(actor, query);
    return { body: { success: true, events, nextCursor } };
  },
});
