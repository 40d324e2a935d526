import {
  reminderSettingsOf,
  reminderSettingsSchema,
  setReminders,
} from '#app/certificates/reminder-settings.server.ts';
import { resource } from './respond.ts';
import { NOT_ALLOWED, success, told } from './schemas/responses.ts';
import { remindersSchema } from './schemas/settings.ts';

export const api = resource();

api('users/me/reminders')
  .get({
    auth: 'bearer',
    summary: 'Which mails about expiring certificates are sent, for issuers',
    responses: { 200: success({ reminders: remindersSchema }) },
    failures: { 403: NOT_ALLOWED },
    handle: ({ actor }) => ({ body: { success: true, reminders: reminderSettingsOf(actor) } }),
  })
  .put({
    auth: 'bearer',
    summary:
      'Choose which mails about expiring certificates are sent, for issuers. An absent field means false',
    body: reminderSettingsSchema,
    example: { students: true, summary: true },
    responses: { 200: told('Your reminders were saved.') },
    failures: { 403: NOT_ALLOWED },
    act: ({ actor, input }) => ({ body: { success: true, ...setReminders(actor, input) } }),
  });
