import { t } from '#messages';
import { compose } from './compose.server.ts';
import { keepTheLinkTexts } from './holder-mails.server.ts';
import { plainName } from './plain-name.ts';

type Asked = {
  to: { name: string; address: string };
  /** In groups of four. */
  uniqueId: string;
  /** The name of the wrong field. It is called in the recipient's language. */
  field: () => string;
  right: string;
  reason: string;
};

export const correctionAskedMail = ({ to, uniqueId, field, right, reason }: Asked) =>
  compose(to.address, () => ({
    name: to.name,
    subject: t('correctionMails.aHolderAsksForACorrection'),
    lines: [t('correctionMails.theHolderOfACertificate')],
    facts: [
      [t('common.certificateId'), uniqueId],
      [t('common.whatIsWrong'), field()],
      [t('common.whatIsRight'), right],
      [t('common.why'), reason],
    ],
    action: [t('correctionMails.answerTheRequest'), '/dashboard#corrections'],
    closing: [t('correctionMails.youCanIssueACorrectedCertificate')],
  }));

type Declined = { address: string; token: string; issuerName: string; uniqueId: string; reason: string };

/** Goes to an unconfirmed address, because its holder asked for the correction. */
export const correctionDeclinedMail = ({ address, token, issuerName, uniqueId, reason }: Declined) =>
  compose(address, () => ({
    subject: t('correctionMails.yourCertificateStaysAsItIs'),
    lines: [
      t('correctionMails.issuernameDeclinedTheCorrection', {
        issuerName: plainName(issuerName, t('correctionMails.theIssuer')),
        uniqueId,
      }),
    ],
    facts: [[t('common.reason'), reason]],
    action: [t('common.seeYourCertificate'), `/holder/${token}`],
    token,
    closing: [keepTheLinkTexts()],
  }));
