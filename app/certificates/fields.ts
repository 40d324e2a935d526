import { fold } from '#db/folding.ts';
import type { Content } from '#db/schema/certificates.ts';
import { t } from '#messages';
import { ERASED_NAME } from './display.ts';

export type FieldKind = 'line' | 'email' | 'date' | 'optional date';

type Field = {
  kind: FieldKind;
  maxLength?: number;
  /** What personal data becomes when the holder is erased. */
  erasedAs?: string;
  /** Its place in CSV files and answers of the API, which name it as the code does. */
  column: number;
  /** Its label in forms, with which messages about it start. */
  label: () => string;
  /** Its heading in lists, if that is not its label. */
  heading?: () => string;
  /** Its label in the form for correction requests. */
  correction: () => string;
  example: string;
  /** The example in the reader's language, if it differs. */
  sample?: () => string;
};

/**
 * The fields that an issuer enters, in the order of the form. Their columns are `content` in
 * db/schema/certificates.ts; the printed ones are `Shown` in packages/verify.
 */
export const FIELDS = {
  studentEmail: {
    kind: 'email',
    erasedAs: '',
    column: 2,
    label: () => t('certificate.studentEmail'),
    heading: () => t('common.contact'),
    correction: () => t('correctionFields.emailAddress'),
    example: 'ingrid@students.example',
  },
  studentName: {
    kind: 'line',
    maxLength: 200,
    erasedAs: ERASED_NAME,
    column: 1,
    label: () => t('certificate.studentName'),
    heading: () => t('common.issuedTo'),
    correction: () => t('completion.name'),
    example: 'Ingrid Sørensen',
  },
  courseName: {
    kind: 'line',
    maxLength: 200,
    column: 3,
    label: () => t('common.courseName'),
    heading: () => t('common.course'),
    correction: () => t('common.course'),
    example: 'Distributed Systems',
    sample: () => t('readCsv.distributedSystems'),
  },
  issueDate: {
    kind: 'date',
    column: 4,
    label: () => t('certificate.issueDate'),
    heading: () => t('common.issueDate'),
    correction: () => t('correctionFields.issueDate'),
    example: '2026-02-28',
  },
  expiryDate: {
    kind: 'optional date',
    column: 5,
    label: () => t('common.expiryDate'),
    correction: () => t('checkedFile.expiryDate'),
    example: '2028-02-28',
  },
} as const satisfies Record<keyof Content, Field>;

export type FieldName = keyof Content;
export type { Content };

export const isField = (name: string): name is FieldName => Object.hasOwn(FIELDS, name);

/** The declaration of a field with its name, and with the members that not every field has. */
export const fieldOf = (name: FieldName): Field & { name: FieldName } => ({ name, ...FIELDS[name] });

/** In the order of the form. */
export const FORM_FIELDS = Object.keys(FIELDS) as FieldName[];

/** In the order of CSV files and answers of the API. */
export const FIELD_NAMES = FORM_FIELDS.toSorted((one, other) => FIELDS[one].column - FIELDS[other].column);

/** In the order of lists and their exports. */
export const LISTED_NAMES = [...new Set<FieldName>(['studentName', 'courseName', ...FIELD_NAMES])];

export const headingOf = (name: FieldName) => (fieldOf(name).heading ?? FIELDS[name].label)();

export const isOptional = (name: FieldName) => FIELDS[name].kind.startsWith('optional');

export const isDateField = (name: FieldName) => FIELDS[name].kind.endsWith('date');

export const REQUIRED_NAMES = FIELD_NAMES.filter((name) => !isOptional(name));

type LineName = {
  [Name in FieldName]: (typeof FIELDS)[Name]['kind'] extends 'line' ? Name : never;
}[FieldName];

/** The texts, which certificates print as they were entered. */
export const LINE_NAMES = FIELD_NAMES.filter((name): name is LineName => FIELDS[name].kind === 'line');
export type Lines = Pick<Content, LineName>;
export const linesOf = (lines: Lines) => LINE_NAMES.map((name) => lines[name]);

/** The names and addresses, which searches look in. */
const TEXT_NAMES = FIELD_NAMES.filter((name) => !isDateField(name));

/** An object with a value for each field. */
export const mapContent = <Value>(valueFor: (name: FieldName) => Value) =>
  Object.fromEntries(FIELD_NAMES.map((name) => [name, valueFor(name)])) as Record<FieldName, Value>;

export const EXAMPLE = mapContent((name) => FIELDS[name].example);

/** Picks members of a row, of a table's columns, or of anything else that has them. */
const picking =
  <Name extends string>(names: readonly Name[]) =>
  <Source extends Record<Name, unknown>>(source: Source) =>
    Object.fromEntries(names.map((name) => [name, source[name]])) as Pick<Source, Name>;

export const contentOf = picking(FIELD_NAMES);

/** The texts that a certificate prints, of a row that has more. */
export const lined = picking(LINE_NAMES);

/** The texts that a search compares in rows without an index. */
export const textsOf = picking(TEXT_NAMES);

/** What the certificates of a class have in common: one value fills a list, and the form for another certificate. */
export const CLASS_NAMES = ['courseName', 'issueDate'] as const;
export const sameInClass = picking(CLASS_NAMES);

/** What two certificates of an issuer that are duplicates have in common. */
export type Duplicable = Pick<Content, 'studentEmail' | 'studentName' | 'courseName'>;
export const duplicable = picking(['studentEmail', 'studentName', 'courseName']);

/** The same text for duplicates, which differ only in how they are written. */
export const duplicateKey = (content: Duplicable) =>
  JSON.stringify(Object.values(duplicable(content)).map((text) => fold(text, { ignoreCase: true })));

/** What names a certificate to people. */
export type Named = { uniqueId: string } & Pick<Content, 'studentName' | 'courseName'>;
export const named = picking(['uniqueId', 'studentName', 'courseName']);

/** The course and the student, as the title of a page or a link. */
export const titleOf = ({ studentName, courseName }: Lines) =>
  t('page.labelValue', { label: courseName, value: studentName });

/** More would not leave room for the ID in the lists of downloads. */
const NAME_PART = 60;

/** A text within a file's name: without the characters that systems refuse, and without ends that they drop. */
const inFileName = (text: string) =>
  Array.from(text.replace(/[\p{C}\p{Zl}\p{Zp}\\/:*?"<>|%]+/gu, ' ').replace(/\s+/g, ' '))
    .slice(0, NAME_PART)
    .join('')
    .replace(/^[ .]+|[ .]+$/g, '');

/** The name of a certificate's file: the course, the student and the ID, so that two files never share one. */
export const fileNameOf = ({ courseName, studentName, uniqueId }: Named, format: string) =>
  `${[courseName, studentName].map(inFileName).filter(Boolean).concat(uniqueId).join(' - ')}.${format}`;

/** The choices of a correction request. */
export const CORRECTABLE = [...FIELD_NAMES, 'other'] as const;
export type CorrectionField = (typeof CORRECTABLE)[number];

export const correctionLabel = (field: CorrectionField) =>
  field === 'other' ? t('correctionFields.somethingElse') : FIELDS[field].correction();
