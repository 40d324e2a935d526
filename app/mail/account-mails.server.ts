import { formatInstant } from '#app/shared/format-instants.ts';
import { withRedirectTo } from '#app/shared/redirects.ts';
import { t } from '#messages';
import { type Content, compose, type Fact, LANE } from './compose.server.ts';

type Person = { name: string; email: string };

/** A security message, without a name to an unconfirmed address: a stranger may have chosen it. */
const notice = (person: Person | string, write: () => Omit<Content, 'name'>) =>
  compose(person, () => ({ lane: LANE.security, ...write() }));

/**
 * The verification link of an address. Until its owner has proved who registered it, nothing here says more about the address.
 * @param redirectTo path of this site to open after the first login
 */
export const verifyEmailMail = (address: string, token: string, redirectTo: string | null) =>
  notice(address, () => ({
    subject: t('accountMails.pleaseVerifyYourEmail'),
    lines: [t('accountMails.welcomeToCertrace')],
    action: [t('accountMails.verifyYourEmail'), withRedirectTo(`/verify/${token}`, redirectTo)],
    token,
    closing: [t('accountMails.theLinkWorksFor24Hours')],
  }));

/** For a second registration of an address. Its owner may not have confirmed it yet. */
export const addressTakenMail = (address: string) =>
  notice(address, () => ({
    subject: t('accountMails.youAlreadyHaveACertraceAccount'),
    lines: [t('accountMails.somebodyPerhapsYouTriedToRegister')],
    action: [t('accountMails.setANewPassword'), '/forgot-password'],
    closing: [t('accountMails.ifThisWasNotYouIgnoreThisMessage')],
  }));

/** The link that adds an address to the account that asked for it. */
export const addAddressMail = (address: string, token: string) =>
  notice(address, () => ({
    subject: t('accountMails.pleaseConfirmYourAddress'),
    lines: [t('accountMails.aCertraceAccountAsksToSee')],
    action: [t('accountMails.confirmTheAddress'), `/my-certificates/addresses/${token}`],
    token,
    closing: [t('accountMails.theLinkWorksFor24HoursForTheAccount')],
  }));

/** For an attempt to add the address to another account. */
export const addressInUseMail = (address: string) =>
  notice(address, () => ({
    subject: t('accountMails.thisAddressBelongsToAnotherCertraceAccount'),
    lines: [t('accountMails.somebodyPerhapsYouTriedToAdd')],
    action: [t('common.seeYourCertificates'), '/my-certificates'],
    closing: [t('accountMails.anAddressBelongsToOneAccount')],
  }));

/** For an account that lost an added address to an account registered with it. */
export const addressMovedMail = (person: Person, address: string) =>
  notice(person, () => ({
    subject: t('accountMails.anAddressWasRemovedFromYourAccount'),
    lines: [t('accountMails.oneOfTheOtherAddresses')],
    facts: [[t('common.address'), address]],
    action: [t('common.seeYourCertificates'), '/my-certificates'],
  }));

/** The link that makes an address the own one of the account that asked for it. */
export const changeEmailMail = (address: string, token: string) =>
  notice(address, () => ({
    subject: t('accountMails.pleaseConfirmYourNewAddress'),
    lines: [t('accountMails.aCertraceAccountAsksToHave')],
    action: [t('accountMails.confirmTheAddress'), `/settings/email/${token}`],
    token,
    closing: [t('accountMails.theLinkWorksFor24HoursForTheAccount')],
  }));

/** Goes to the former address, with a link that undoes the change. */
export const emailChangedMail = (person: Person, newEmail: string, token: string) =>
  notice(person, () => ({
    subject: t('accountMails.yourEmailAddressWasChanged'),
    lines: [
      t('accountMails.yourCertraceAccountHasAnotherEmailAddressNow'),
      t('accountMails.ifThisWasNotYou'),
    ],
    facts: [[t('accountMails.newAddress'), newEmail]],
    action: [t('common.undoTheChange'), `/undo-email-change/${token}`],
    token,
    closing: [t('accountMails.theLinkWorksFor7Days')],
  }));

/**
 * Confirms that a change of address was undone, with the link to set a new password.
 * @param tookBack whether addresses were removed or webhooks switched off
 */
