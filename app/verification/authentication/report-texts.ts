import type { Texts } from '@certrace/verify';
import { formatIsoDate, formatIsoTime, forReader } from '#app/messages/formats.ts';
import { joinSentences } from '#app/messages/join-sentences.ts';
import { pageLanguage, t } from '#messages';

/** Formats lists. In Chinese, a space parts its word for 'and' from a Latin name, which Intl leaves out: 'A 和 B'. */
const listsOf = (type: 'conjunction' | 'disjunction') =>
  forReader((locale) => {
    const format = new Intl.ListFormat(locale, { type });
    return (names: string[]) =>
      format
        .formatToParts(names)
        .map(({ type: kind, value }) =>
          kind === 'literal' ? value.replace(/^\p{Script=Han}+$/u, ' $& ') : value,
        )
        .join('');
  });
const conjunction = listsOf('conjunction');
const disjunction = listsOf('disjunction');

/** A day, or a minute or second in UTC, as the package writes it. */
const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d/;

/** A date or time as the reader writes it. An English report is the same here and from the package. */
function dateForReader(written: string | number): string {
  const text = String(written);
  if (pageLanguage() === 'en') return text;
  if (DATE.test(text)) return formatIsoDate(text);
  const [time] = TIME.exec(text) ?? [];
  return time === undefined ? text : formatIsoTime(time) + text.slice(time.length);
}

