import { env } from '#app/config/env.server.ts';
import { formatNumber } from '#app/messages/format-numbers.ts';
import { formatCalendarDate } from '#app/shared/format-dates.ts';
import { type LazyText, textNow } from '#app/shared/reader-texts.ts';
import type { Content } from '#db/schema/certificates.ts';
import { t } from '#messages';
import { compose, type Fact, LANE, type Lane, plainName } from './compose.server.ts';
import { keepTheLinkTexts } from './holder-mails.server.ts';

/** What mails say of a certificate. A sample has no other fields. */
type Issued = Pick<Content, 'studentName' | 'studentEmail' | 'courseName' | 'issueDate' | 'expiryDate'> & {
  issuerName: string;
  /** In groups of four. */
  uniqueId: string;
  /** Whether a super admin has approved the issuer. */
  isReviewed: boolean;
};

/**
 * The names for a mail to a student, whose address nobody has confirmed. Those of an issuer whom nobody has reviewed are any
 * stranger's words.
 */
const shownNames = <Names extends Issued>(issued: Names): Names =>
  issued.isReviewed
    ? issued
    : {
        ...issued,
        studentName: plainName(issued.studentName, t('certificateMails.student')),
        courseName: plainName(issued.courseName, t('common.aCourse')),
        issuerName: plainName(issued.issuerName, t('certificateMails.anIssuer')),
      };

/** What the issuer's design adds to the mail about a certificate. */
export type MailDesign = {
  /** Empty for the standard ones. The HTML is that of the text. */
  subject: string;
  text: string;
  html: string;
  language: string;
  /** In pixels. */
  pictureWidth: number;
  hasLogo: boolean;
};

type New = Issued & {
  lane?: Lane;
  replaces?: string | null;
  renews?: string | null;
  /** The token of the link to the certificate (app/holders/holder-sessions.server.ts). */
  token: string;
  /** Only of an issuer whom a super admin has approved. */
  design?: MailDesign | null;
};

/** The issuer's words and the pictures in the mail about a certificate. */
function designed({ design, ...issued }: Omit<New, 'token'>) {
  if (!design) return {};
  const { text, html, language, pictureWidth, hasLogo } = design;
  const heading = t('certificateMails.messageFromIssuername', { issuerName: issued.issuerName });
  return {
    own: text === '' ? null : { heading, text, html, language },
    pictures: {
      certificate: { alt: t('certificateMails.pictureOfTheCertificate', issued), width: pictureWidth },
      logo: hasLogo ? { alt: t('drawing.logoOfIssuer', { issuer: issued.issuerName }) } : null,
    },
  };
}

/** The mail to a student about a new certificate. It contains the issuer, the link to it, and the ID for verification. */
export function certificateIssuedMail(given: New) {
  return compose(given.studentEmail, () => {
    const issued = shownNames(given);
    const check = t('certificateMails.anybodyWhoHasTheIdCan', {
      appUrl: env().APP_URL,
      uniqueId: issued.uniqueId,
    });
    const ofDesign = designed(issued);
    return {
      ...ofDesign,
      lane: issued.lane,
      name: issued.studentName,
      subject:
        issued.design?.subject ||
        t('certificateMails.yourCertificateFromIssuername', { issuerName: issued.issuerName }),
      lines: [
        t('certificateMails.issuernameHasIssuedACertificate', { issuerName: issued.issuerName }),
        ofDesign.own ? check : null,
        issued.replaces
          ? t('certificateMails.itReplacesYourCertificateReplaces', { replaces: issued.replaces })
          : null,
        issued.renews ? t('certificateMails.itRenewsYourCertificateRenews', { renews: issued.renews }) : null,
      ],
      facts: [
        [t('common.course'), issued.courseName],
        [t('common.issuedTo'), issued.studentName],
        [t('certificate.issueDate'), formatCalendarDate(issued.issueDate)],
        issued.expiryDate ? [t('common.expiryDate'), formatCalendarDate(issued.expiryDate)] : null,
        [t('common.certificateId'), issued.uniqueId],
      ],
      action: [t('common.seeYourCertificate'), `/holder/${issued.token}`],
      token: issued.token,
      closing: [
        t('certificateMails.youNeedNoAccountKeepthelink', { keepTheLink: keepTheLinkTexts() }),
        ofDesign.own ? null : check,
      ],
    };
  });
}

