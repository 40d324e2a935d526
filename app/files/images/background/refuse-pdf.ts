import { BadImage, MAX_PIXELS } from '#app/files/images/strip/limits.ts';
import { dictionaryAt, type PdfFile, resolve } from './pdf-file.ts';
import { isDictionary, nameOf, Reference, type Value } from './pdf-values.ts';

/** What a dictionary is refused for, by the keys that it has. */
const KEYS: Record<string, string> = {
  JS: 'javascript',
  JavaScript: 'javascript',
  EmbeddedFiles: 'embedded files',
  EF: 'embedded files',
  AcroForm: 'form',
  XFA: 'form',
  OCProperties: 'layers',
  OCGs: 'layers',
  OC: 'layers',
};
const KINDS: Record<string, string> = {
  JavaScript: 'javascript',
  Rendition: 'javascript',
  Launch: 'javascript',
  RichMedia: 'embedded files',
  OCG: 'layers',
  OCMD: 'layers',
};

const isEmpty = (file: PdfFile, value: Value | undefined) => {
  const found = resolve(file, value);
  if (Array.isArray(found)) return found.length === 0;
  return found === null || found === undefined || (isDictionary(found) && found.size === 0);
};

function reasonOf(file: PdfFile, value: Value): string | null {
  if (value instanceof Reference) return null;
  const inside = Array.isArray(value) ? value : isDictionary(value) ? value.values() : [];
  if (isDictionary(value)) {
    for (const key of value.keys()) {
      const reason = KEYS[key];
      if (reason !== undefined && !isEmpty(file, value.get(key))) return reason;
    }
    for (const key of ['S', 'Type', 'Subtype']) {
      const reason = KINDS[nameOf(resolve(file, value.get(key))) ?? ''];
      if (reason !== undefined) return reason;
    }
    if (!isEmpty(file, value.get('Annots'))) return 'annotations';
    const [width, height] = [resolve(file, value.get('Width')), resolve(file, value.get('Height'))];
    if (Number(width) * Number(height) > MAX_PIXELS) return 'size';
  }
  for (const item of inside) {
    const reason = reasonOf(file, item);
    if (reason !== null) return reason;
  }
  return null;
}

/** The reasons in the order in which they are told. */
const ORDER = ['javascript', 'embedded files', 'form', 'layers', 'annotations', 'size'];

/** Refuses a document for anything but what a page draws. @throws BadImage */
export function requirePlainPdf(file: PdfFile) {
  const reasons = new Set<string>();
  for (const value of [...file.values.values(), file.trailer]) {
    const reason = reasonOf(file, value);
    if (reason !== null) reasons.add(reason);
  }
  const first = ORDER.find((reason) => reasons.has(reason));
  if (first !== undefined) throw new BadImage(first);
  if (dictionaryAt(file, file.trailer.get('Encrypt')).size > 0) throw new BadImage('encrypted');
}
