import { formatCalendarDate } from '#app/shared/format-dates.ts';
import { t } from '#messages';
import type { CertificateStatus } from './certificate.server.ts';

/** The stored name of an erased holder, whose address is empty. Pages translate it. */
export const ERASED_NAME = 'Erased';

/** Formats a calendar date for lists as dd/MM/yyyy, or 'Null' without a date. */
export const shownDate = (date: string | null) =>
  date === null ? t('display.null') : formatCalendarDate(date);

/** The state of a certificate in a word. */
export const stateName = (status: CertificateStatus): string =>
  ({
    valid: t('common.valid'),
    'not-yet-valid': t('common.notYetValid'),
    expired: t('common.expired'),
    revoked: t('common.revoked'),
    erased: t('certificateState.erased'),
  })[status];

/** The state at a time, which is formatted with its zone. */
export const stateAsOf = (status: CertificateStatus, time: string) =>
  t('common.stateAsOfTime', { state: stateName(status), time });
