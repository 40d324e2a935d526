import { z } from 'zod';
import { courseFilter, dateRangeSchema, listSchema } from '#app/shared/list-query.ts';
import { t } from '#messages';

/** Filters of lists; `expiring` certificates are valid ones that expire soon and are not renewed. */
export const CERTIFICATE_STATES = ['valid', 'not-yet-valid', 'expiring', 'expired', 'revoked'] as const;

/** The state of certificates that wait to be issued, or failed when their time came. */
export const SCHEDULED = 'scheduled';
const OWN_STATES = [...CERTIFICATE_STATES, SCHEDULED] as const;

/** Sort orders. The default is newest first. A minus means descending. */
export const CERTIFICATE_ORDERS = ['date', '-date', 'course', '-course'] as const;
export const orderSchema = z.enum(['', ...CERTIFICATE_ORDERS]).default('');
export type CertificateOrder = z.output<typeof orderSchema>;

const stateErrors = (states: readonly string[]) => ({
  error: () => t('certificate.stateMustBeOneOfCertificatestates', { certificateStates: states.join(', ') }),
});

/** Query parameters of a holder's list. */
export const heldListSchema = listSchema.extend({
  state: z.enum(['', ...CERTIFICATE_STATES], stateErrors(CERTIFICATE_STATES)).default(''),
});

/** Query parameters of a list of certificates: state, course and issue dates. */
const certificateListSchema = heldListSchema.extend({
  course: courseFilter,
  ...dateRangeSchema.shape,
});

/** Query parameters of an issuer's list, which can be filtered by design, and has those that wait. */
export const ownCertificateListSchema = certificateListSchema.extend({
  state: z.enum(['', ...OWN_STATES], stateErrors(OWN_STATES)).default(''),
  design: z
    .string()
    .max(100, { error: () => t('certificate.designIsNotValid') })
    .default('')
    .meta({ description: "A design's ID" }),
});

/** Query parameters of a super admin's list, which can be filtered by issuer. */
export const allCertificateListSchema = certificateListSchema.extend({
  issuer: z
    .string()
    .max(200, { error: () => t('certificate.issuerMustHaveAtMost200Characters') })
    .default('')
    .meta({
      description:
        "An issuer's username, or its name, however it is written; issuers of one name are all found",
    }),
});
