import { formatCalendarDate } from '#app/shared/format-dates.ts';
import { t } from '#messages';
import { compose, LANE } from './compose.server.ts';

type Person = { name: string; email: string };

/** The link to a copy of everything held about an account. It needs the account's login, so it contains no token. */
export const dataReadyMail = (person: Person) =>
  compose(person, () => ({
    lane: LANE.single,
    subject: t('privacyMails.yourDataIsReady'),
    lines: [t('privacyMails.youAskedForEverythingThatCertrace')],
    action: [t('privacyMails.downloadYourData'), '/settings/data'],
    closing: [t('privacyMails.theFileIsDeletedAfter24Hours')],
  }));

export const dataFailedMail = (person: Person) =>
  compose(person, () => ({
    lane: LANE.single,
    subject: t('privacyMails.yourDataCouldNotBePrepared'),
    lines: [t('privacyMails.youAskedForEverythingThatCertraceHolds')],
    action: [t('common.tryAgain'), '/settings/data'],
    closing: [t('privacyMails.ifItFailsAgainPleaseWriteToUs')],
  }));

/** @param day YYYY-MM-DD in UTC */
export const deletionRequestedMail = (person: Person, day: string) =>
  compose(person, () => ({
    lane: LANE.security,
    subject: t('privacyMails.yourAccountWillBeDeleted'),
    lines: [t('privacyMails.yourCertraceAccountWillBeDeleted', { day: formatCalendarDate(day) })],
    action: [t('privacyMails.keepYourAccount'), '/settings/keep-account'],
    closing: [t('privacyMails.ifYouDidNotAskForThis')],
  }));

export const accountKeptMail = (person: Person) =>
  compose(person, () => ({
    lane: LANE.security,
    subject: t('privacyMails.youKeepYourAccount'),
    lines: [t('privacyMails.yourCertraceAccountWillNotBeDeleted')],
    action: [t('privacyMails.openYourAccount'), '/dashboard'],
    closing: [t('privacyMails.ifYouDidNotDoThis')],
  }));
