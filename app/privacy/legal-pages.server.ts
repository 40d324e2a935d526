import { env } from '#app/config/env.server.ts';
import { durationInWords } from '#app/shared/durations.ts';
import { createMarkdown } from '#app/shared/markdown.server.ts';
import { t } from '#messages';

/** The page has its title as h1. */
const markdown = createMarkdown(2);

const rendered = new WeakMap<object, { privacy: string | null; terms: string | null }>();

/** The operator's own text below ours, as HTML, or null. It is rendered once, because it is read at start. */
export function legalText(page: 'privacy' | 'terms'): string | null {
  const { legal } = env();
  const known = rendered.get(legal) ?? {
    privacy: legal.privacy && markdown.render(legal.privacy),
    terms: legal.terms && markdown.render(legal.terms),
  };
  rendered.set(legal, known);
  return known[page];
}

/** One kind of personal data, with the purpose and the period. */
type KeptData = { data: string; why: string; period: string };

const inDays = (days: number) => durationInWords({ years: 0, months: 0, days });

const whileAccount = () => t('keptData.asLongAsTheAccountExists');

const accountData = (): KeptData[] => [
  {
    data: t('keptData.accountsNameUsernameEmailAddresses'),
    why: t('keptData.toLogYouIn'),
    period: t('keptData.asLongAsTheAccountExistsDaysIfItsAddressIsNeverVerified', {
      days: inDays(env().RETENTION_UNVERIFIED_ACCOUNT_DAYS),
    }),
  },
  {
    data: t('keptData.sessionsAndApiTokens'),
    why: t('keptData.toKeepYouLoggedIn'),
    period: t('keptData.untilTheyEnd'),
  },
  {
    data: t('keptData.failedLoginsCountsByHashes'),
    why: t('keptData.toStopAttemptsToGuessPasswords'),
    period: t('keptData.atMostTwoHoursAfterTheLastOne'),
  },
  {
    data: t('keptData.auditTrailWhichAccountDidWhat'),
    why: t('keptData.soThatMisuseOfAnAccountIsFound'),
    period: inDays(env().RETENTION_AUDIT_DAYS),
  },
  {
    data: t('keptData.coursesEnrolmentsAndRatings'),
    why: t('keptData.toOpenTheLessonsOfYourCourses'),
    period: whileAccount(),
  },
];

const certificateData = (): KeptData[] => [
  {
    data: t('keptData.certificatesNameAndEmailAddress'),
    why: t('keptData.soThatACertificateCanBe'),
    period: t('keptData.untilItsHolderIsErased'),
  },
  {
    data: t('keptData.transparencyLogHashesOfCertificatesRevocations'),
    why: t('keptData.soThatNobody'),
    period: t('keptData.withoutEndTheLogIsPublic'),
  },
  {
    data: t('keptData.lookUpsWhichVerifierLooked'),
    why: t('keptData.soThatHoldersSeeWhoDid'),
    period: t('keptData.withoutEnd'),
  },
  {
    data: t('keptData.filesOfCertificatesThatAnIssuer'),
    why: t('keptData.soThatTheIssuerCanCheck'),
    period: inDays(env().RETENTION_BATCH_DRAFT_DAYS),
  },
];

const paymentData = (): KeptData[] => [
  {
    data: t('keptData.paymentsAndReceipts'),
    why: t('keptData.becauseTheLawAsksForRecordsOfSales'),
    period: t('keptData.withoutEndCardNumbersAndCodes'),
  },
];

const messageData = (): KeptData[] => [
  {
    data: t('keptData.mailsRecipientAndSubject'),
    why: t('keptData.toFindOutWhyAMail'),
    period: t('keptData.retentionmaildaysTheTextUntilItIsDelivered', {
      retentionMailDays: inDays(env().RETENTION_MAIL_DAYS),
    }),
  },
  {
    data: t('keptData.messagesToUsNameEmailAddressAndText'),
    why: t('keptData.toAnswerThem'),
    period: t('keptData.retentionsupportmessagedaysAfterTheyWereHandled', {
      retentionSupportMessageDays: inDays(env().RETENTION_SUPPORT_MESSAGE_DAYS),
    }),
  },
];

const backupData = (): KeptData[] => {
  const { backupEveryMs, BACKUP_KEEP } = env();
  return [
    {
      data: t('keptData.backupsCopiesOfAllOfThis'),
      why: t('keptData.toRestoreTheSiteAfterALoss'),
      period:
        backupEveryMs === null
          ? t('keptData.asLongAsTheOperatorKeepsThem')
          : t('keptData.theNewestBackupkeepAreKept', { backupKeep: BACKUP_KEEP }),
    },
    {
      data: t('keptData.theServersLogNetworkAddressesPagesAndTimes'),
      why: t('keptData.toFindErrorsAndAttacks'),
      period: t('keptData.asLongAsTheOperatorKeepsIt'),
    },
  ];
};

/** All kinds of personal data on the site, with the configured periods. */
export const keptData = (): KeptData[] => [
  ...accountData(),
  ...certificateData(),
  ...paymentData(),
  ...messageData(),
  ...backupData(),
];
