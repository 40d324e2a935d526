import { z } from 'zod';
import { line, optional } from '#app/shared/fields.ts';
import { t } from '#messages';
import { code } from './second-factor.schema.ts';

/** A super admin's request to remove the second factor of an account. */
export const resetSchema = z.object({
  reason: line(() => t('common.reason'), 500).meta({ description: 'The owner of the account reads it' }),
  code: optional(code).meta({
    description: "Of the super admin's own second factor, unless it was given in the last 10 minutes",
  }),
});