/** The texts of reports in the reader's language. */
export const reportTexts: Texts = {
  unaltered: () => t('reportTexts.unaltered'),
  credentialAlone: () => t('reportTexts.credentialAlone'),
  pageChanged: () => t('reportTexts.pageChanged'),
  pictureChanged: () => t('reportTexts.pictureChanged'),
  credentialChanged: () => t('reportTexts.credentialChanged'),
  attachmentChanged: () => t('reportTexts.attachmentChanged'),
  pdfSignatureChanged: () => t('reportTexts.pdfSignatureChanged'),
  rewritten: () => t('reportTexts.rewritten'),
  continued: () => t('reportTexts.continued'),
  signedBy: (values) => t('reportTexts.signedBy', values),
  signedByAt: ({ name, time }) => t('reportTexts.signedByAt', { name, time: dateForReader(time) }),
  signedByStranger: (values) => t('reportTexts.signedByStranger', values),
  signedByStrangerAt: ({ name, time }) =>
    t('reportTexts.signedByStrangerAt', { name, time: dateForReader(time) }),
  nobody: () => t('reportTexts.nobody'),
  notTheIssuedFile: () => t('reportTexts.notTheIssuedFile'),
  drawnBeforeSignature: () => t('reportTexts.drawnBeforeSignature'),
  proofSignedByStranger: (values) => t('reportTexts.proofSignedByStranger', values),
  logDidNotSign: () => t('reportTexts.logDidNotSign'),
  unknownLogSigned: (values) => t('reportTexts.unknownLogSigned', values),
  foreignPicture: () => t('reportTexts.foreignPicture'),
  foreignPage: () => t('reportTexts.foreignPage'),
  saysNothing: () => t('reportTexts.saysNothing'),
  lacksStatement: () => t('reportTexts.lacksStatement'),
  statementNotSigned: () => t('reportTexts.statementNotSigned'),
  statementOfOthers: () => t('reportTexts.statementOfOthers'),
  notACertificate: () => t('reportTexts.notACertificate'),
  noCredential: () => t('reportTexts.noCredential'),
  twoCredentials: () => t('reportTexts.twoCredentials'),
  proofTooLong: () => t('reportTexts.proofTooLong'),
  fileTooLarge: (values) => t('reportTexts.fileTooLarge', values),
  fileEmpty: () => t('reportTexts.fileEmpty'),
  utf16: () => t('reportTexts.utf16'),
  otherKind: () => t('reportTexts.otherKind'),
  pdfForm: () => t('reportTexts.pdfForm'),
  pictureChecksum: (values) => t('reportTexts.pictureChecksum', values),
  pictureTruncated: () => t('reportTexts.pictureTruncated'),
  pictureTextDamaged: (values) => t('reportTexts.pictureTextDamaged', values),
  pictureTextTwice: (values) => t('reportTexts.pictureTextTwice', values),
  pictureTextTooLong: () => t('reportTexts.pictureTextTooLong'),
  picturePart: (values) => t('reportTexts.picturePart', values),
  pictureDamaged: () => t('reportTexts.pictureDamaged'),
  pictureForm: () => t('reportTexts.pictureForm'),
  jsonTooLarge: (values) => t('reportTexts.jsonTooLarge', values),
  notUtf8: () => t('reportTexts.notUtf8'),
  jsonTooDeep: () => t('reportTexts.jsonTooDeep'),
  jsonNoObject: () => t('reportTexts.jsonNoObject'),
  jsonTwice: () => t('reportTexts.jsonTwice'),
  notJson: () => t('reportTexts.notJson'),
  tokenTooLarge: (values) => t('reportTexts.tokenTooLarge', values),
  notAToken: () => t('reportTexts.notAToken'),
  tokenHeader: (values) => t('reportTexts.tokenHeader', values),
  tokenContent: (values) => t('reportTexts.tokenContent', values),
  tokenTwoIssuers: () => t('reportTexts.tokenTwoIssuers'),
  signed: () => t('reportTexts.signed'),
  signedWithKey: (values) => t('reportTexts.signedWithKey', values),
  signedWithKeys: (values) => t('reportTexts.signedWithKeys', values),
  changedAfterSigning: () => t('reportTexts.changedAfterSigning'),
  notAsIssuerSigned: () => t('reportTexts.notAsIssuerSigned'),
  noYes: () => t('reportTexts.noYes'),
  keyUnknown: () => t('reportTexts.keyUnknown'),
  notAsSigned: () => t('reportTexts.notAsSigned'),
  signatureUncheckable: () => t('reportTexts.signatureUncheckable'),
  noSignature: () => t('reportTexts.noSignature'),
  otherSignature: (values) => t('reportTexts.otherSignature', values),
  tooManySignatures: () => t('reportTexts.tooManySignatures'),
  signatureExpired: () => t('reportTexts.signatureExpired'),
  signatureOfNoIssuer: () => t('reportTexts.signatureOfNoIssuer'),
  signatureDamaged: () => t('reportTexts.signatureDamaged'),
  contextUnknown: (values) => t('reportTexts.contextUnknown', values),
  ownContext: () => t('reportTexts.ownContext'),
  contextMissing: () => t('reportTexts.contextMissing'),
  tooManyContexts: () => t('reportTexts.tooManyContexts'),
  termsUndefined: () => t('reportTexts.termsUndefined'),
  keywordUnexpected: (values) => t('reportTexts.keywordUnexpected', values),
  notATerm: (values) => t('reportTexts.notATerm', values),
  blankNode: () => t('reportTexts.blankNode'),
  emptyValue: () => t('reportTexts.emptyValue'),
  notOneDate: (values) => t('reportTexts.notOneDate', values),
  statusEntryMalformed: () => t('reportTexts.statusEntryMalformed'),
  describesItself: () => t('reportTexts.describesItself'),
  tooManyValues: () => t('reportTexts.tooManyValues'),
  noIssuer: () => t('reportTexts.noIssuer'),
  issuerUnknown: (values) => t('reportTexts.issuerUnknown', values),
  keyOfOthers: (values) => t('reportTexts.keyOfOthers', values),
  issuerNotTrusted: (values) => t('reportTexts.issuerNotTrusted', values),
  issuedBy: (values) => t('reportTexts.issuedBy', values),
  issuedByApproved: ({ name, date }) =>
    t('reportTexts.issuedByApproved', { name, date: dateForReader(date) }),
  issuedByUnreviewed: (values) => t('reportTexts.issuedByUnreviewed', values),
  issuerOfLog: () => t('reportTexts.issuerOfLog'),
  issuerNotChecked: () => t('reportTexts.issuerNotChecked'),
  keyRevoked: ({ date }) => t('reportTexts.keyRevoked', { date: dateForReader(date) }),
  keyExpired: ({ date }) => t('reportTexts.keyExpired', { date: dateForReader(date) }),
  statementKeyRevoked: ({ date }) => t('reportTexts.statementKeyRevoked', { date: dateForReader(date) }),
  statementKeyExpired: ({ date }) => t('reportTexts.statementKeyExpired', { date: dateForReader(date) }),
  statementKeyRevokedSince: ({ date }) =>
    t('reportTexts.statementKeyRevokedSince', { date: dateForReader(date) }),
  loggedOnlySince: ({ date }) => t('reportTexts.loggedOnlySince', { date: dateForReader(date) }),
  inTheLog: ({ origin, date, index }) =>
    t('reportTexts.inTheLog', { origin, date: dateForReader(date), index }),
  cosigned: (values) => t('reportTexts.cosigned', values),
  noProof: () => t('reportTexts.noProof'),
  noProofKeyRevoked: ({ date }) => t('reportTexts.noProofKeyRevoked', { date: dateForReader(date) }),
  noProofKeyExpired: ({ date }) => t('reportTexts.noProofKeyExpired', { date: dateForReader(date) }),
  loggedWhen: () => t('reportTexts.loggedWhen'),
  tooFewWitnesses: () => t('reportTexts.tooFewWitnesses'),
  entryDatedBack: ({ index, origin, time, earlier }) =>
    t('reportTexts.entryDatedBack', {
      index,
      origin,
      time: dateForReader(time),
      earlier: dateForReader(earlier),
    }),
  witnessedLate: ({ time, seen }) =>
    t('reportTexts.witnessedLate', { time: dateForReader(time), seen: dateForReader(seen) }),
  logNotAsked: () => t('reportTexts.logNotAsked'),
  proofDamaged: () => t('reportTexts.proofDamaged'),
  proofOfOther: () => t('reportTexts.proofOfOther'),
  proofWithoutRoot: () => t('reportTexts.proofWithoutRoot'),
  noLogKey: () => t('reportTexts.noLogKey'),
  proofNotSigned: () => t('reportTexts.proofNotSigned'),
  revocationNotChecked: () => t('reportTexts.revocationNotChecked'),
  neverRevoked: () => t('reportTexts.neverRevoked'),
  statusUncheckable: () => t('reportTexts.statusUncheckable'),
  notRevoked: () => t('reportTexts.notRevoked'),
  revoked: () => t('reportTexts.revoked'),
  revokedOn: ({ date }) => t('reportTexts.revokedOn', { date: dateForReader(date) }),
  replacedBy: (values) => t('reportTexts.replacedBy', values),
  statusListMade: ({ time }) => t('reportTexts.statusListMade', { time: dateForReader(time) }),
  issueDateUnreadable: () => t('reportTexts.issueDateUnreadable'),
  notValidBefore: ({ date }) => t('reportTexts.notValidBefore', { date: dateForReader(date) }),
  neverExpires: () => t('reportTexts.neverExpires'),
  expiryDateUnreadable: () => t('reportTexts.expiryDateUnreadable'),
  expired: ({ date }) => t('reportTexts.expired', { date: dateForReader(date) }),
  validUntil: ({ date }) => t('reportTexts.validUntil', { date: dateForReader(date) }),
  couldNotCheck: (values) => t('reportTexts.couldNotCheck', values),
  file: () => t('reportTexts.file'),
  signature: () => t('reportTexts.signature'),
  issuer: () => t('reportTexts.issuer'),
  log: () => t('reportTexts.log'),
  revocation: () => t('reportTexts.revocation'),
  start: () => t('reportTexts.start'),
  expiry: () => t('reportTexts.expiry'),
  sentences: joinSentences,
  and: (names) => conjunction()(names),
  or: (names) => disjunction()(names),
};
