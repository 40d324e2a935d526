import { z } from 'zod';
import { EVENT_TYPES } from '#app/events/event-types.ts';
import { requiredText } from '#app/shared/fields.ts';
import { pageSizeSchema } from '#app/shared/list-query.ts';
import { t } from '#messages';

const MAX_URL = 2_000;
const EXAMPLE = 'https://example.org/hooks';
const typesExpected = () => t('common.typesMustBeAListOfEventtypes', { eventTypes: EVENT_TYPES.join(', ') });

/** The normal form of an address, or null. */
function normalUrl(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isPlain = url.protocol === 'https:' && url.username === '' && url.password === '' && url.hash === '';
  return isPlain && !text.includes('#') && url.hostname !== '' && url.href.length <= MAX_URL
    ? url.href
    : null;
}

const address = z
  .string(requiredText('url'))
  .max(MAX_URL, {
    error: () => t('webhook.urlMustHaveAtMostMaxurlCharacters', { maxUrl: MAX_URL }),
    abort: true,
  })
  .transform((text, context) => {
    const url = normalUrl(text.trim());
    if (url === null) {
      const message = t('webhook.urlMustBeAnHttpsAddress', { exampleUrl: EXAMPLE });
      context.addIssue({ code: 'custom', message });
    }
    return url ?? z.NEVER;
  })
  .meta({ description: 'An https address that is public', examples: [EXAMPLE] });

const choose = () => t('webhook.chooseAtLeastOneTypeOfEvents');

const types = z
  .array(z.enum(EVENT_TYPES, { error: typesExpected }), {
    error: ({ input }) => (input === undefined ? choose() : typesExpected()),
  })
  .min(1, { error: choose })
  .max(50, { error: typesExpected })
  .transform((chosen) => EVENT_TYPES.filter((type) => chosen.includes(type)))
  .meta({ description: 'The types of events to send' });

/** A new webhook. */
export const webhookSchema = z.object({ url: address, types });

const activeExpected = () => t('webhook.activeMustBeTrueOrFalse');

export const webhookChangesSchema = z.object({
  url: address.optional(),
  types: types.optional(),
  active: z
    .boolean({ error: activeExpected })
    .optional()
    .meta({ description: 'Whether it is on. What happens while it is off is sent once it is on again' }),
});

/** The query of the lists of webhooks and deliveries. */
export const webhookListSchema = z.object({
  limit: pageSizeSchema,
  cursor: z
    .string({ error: () => t('common.cursorIsNotValid') })
    .max(100, { error: () => t('common.cursorIsNotValid') })
    .optional(),
});
