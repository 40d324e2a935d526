import { z } from 'zod';
import { pageSizeSchema } from '#app/shared/list-query.ts';
import { t } from '#messages';
import { EVENT_TYPES, type EventType, isEventType } from './event-types.ts';

const MAX_WAIT_SECONDS = 25;

const place = (name: string) => {
  const error = () => t('event.nameMustBeTheIdOfAnEvent', { name });
  return z
    .string({ error })
    .max(36, { error })
    .regex(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i, { error })
    .transform((id) => id.toLowerCase())
    .optional();
};

const typesExpected = () => t('common.typesMustBeAListOfEventtypes', { eventTypes: EVENT_TYPES.join(', ') });
const waitExpected = () => t('event.waitMustBeANumberOfSeconds');

/** Query of the feed of events. */
export const eventsQuerySchema = z.object({
  after: place('after').meta({
    description: 'The id of an event: only later ones are listed',
    examples: ['01a1fd90-efbd-76a7-86eb-f5382c5ddfb9'],
  }),
  types: z
    .string({ error: typesExpected })
    .max(500, { error: typesExpected })
    .transform((text, context): EventType[] => {
      const names = [...new Set(text.split(',').map((name) => name.trim()))];
      const types = names.filter(isEventType);
      if (types.length < names.length) context.addIssue({ code: 'custom', message: typesExpected() });
      return types;
    })
    .optional()
    .meta({
      description: 'Types of events, separated by commas; without it, all that the token may read',
      examples: ['certificate.issued,certificate.revoked'],
    }),
  wait: z
    .string({ error: waitExpected })
    .regex(/^\d{1,9}$/, { error: waitExpected })
    .transform((text) => Math.min(Number(text), MAX_WAIT_SECONDS))
    .optional()
    .meta({
      description: `Seconds to wait for the next event if there is none, at most ${MAX_WAIT_SECONDS}`,
      examples: ['25'],
    }),
  limit: pageSizeSchema,
  cursor: place('cursor').meta({ description: 'The nextCursor of the page before; it replaces after' }),
});

export type EventsQuery = z.output<typeof eventsQuerySchema>;
