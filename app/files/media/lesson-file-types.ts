import { t } from '#messages';

const office = (name: string) => `application/vnd.openxmlformats-officedocument.${name}`;
const open = (name: string) => `application/vnd.oasis.opendocument.${name}`;

/**
 * The signature of a type: the first bytes; for a document in a ZIP also a folder in it, or the content of
 * its first entry; for a document from before 2007 (in an OLE container) the name of a stream. A text has no NUL.
 */
export type LessonFileType = {
  contentType: string;
  form: 'pdf' | 'zip' | 'ole' | 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'mp3' | 'mp4' | 'text';
  folder?: string;
  isOpenDocument?: boolean;
  streams?: readonly string[];
};

/** Source code, which is sent as plain text. Pages, and scripts that only Windows runs, are not among it. */
const SOURCE_CODE =
  'asm astro c cc clj cpp cs css cxx dart do elm erl ex f90 fs go gradle h hpp hs ini ino ipynb java jl js json jsonl jsx kt log lua m md mjs ml nim pas php pl pm proto py pyi r rb rmd rs rst sas sass scala scss sh sol sps sql srt sv svelte swift tcl tex toml ts tsv tsx txt v vb vhd vue xml yaml yml zig'.split(
    ' ',
  );

/** The files that a lesson may have, by extension. */
const TYPES: Record<string, LessonFileType> = {
  pdf: { contentType: 'application/pdf', form: 'pdf' },
  zip: { contentType: 'application/zip', form: 'zip' },
  docx: { contentType: office('wordprocessingml.document'), form: 'zip', folder: 'word/' },
  xlsx: { contentType: office('spreadsheetml.sheet'), form: 'zip', folder: 'xl/' },
  pptx: { contentType: office('presentationml.presentation'), form: 'zip', folder: 'ppt/' },
  odt: { contentType: open('text'), form: 'zip', isOpenDocument: true },
  ods: { contentType: open('spreadsheet'), form: 'zip', isOpenDocument: true },
  odp: { contentType: open('presentation'), form: 'zip', isOpenDocument: true },
  doc: { contentType: 'application/msword', form: 'ole', streams: ['WordDocument'] },
  xls: { contentType: 'application/vnd.ms-excel', form: 'ole', streams: ['Workbook', 'Book'] },
  ppt: { contentType: 'application/vnd.ms-powerpoint', form: 'ole', streams: ['PowerPoint Document'] },
  png: { contentType: 'image/png', form: 'png' },
  jpg: { contentType: 'image/jpeg', form: 'jpeg' },
  jpeg: { contentType: 'image/jpeg', form: 'jpeg' },
  gif: { contentType: 'image/gif', form: 'gif' },
  webp: { contentType: 'image/webp', form: 'webp' },
  avif: { contentType: 'image/avif', form: 'avif' },
  epub: { contentType: 'application/epub+zip', form: 'zip', isOpenDocument: true },
  mp3: { contentType: 'audio/mpeg', form: 'mp3' },
  m4a: { contentType: 'audio/mp4', form: 'mp4' },
  csv: { contentType: 'text/csv', form: 'text' },
  vtt: { contentType: 'text/vtt', form: 'text' },
  ...Object.fromEntries(
    SOURCE_CODE.map((extension) => [extension, { contentType: 'text/plain', form: 'text' }]),
  ),
};

export const LESSON_FILE_EXTENSIONS = Object.keys(TYPES).map((extension) => `.${extension}`);

const extensionOf = (name: string) => /\.([a-z0-9]{1,6})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** The type of a file by its name, or null if a lesson may not have it. */
export function lessonFileType(name: string): LessonFileType | null {
  const extension = extensionOf(name);
  return Object.hasOwn(TYPES, extension) ? (TYPES[extension] ?? null) : null;
}

/** The message for a file that is not what its name says. */
export const notAsNamed = (name: string) =>
  t('lessonFiles.notAsNamed', {
    type: extensionOf(name).toUpperCase(),
    extension: extensionOf(name),
  });
