import { z } from 'zod';
import { email, line, multiline } from '#app/shared/fields.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';

export const messageSchema = z.object({
  name: line('Full name'),
  email: email(),
  subject: line('Subject'),
  message: multiline('Message'),
});

export const listMessagesSchema = listQuerySchema.extend({
  show: z.enum(['open', 'handled', 'all'], { error: 'show must be open, handled or all.' }).default('open'),
});

export const markMessageSchema = z.object({
  messageId: z.string().max(64),
  mark: z.enum(['handled', 'open'], { error: 'The mark is not valid.' }),
});
