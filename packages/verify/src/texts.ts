/** A time in ms as people read it, to the minute in UTC: `2026-01-31 12:00 UTC`. */
export const minuteOf = (time: number) =>
  `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** A time in ms to the second in UTC: `2026-01-31 12:00:00 UTC`. */
export const secondOf = (time: number) =>
  `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** The day of a time in ms in UTC, as YYYY-MM-DD. */
export const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/**
 * Characters that move the cursor, or hide or reorder text on a terminal: C0, DEL, C1, line and paragraph
 * separators, and the controls of the bidirectional algorithm (UAX 9).
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it finds control characters
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const hexOf = (character: string) => character.charCodeAt(0).toString(16);

/** One line for a terminal, in which control characters are written as escapes, such as `\u{1b}`. */
export const printable = (line: string): string =>
  line.replace(CONTROLS, (character) => `\\u{${hexOf(character)}}`);

/** The same for JSON, which stays the same object. */
export const printableJson = (json: string): string =>
  json.replace(CONTROLS, (character) => `\\u${hexOf(character).padStart(4, '0')}`);

/** The texts of reports, in English. Placeholders are in braces. */
const ENGLISH = {
  // The file and its contents
  unaltered: 'The file is unaltered since it was drawn.',
  credentialAlone: 'A credential alone: there is no page or picture to check.',
  pageChanged: 'The page was changed, not the credential in it: this is not the file that was issued.',
  pictureChanged: 'The picture was changed, not the credential in it: this is not the file that was issued.',
  attachmentChanged:
    'The page or what is attached to it was changed, not the credential: this is not the file that was issued.',
  pictureAttachmentChanged:
    'The picture or what is attached to it was changed, not the credential: this is not the file that was issued.',
  pdfSignatureChanged:
    'Its signature for PDF readers was removed, replaced or damaged, or something was added after it: this is not the file that was issued.',
  rewritten:
    'It was saved again by another program, so that its page can no longer be compared with the one that was issued. This is not the file that was issued.',
  continued:
    'It was saved again: something was added after the file that was issued, which is complete in it, so it may show something else.',
  signedBy: 'It carries the signature of {name}.',
  signedByAt: 'It carries the signature of {name}, with a timestamp of {time}.',
  signedByStranger: 'It carries the signature of {name}, which is not vouched for.',
  signedByStrangerAt:
    'It carries the signature of {name}, with a timestamp of {time}, which is not vouched for.',
  nobody: 'nobody',
  notTheIssuedFile: 'This is not the file that was issued.',
  drawnBeforeSignature: 'What was signed before it is as it was drawn.',
  proofSignedByStranger:
    'Its log proof carries a signature of {name}, which is not known here and not vouched for.',
  logDidNotSign: 'The log’s key did not sign the statement of what it shows.',
  unknownLogSigned: 'The log {name} signed what it shows, whose key is not known here.',
  showsOther: 'What it shows differs from the credential in it: {facts}.',
  foreignPicture:
    'The issuer signed the credential in this picture, not the picture: rely on what the credential says.',
  foreignPage: 'The issuer signed the credential in this PDF, and nothing says what its pages show.',
  saysNothing: 'It does not state what it shows.',
  lacksStatement: 'It lacks the issuer’s statement of what it shows.',
  statementNotSigned: 'Its statement is not signed by the issuer.',
  statementOfOthers: 'The statement of what it shows is not the issuer’s.',
  statementOfAnother: 'The credential in it and the statement of what it shows do not belong together.',
  notACertificate: 'It is JSON, but not a certificate.',
  noCredential: 'It contains no credential. It may have been made or saved again by another program.',
  cutShort: 'Its end is missing: the file was cut short.',
  twoCredentials: 'It contains two credentials.',
  proofTooLong: 'The log proof is too long.',
  fileTooLarge: 'The file is larger than {megabytes} MB.',
  fileEmpty: 'The file is empty.',
  utf16: 'It begins with the byte order mark of UTF-16. A credential is UTF-8.',
  otherKind: 'It is not a PDF, PNG, SVG or JSON file.',
  anotherKind: 'It is of a kind that cannot be checked here: {kind}.',
  pdfEncrypted:
    'The PDF is encrypted, so no credential can be read in it. It may have been made or saved again by another program.',
  pdfForm: 'The PDF is not written like a certificate.',
  pictureChecksum: 'The picture is damaged: the checksum of its {part} chunk is wrong.',
  pictureTruncated: 'The picture is truncated or has too many parts.',
  pictureTextDamaged: 'The picture’s {keyword} text is compressed or damaged.',
  pictureTextTwice: 'The picture contains two texts named {keyword}.',
  pictureTextTooLong: 'The text in the picture is too long.',
  picturePart: 'The parts of the picture are not those of a certificate ({part}).',
  pictureContinued: 'Something was added after the end of the picture.',
  pictureDamaged: 'The picture is damaged.',
  pictureForm: 'The picture was saved in another form than a certificate.',
  jsonTooLarge: 'The JSON is larger than {kilobytes} KB.',
  notUtf8: 'The file is not UTF-8 text.',
  jsonTooDeep: 'The JSON is nested too deeply.',
  jsonNoObject: 'The JSON is not an object.',
  jsonTwice: 'The JSON has a duplicate name in an object.',
  notJson: 'The file is not valid JSON.',
  tokenTooLarge: 'The token is larger than {kilobytes} KB.',
  notAToken: 'The token is not a JSON Web Signature.',
  tokenHeader: 'The header of the token: {fault}',
  tokenContent: 'The content of the token: {fault}',
  tokenTwoIssuers: 'The token names two issuers.',

  // The signature
  signed: 'Signed with the key in it, and unchanged since.',
  signedWithKey: 'Signed with the key {key}, and unchanged since.',
  signedWithKeys: 'Signed with the keys {keys}, and unchanged since.',
  changedAfterSigning: 'The credential was changed after it was signed.',
  notAsIssuerSigned: 'It is not as its issuer signed it: its signature does not verify.',
  noYes: 'This is not a yes: its signature does not verify.',
  keyUnknown: 'The key that signed it is not known here.',
  notAsSigned: 'The credential is not as it was signed.',
  signatureUncheckable: 'The signature cannot be checked.',
  noSignature: 'It has no signature of the kind that can be checked here.',
  otherSignature: 'It has a signature of a kind that cannot be checked here: {kind}.',
  tooManySignatures: 'It has too many signatures.',
  signatureExpired: 'Its signature has expired.',
  signatureOfNoIssuer: 'Its signature is not one of an issuer.',
  signatureLacks: 'Its signature has no {name} that can be read.',
  contextUnknown: 'Its context is not known here: {name}.',
  ownContext:
    'Its context is not known here: one written into the document, which could give its words another meaning.',
  contextMissing: 'It names no JSON-LD context.',
  tooManyContexts: 'It names too many JSON-LD contexts.',
  propertyUndefined: 'No context defines its property {name}.',
  typeUndefined: 'No context defines its type {name}.',
  addressRelative: 'It has an address that is not absolute: {name}.',
  contextsContradict: 'Its JSON-LD contexts contradict each other in the term {name}.',
  notJsonLd: 'It is not valid JSON-LD: {fault}.',
  keywordUnexpected: 'It uses the JSON-LD keyword {name} where none is expected.',
  notATerm: 'It has a member that is not a term: {name}.',
  blankNode: 'It names a blank node.',
  emptyValue: 'It has an empty value or a list in a list.',
  notOneDate: 'Its {name} is not one date.',
  statusEntryMalformed: 'Its entry for the status is malformed.',
  fieldMalformed: 'One of its own fields is malformed.',
  describesItself: 'It describes itself in one of its parts.',
  tooManyValues: 'It has too many values.',

  // The issuer and its keys
  noIssuer: 'It names no issuer.',
  issuerUnknown: 'The issuer {did} is not known here.',
  keyOfOthers: 'It was signed with a key that is not one of {name}.',
  issuerNotTrusted: '{name} signed it, but nothing here says that {name} may be trusted.',
  issuedBy: 'Issued by {name}.',
  issuedByApproved: 'Issued by {name}, approved since {date}.',
  issuedByUnreviewed: 'Issued by {name}, address confirmed, not reviewed.',
  issuerOfLog: 'Signed by an issuer of the log that was given.',
  issuerNotChecked: 'Not checked, because no valid signature says who issued it.',
  keyRevoked: 'The key that signed it was revoked on {date}.',
  keyExpired: 'The key that signed it expired on {date}.',
  statementKeyRevoked: 'The key that states what it shows was revoked on {date}.',
  statementKeyExpired: 'The key that states what it shows expired on {date}.',
  statementKeyRevokedSince:
    'The key that says so was revoked on {date}: compare what it shows with what the credential says, or get a new file.',
  loggedOnlySince: 'The log has it only since {date}.',

  // The log
  inTheLog: 'In the log {origin} since {date}, entry {index}.',
  cosigned: 'Cosigned by {names}.',
  noProof: 'It came without its log proof.',
  noProofKeyRevoked:
    'A key that signed it was revoked on {date}, and it came without a proof that the log had it before.',
  noProofKeyExpired:
    'A key that signed it expired on {date}, and it came without a proof that the log had it before.',
  loggedWhen: 'When it got it is not known.',
  tooFewWitnesses: 'Too few of the witnesses have cosigned its log proof.',
  entryDatedBack: 'Entry {index} of {origin} is dated {time}, but an entry before it {earlier}.',
  witnessedLate:
    'The log dates it {time}, but the witnesses have seen it only on {seen}. Only the log tells whether it had it before.',
  logNotAsked: 'The log could not be asked.',
  proofDamaged: 'The log proof is damaged.',
  proofOfOther: 'The log proof belongs to another document.',
  proofWithoutRoot: 'The log proof does not match the log’s root.',
  noLogKey: 'No key of the log was given.',
  proofNotSigned: 'The log proof is not signed by the log.',

  // The revocation, the issue date and the expiry date
  revocationNotChecked: 'Not checked, because the signature or the issuer is not valid.',
  neverRevoked: 'It names no list of revoked certificates, so it is never revoked.',
  statusUncheckable: 'It has an entry for its status that cannot be checked here: {kind}.',
  notRevoked: 'It is not revoked.',
  revoked: 'It was revoked.',
  revokedOn: 'It was revoked on {date}.',
  replacedBy: 'It was replaced by {id}.',
  suspended: 'It is suspended: its issuer has taken it back for now.',
  notSuspended: 'It is not suspended.',
  statusListMade: 'Status list made {time}.',
  issueDateUnreadable: 'Its issue date cannot be read.',
  notValidBefore: 'It is not valid before {date}.',
  neverExpires: 'It does not expire.',
  expiryDateUnreadable: 'Its expiry date cannot be read.',
  expired: 'It expired on {date}.',
  expiresOn: 'Its expiry date is {date}.',

  // What a page shows
  studentName: 'the name',
  courseName: 'the course',
  certificateId: 'the ID',

  // The verdict `unknown`, and the checks that it lists
  couldNotCheck: 'We could not check {checks}, so this is not a yes.',
  file: 'the file',
  signature: 'the signature',
  issuer: 'the issuer',
  log: 'the log',
  revocation: 'the revocation',
  suspension: 'the suspension',
  start: 'the issue date',
  expiry: 'the expiry date',
} as const;

