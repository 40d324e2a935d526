import { t } from '#messages';
import { compose, LANE, plainName } from './compose.server.ts';

export const keepTheLinkTexts = () => t('holderMails.theLinkWorksFor90Days');

/** The link to everything issued to an address. */
export const holderLinkMail = (address: string, token: string) =>
  compose(address, () => ({
    lane: LANE.security,
    subject: t('holderMails.yourCertificates'),
    lines: [t('holderMails.youAskedForALink')],
    action: [t('common.seeYourCertificates'), `/holder/${token}`],
    token,
    closing: [t('holderMails.keepTheLinkIfYouDidNotAsk', { keepTheLink: keepTheLinkTexts() })],
  }));

const times = (count: number) => t('holderMails.countTimes', { count });

type News = { address: string; token: string; lookUps: number; payments: number };

/** The look-ups since the holder's last such mail. */
export const lookUpsMail = ({ address, token, lookUps, payments }: News) =>
  compose(address, () => ({
    lane: LANE.batch,
    subject: t('holderMails.yourCertificatesWereLookedUp'),
    lines: [
      lookUps > 0 ? t('holderMails.yourCertificatesOnCertraceWereLooked', { lookUps: times(lookUps) }) : null,
      payments > 0 ? t('holderMails.aVerificationWasPaidForPayments', { payments: times(payments) }) : null,
    ],
    action: [t('holderMails.seeWhoLookedThemUp'), `/holder/${token}`],
    token,
    closing: [keepTheLinkTexts(), t('holderMails.youCanSwitchThisMessageOff')],
  }));

type Asked = {
  address: string;
  token: string;
  verifierName: string;
  organisation: string | null;
  /** In the recipient's language. */
  purpose: () => string | null;
  course: string;
};

/** Asks a holder for consent. Nobody has confirmed the address, so it contains names only. */
export const consentAskedMail = ({ address, token, organisation, purpose, ...asked }: Asked) => {
  const company = organisation && plainName(organisation, '');
  return compose(address, () => {
    const shownPurpose = purpose();
    const name = plainName(asked.verifierName, t('holderMails.aVerifier'));
    return {
      subject: t('holderMails.nameAsksToLookUpYourCertificate', { name }),
      lines: [t('holderMails.nameAsksForYourConsent', { name })],
      facts: [
        [t('common.verifier'), name],
        company ? [t('common.organisation'), company] : null,
        shownPurpose ? [t('common.purpose'), shownPurpose] : null,
        [t('common.course'), plainName(asked.course, t('common.aCourse'))],
      ],
      action: [t('common.allow'), `/consent/${token}?answer=granted`],
      otherAction: [t('common.decline'), `/consent/${token}?answer=declined`],
      token,
      closing: [
        t('holderMails.thePageAsksYouToConfirmYourAnswer'),
        t('holderMails.withoutYourConsentTheVerifierSees'),
      ],
    };
  });
};

type Answered = { to: { name: string; address: string }; uniqueId: string; isGranted: boolean };

/** @param uniqueId in groups of four */
export const consentAnsweredMail = ({ to, uniqueId, isGranted }: Answered) =>
  compose(to.address, () => ({
    name: to.name,
    subject: isGranted
      ? t('holderMails.theHolderAllowedYourLookUp')
      : t('holderMails.theHolderDeclinedYourLookUp'),
    lines: [
      isGranted
        ? t('holderMails.theHolderOfTheCertificateUniqueid', { uniqueId })
        : t('holderMails.theHolderOfTheCertificateUniqueidDeclined', { uniqueId }),
    ],
    action: [t('holderMails.seeYourVerifications'), `/verify?id=${uniqueId}`],
  }));
