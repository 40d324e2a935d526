import { z } from 'zod';
import { email, line, multiline, sentence } from '#app/shared/fields.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { t } from '#messages';

export const messageSchema = z.object({
  name: line(() => t('messageForm.fullName')),
  email: email(),
  subject: sentence(() => t('common.subject')),
  message: multiline(() => t('messageForm.message')),
});

export const listMessagesSchema = listQuerySchema.extend({
  show: z
    .enum(['open', 'handled', 'all'], { error: () => t('support.showMustBeOpenHandledOrAll') })
    .default('open'),
});

export const markMessageSchema = z.object({
  messageId: z.string().max(64),
  mark: z.enum(['handled', 'open'], { error: () => t('support.theMarkIsNotValid') }),
});