export type TextCode = keyof typeof ENGLISH;
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type ValueNames<Code extends TextCode> = NamesIn<(typeof ENGLISH)[Code]>;
/** The values of a text's placeholders. Dates are YYYY-MM-DD, and times have the form of `minuteOf`. */
export type TextValues<Code extends TextCode> = Record<ValueNames<Code>, string | number>;
type Arguments<Code extends TextCode> = [ValueNames<Code>] extends [never] ? [] : [TextValues<Code>];

/** How reports are worded: each text as a function of its values, and what joins them. */
export type Texts = { [Code in TextCode]: (values: TextValues<Code>) => string } & {
  sentences: (parts: string[]) => string;
  and: (names: string[]) => string;
  or: (names: string[]) => string;
};

const fill = (text: string, values: Record<string, string | number>) =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

const list = (type: 'conjunction' | 'disjunction') => (names: string[]) =>
  new Intl.ListFormat('en', { type }).format(names);

export const ENGLISH_TEXTS = {
  ...Object.fromEntries(
    Object.entries(ENGLISH).map(([code, text]) => [code, (values = {}) => fill(text, values)]),
  ),
  sentences: (parts: string[]) => parts.join(' '),
  and: list('conjunction'),
  or: list('disjunction'),
} as Texts;

let texts = ENGLISH_TEXTS;

/** Words the reports of this process or thread in another language, which may differ from call to call. */
export const wordReports = (other: Texts) => {
  texts = other;
};

/** A text of a report. */
export const say = <Code extends TextCode>(code: Code, ...[values]: Arguments<Code>): string =>
  (texts[code] as (values: object) => string)(values ?? {});

/** Sentences one after another. Leaves out those that are null. */
export const sentences = (...parts: (string | null)[]): string =>
  texts.sentences(parts.filter((part) => part !== null));

/** Names in a list that ends with "and" or "or". */
export const listOf = (names: string[], word: 'and' | 'or'): string => texts[word](names);