/** The mail of a design about a sample, to the member who asked for it. */
export function testMail(
  to: { name: string; email: string },
  sample: Omit<New, 'token'>,
  of: { designId: string; designVersionId: number },
) {
  const about = certificateIssuedMail({ ...sample, token: '' });
  return compose(to, () => {
    const { token: _, pictures, lines, closing, ...content } = about.write();
    return {
      ...content,
      ...(pictures && { pictures: { ...pictures, designVersionId: of.designVersionId } }),
      lines: [t('certificateMails.thisIsATestMail'), ...lines],
      action: [t('common.seeYourCertificate'), `/admin/designs/${of.designId}`],
      closing: closing?.slice(1) ?? [],
    };
  });
}

/** The mail to a student about a revoked certificate. It contains the reason of a reviewed issuer. */
export function certificateRevokedMail(given: Issued & { reason: LazyText; isReplaced?: boolean }) {
  return compose(given.studentEmail, () => {
    const revoked = shownNames(given);
    return {
      name: revoked.studentName,
      subject: t('certificateMails.yourCertificateFromIssuernameWasRevoked', {
        issuerName: revoked.issuerName,
      }),
      lines: [t('certificateMails.theCertificateBelow', { issuerName: revoked.issuerName })],
      facts: [
        [t('common.course'), revoked.courseName],
        [t('common.issuedTo'), revoked.studentName],
        [t('common.certificateId'), revoked.uniqueId],
        given.isReviewed ? [t('common.reason'), textNow(revoked.reason)] : null,
      ],
      closing: [
        given.isReplaced ? t('certificateMails.aCorrectedCertificate') : null,
        t('certificateMails.everybodyWhoChecksItNowSees'),
      ],
    };
  });
}

/** Reminds a student that a certificate expires soon. */
export function certificateExpiresMail(
  given: Issued & { expiryDate: string; daysLeft: number; unsubscribe: string },
) {
  return compose(given.studentEmail, () => {
    const expiring = shownNames(given);
    return {
      lane: LANE.batch,
      unsubscribe: given.unsubscribe,
      name: expiring.studentName,
      subject: t('certificateMails.yourCertificateFromIssuernameExpiresOn', {
        issuerName: expiring.issuerName,
        expiryDate: formatCalendarDate(expiring.expiryDate),
      }),
      lines: [
        t('certificateMails.theCertificateBelowIssued', {
          issuerName: expiring.issuerName,
          daysLeft: expiring.daysLeft,
        }),
      ],
      facts: [
        [t('common.course'), expiring.courseName],
        [t('common.issuedTo'), expiring.studentName],
        [t('common.expiryDate'), formatCalendarDate(expiring.expiryDate)],
        [t('common.certificateId'), expiring.uniqueId],
      ],
      closing: [t('certificateMails.pleaseAskTheIssuerAboutARenewal')],
    };
  });
}

type Summary = {
  name: string;
  email: string;
  week: number;
  month: number;
  twoMonths: number;
  unsubscribe: string;
};

/** A weekly message to issuers. */
export const expirySummaryMail = ({ name, email, week, month, twoMonths, unsubscribe }: Summary) =>
  compose(email, () => ({
    lane: LANE.batch,
    unsubscribe,
    name,
    subject: t('certificateMails.certificatesThatExpireSoon'),
    lines: [t('certificateMails.someOfTheCertificatesThatYou')],
    facts: [
      [t('certificateMails.inTheNext7Days'), formatNumber(week)],
      [t('certificateMails.inTheNext30Days'), formatNumber(month)],
      [t('certificateMails.inTheNext60Days'), formatNumber(twoMonths)],
    ],
    action: [t('common.renewCertificates'), '/admin/issued-certificates?state=expiring'],
    closing: [t('certificateMails.youCanSwitchThisMessageOff')],
  }));

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

type Person = { name: string; email: string };
type Failed = { uniqueId: string; reason: string };

/**
 * Certificates that were not issued when their time came, to who issued them. It names no student.
 * @param count of all of them
 * @param some writes some of them in the language of the mail
 */
export const certificatesNotIssuedMail = (
  person: Person,
  { organisation, count, some }: { organisation: string; count: number; some: () => Failed[] },
) =>
  compose(person, () => {
    const failed = some();
    return {
      subject: t('scheduledMails.countCertificatesWereNotIssued', { count }),
      lines: [
        t('scheduledMails.theirTimeCameButTheyCouldNotBeIssued', { count }),
        t('scheduledMails.changeOrWithdrawThem'),
      ],
      facts: [
        [t('common.organisation'), organisation],
        ...failed.map(({ uniqueId, reason }): Fact => [uniqueId, reason]),
      ],
      action: [t('scheduledMails.seeTheCertificates'), '/admin/issued-certificates?state=scheduled'],
      closing: [
        count > failed.length
          ? t('scheduledMails.countMoreAreInTheList', { count: count - failed.length })
          : null,
      ],
    };
  });