export const emailChangeUndoneMail = (address: string, token: string, tookBack: boolean) =>
  notice(address, () => ({
    subject: t('accountMails.yourAddressIsBackSetANewPassword'),
    lines: [
      t('accountMails.theChangeOfTheEmailAddress'),
      ...(tookBack ? [t('accountMails.whatWasAddedSinceWasTakenBack')] : []),
    ],
    action: [t('common.resetPassword'), `/reset-password/${token}`],
    token,
    closing: [t('accountMails.theLinkWorksOnceForOneHour')],
  }));

/** The link to set a new password. The owner of the address may not have confirmed it yet. */
export const resetPasswordMail = (address: string, token: string) =>
  notice(address, () => ({
    subject: t('accountMails.setANewPassword'),
    lines: [t('accountMails.youAskedForALink')],
    action: [t('common.resetPassword'), `/reset-password/${token}`],
    token,
    closing: [t('accountMails.theLinkWorksOnce')],
  }));

export const passwordChangedMail = (person: Person) =>
  notice(person, () => ({
    subject: t('accountMails.yourPasswordWasChanged'),
    lines: [
      t('accountMails.thePasswordOfYourCertraceAccountWasChanged'),
      t('accountMails.ifThisWasNotYouSet'),
    ],
    action: [t('accountMails.setANewPassword'), '/forgot-password'],
  }));

export const tokenCreatedMail = (
  person: Person,
  { name, scopes }: { name: string; scopes: readonly string[] },
) =>
  notice(person, () => ({
    subject: t('accountMails.anApiTokenWasCreated'),
    lines: [t('accountMails.anApiTokenOfYourAccount'), t('accountMails.ifThisWasNotYouSet')],
    facts: [
      [t('common.token'), name],
      [t('accountMails.scopes'), scopes.join(', ')],
    ],
    action: [t('accountMails.seeYourApiTokens'), '/settings'],
  }));

export const googleLinkedMail = (person: Person) =>
  notice(person, () => ({
    subject: t('accountMails.aGoogleAccountWasLinked'),
    lines: [t('accountMails.aGoogleAccountWasLinkedToYours'), t('accountMails.ifThisWasNotYouSet')],
    action: [t('common.settings'), '/settings'],
  }));

/** Somebody knows the password, but not the second factor. */
export const wrongCodesMail = (person: Person) =>
  notice(person, () => ({
    subject: t('accountMails.wrongCodesAfterYourPassword'),
    lines: [t('accountMails.somebodyEnteredYourPasswordAndWrongCodes'), t('accountMails.ifThisWasNotYouSet')],
    action: [t('accountMails.setANewPassword'), '/forgot-password'],
  }));

/** The same after so many that the password works no more, with the link to set a new one. */
export const passwordEndedMail = (person: Person, token: string) =>
  notice(person, () => ({
    subject: t('accountMails.setANewPassword'),
    lines: [t('accountMails.afterYourPasswordManyWrongCodesWereEntered')],
    action: [t('common.resetPassword'), `/reset-password/${token}`],
    token,
    closing: [t('accountMails.theLinkWorksOnceForOneHour')],
  }));

export const unusedTokensMail = (person: Person, names: readonly string[]) =>
  notice(person, () => ({
    subject: t('accountMails.apiTokensAreUnused', { count: names.length }),
    lines: [t('accountMails.theseApiTokensOfYourCertrace', { count: names.length })],
    facts: names.map((name): Fact => [t('common.token'), name]),
    action: [t('accountMails.seeYourApiTokens'), '/settings'],
  }));

const secondFactorChanges = () =>
  ({
    on: t('accountMails.aSecondFactorWasSwitchedOn'),
    'app-added': t('accountMails.anAuthenticatorAppWasAdded'),
    'app-removed': t('accountMails.theAuthenticatorAppOfYourCertrace'),
    reset: t('accountMails.aSuperAdminHasRemoved'),
    'passkey-added': t('accountMails.aPasskeyWasAddedToYourCertraceAccount'),
    'passkey-removed': t('accountMails.aPasskeyOfYourCertraceAccountWasRemoved'),
    off: t('accountMails.theSecondFactorOfYourCertrace'),
    codes: t('accountMails.theRecoveryCodesOfYourCertrace'),
    'code-used': t('accountMails.aRecoveryCodeWasUsed'),
  }) as const;

