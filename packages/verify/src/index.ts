export * from './authenticate.ts';
export { MAX_TIME_GAP_MS } from './check-log.ts';
export * from './checkpoint.ts';
export * from './checkpoint.ts';
export * from './cms.ts';
export { verifyCommand } from './command.ts';
export * from './contexts.ts';
export * from './cosignature.ts';
export * from './credential.ts';
export * from './data-integrity.ts';
export * from './der.ts';
export * from './did.ts';
export * from './json.ts';
export * from './log-entry.ts';
export * from './log-reader.ts';
export * from './manifest.ts';
export * from './multibase.ts';
export * from './multibase.ts';
export * from './note.ts';
export * from './note.ts';
export { trustOf } from './online.ts';
export {
  type CredentialField,
  FIELD_TYPES,
  FIELDS_CONTEXT_PATH,
  type FieldKind,
  fieldsContext,
  readFields,
  SUBJECT_MEMBERS,
} from './own-fields.ts';
export * from './pdf-attach.ts';
export * from './pdf-read.ts';
export * from './pdf-sign.ts';
export { offlineTrust, type Pins } from './pins.ts';
export * from './plain-json-ld.ts';
export * from './png.ts';
export * from './png-picture.ts';
export * from './policy.ts';
export {
  type Check,
  type CheckId,
  type FileContents,
  type Issuer,
  isClaim,
  MAX_FILE_BYTES,
  type Report,
  readFile,
  type Verdict,
} from './report.ts';
export { differencesOf, onlyShown, PDF_TITLES, type Shown, shownOf } from './shown.ts';
export * from './signature-timestamp.ts';
export * from './signatures.ts';
export * from './status-list.ts';
export * from './texts.ts';
export { ENGLISH_TEXTS, type TextCode, type Texts, type TextValues, wordReports } from './texts.ts';
export * from './tiles.ts';
export * from './tree.ts';
export * from './trust.ts';
export * from './trust.ts';
