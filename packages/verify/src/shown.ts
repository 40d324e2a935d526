import { asList, asText, firstObject, isObject, type JsonObject } from './json.ts';
import { readPdfObject } from './pdf-attach.ts';

const MEMBERS = ['uniqueId', 'studentName', 'courseName', 'issuerName', 'issueDate', 'expiryDate'] as const;
export type ShownMember = (typeof MEMBERS)[number];

/** The facts on the page of a certificate. Dates are YYYY-MM-DD, and `uniqueId` is in groups of four. */
export type Shown = Record<Exclude<ShownMember, 'expiryDate'>, string> & { expiryDate: string | null };

/** The members of a row, a drawing or another object that a page shows. */
export const onlyShown = (source: Shown) =>
  Object.fromEntries(MEMBERS.map((member) => [member, source[member]])) as Shown;

/** The members in which two pages, or a page and a credential, differ. */
export const differencesOf = (one: Shown, other: Shown): ShownMember[] =>
  MEMBERS.filter((member) => one[member] !== other[member]);

const isText = (value: unknown) => typeof value === 'string';

export const isShown = (value: unknown): value is Shown =>
  isObject(value) &&
  MEMBERS.every((member) => isText(value[member]) || (member === 'expiryDate' && value.expiryDate === null));

/** The facts that the page of a Certrace credential must show. Null when the credential lacks a member. */
export function shownOf(credential: JsonObject): Shown | null {
  const subject = firstObject(credential.credentialSubject);
  const name = asList(subject.identifier).find((item) => isObject(item) && item.identityType === 'name');
  const shown = {
    uniqueId: /\/certificates\/([^/]*)\.json$/.exec(asText(credential.id) ?? '')?.[1],
    studentName: isObject(name) ? asText(name.identityHash) : null,
    courseName: asText(firstObject(subject.achievement).name),
    issuerName: asText(firstObject(credential.issuer).name),
    issueDate: asText(credential.validFrom)?.slice(0, 10),
    expiryDate: asText(credential.validUntil)?.slice(0, 10) ?? null,
  };
  return isShown(shown) ? shown : null;
}

/** The titles of certificates, before the student's name, in the languages in which they are printed. */
export const PDF_TITLES = [
  'Certificate of Completion: ',
  'Abschlusszertifikat: ',
  'Certificado de finalización: ',
  'Certificat d’achèvement\u202f: ',
  'Certificado de conclusão: ',
  'شهادة إتمام: ',
  'समापन प्रमाणपत्र: ',
  '结业证书：',
];

/** A text string of a PDF as the drawing library writes it (ISO 32000-1 sections 7.3.4 and 7.9.2.2). */
function readPdfText(written: string | undefined): string | null {
  const hex = /^<FEFF([0-9A-F]*)>$/.exec(written ?? '')?.[1];
  if (hex !== undefined) return Buffer.from(hex, 'hex').swap16().toString('utf16le');
  const literal = /^\((.*)\)$/s.exec(written ?? '')?.[1];
  return (
    literal?.replace(/\\([0-7]{3}|.)/gs, (_, escaped: string) =>
      escaped.length === 3 ? String.fromCharCode(Number.parseInt(escaped, 8)) : escaped,
    ) ?? null
  );
}

/** Characters that a PDF's document information cannot hold are spaces in it. */
const inMetadata = (text: string) => text.toWellFormed().replace(/\p{Cc}+/gu, ' ');

/** Titles in scripts from right to left isolate the name. */
const withoutIsolates = (text: string) => text.replace(/[\u{2066}-\u{2069}]/gu, '');

/** The members in which the title, subject and author of a drawn PDF differ from a credential, for PDFs whose manifest lacks `shows`. */
export function differencesOfInformation(
  pdf: Uint8Array,
  { studentName, courseName, issuerName }: Shown,
): ShownMember[] {
  const end = Buffer.from(pdf.subarray(-1_024)).toString('latin1');
  const object = readPdfObject(pdf, Number(/\/Info (\d{1,7}) 0 R/.exec(end)?.[1] ?? Number.NaN)) ?? '';
  const textOf = (name: string) =>
    readPdfText(new RegExp(`/${name} (\\((?:[^\\\\()]|\\\\.)*\\)|<[0-9A-F]*>)`, 's').exec(object)?.[1]);
  const title = withoutIsolates(textOf('Title') ?? '');
  const isNamed = PDF_TITLES.some((before) => title === before + withoutIsolates(inMetadata(studentName)));
  const is = {
    studentName: isNamed,
    courseName: textOf('Subject') === inMetadata(courseName),
    issuerName: textOf('Author') === inMetadata(issuerName),
  };
  return (Object.keys(is) as (keyof typeof is)[]).filter((member) => !is[member]);
}