/** @param codesLeft after a recovery code was used */
export const secondFactorMail = (
  person: Person,
  change: keyof ReturnType<typeof secondFactorChanges>,
  codesLeft?: number,
) =>
  notice(person, () => ({
    subject: t('accountMails.yourSecondFactor'),
    lines: [
      secondFactorChanges()[change],
      codesLeft === undefined ? null : t('accountMails.recoveryCodesLeftCodesleft', { codesLeft }),
      t('accountMails.ifThisWasNotYouSet'),
    ],
    action: [t('accountMails.seeYourSecondFactor'), '/settings/second-factor'],
  }));

type Reset = { reason: string; effectiveAt: number; token: string };

/** Announces that a super admin removes a second factor, with a link to object. */
export const secondFactorResetMail = (person: Person, { reason, effectiveAt, token }: Reset) =>
  notice(person, () => ({
    subject: t('accountMails.yourSecondFactorWillBeRemoved'),
    lines: [t('accountMails.aSuperAdminWasAsked'), t('accountMails.ifYouDidNotAskForThis')],
    facts: [
      [t('common.reason'), reason],
      [t('common.takesEffect'), t('accountMails.valueUtc', { value: formatInstant(effectiveAt, 'UTC') })],
    ],
    action: [t('common.object'), `/second-factor-reset/${token}`],
    token,
    closing: [t('accountMails.theLinkWorksUntilTheSecond')],
  }));

export const issuerApprovedMail = (person: Person) =>
  notice(person, () => ({
    subject: t('accountMails.yourIssuerAccountWasApproved'),
    lines: [t('accountMails.yourIssuerAccountOnCertraceWasApproved')],
    action: [t('accountMails.issueACertificate'), '/admin/issue-certificate'],
  }));

type NameChange = { name: string; requestedName: string };

const nameFacts = ({ name, requestedName }: NameChange): Fact[] => [
  [t('accountMails.presentName'), name],
  [t('accountMails.newName'), requestedName],
];

/** Confirms an issuer's request for a new name. */
export const nameRequestedMail = (person: Person & NameChange) =>
  notice(person, () => ({
    subject: t('common.yourNewNameIsWaitingForApproval'),
    lines: [t('accountMails.youRequestedAnotherNameForYourIssuerAccount')],
    facts: nameFacts(person),
    action: [t('common.settings'), '/settings'],
    closing: [t('accountMails.ifThisWasNotYouSet')],
  }));

/** Asks the super admins to decide about a new name. */
export const nameToApproveMail = (supportAddress: string, { email, ...change }: Person & NameChange) =>
  compose(supportAddress, () => ({
    name: t('siteMails.certraceSupport'),
    subject: t('accountMails.anIssuerRequestsAnotherName'),
    lines: [t('accountMails.anIssuerRequestsAnotherNameNothing')],
    facts: [...nameFacts(change), [t('common.email'), email]],
    action: [t('accountMails.decide'), '/admin/update?status=renaming'],
  }));

export const nameApprovedMail = (person: Person & NameChange) =>
  notice(person, () => ({
    subject: t('accountMails.yourNewNameWasApproved'),
    lines: [t('accountMails.certificatesAreIssuedUnderYourNew')],
    facts: nameFacts(person),
    action: [t('common.settings'), '/settings'],
  }));

export const nameRefusedMail = (person: Person & NameChange) =>
  notice(person, () => ({
    subject: t('common.yourNewNameWasRefused'),
    lines: [t('accountMails.aSuperAdminRefusedYourNewName')],
    facts: nameFacts(person),
    action: [t('common.writeToSupport'), '/support'],
  }));

export const issuerSuspendedMail = (person: Person) =>
  notice(person, () => ({
    subject: t('accountMails.yourIssuerAccountWasSuspended'),
    lines: [
      t('accountMails.yourIssuerAccountOnCertraceWasSuspended'),
      t('accountMails.certificatesThatYouHaveIssuedStayValid'),
    ],
    action: [t('common.writeToSupport'), '/support'],
  }));

export const issuerReinstatedMail = (person: Person) =>
  notice(person, () => ({
    subject: t('accountMails.yourIssuerAccountWasReinstated'),
    lines: [t('accountMails.yourIssuerAccountOnCertraceIsActiveAgain')],
    action: [t('common.logIn'), '/admin-login/admincredentials'],
  }));
