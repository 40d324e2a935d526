import { z } from 'zod';
import { parseUsd, usdWithTwoMeanings } from '#app/shared/entered-numbers.ts';
import { line, MAX_EMAIL_LENGTH } from '#app/shared/fields.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { t } from '#messages';

const HIGHEST_LIMIT_MINOR = 1_000_000_000;
const limitHelp = () => t('credit.creditLimitMustBeAnAmount');

/** Input of a limit, in dollars. */
export const limitSchema = z.object({
  limit: line(() => t('common.creditLimit'), 20).transform((text, context) => {
    const minor = parseUsd(text);
    if (minor !== null && minor <= HIGHEST_LIMIT_MINOR) return minor;
    context.addIssue({ code: 'custom', message: usdWithTwoMeanings(text) ?? limitHelp() });
    return z.NEVER;
  }),
});

/** Input for granting credit to an account, by its email address or username. */
export const grantSchema = limitSchema.extend({ account: line(() => t('common.account'), MAX_EMAIL_LENGTH) });

export const creditListSchema = listQuerySchema;

export const ledgerQuerySchema = listQuerySchema.pick({ cursor: true });
