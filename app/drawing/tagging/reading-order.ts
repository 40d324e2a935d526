import type { Area } from '#app/drawing/fit-text.ts';
import type { PageElement } from './tagged-pdf.server.ts';
import type { LayerText } from './text-layer.server.ts';

/** The text of a part of a certificate, or the alternative text of a picture. Ornaments have neither. */
export type Said = { text?: LayerText; alt?: string };

type SpokenPart = { what: string; area: Area } & Said;

/** The parts of all layouts in the order in which they are read. The signatories' parts follow each other. */
const ORDER = [
  'title',
  'subtitle',
  'revoked',
  'revoked-on',
  'beforeName',
  'name',
  'photo',
  'beforeCourse',
  'course',
  'statement',
  'issued-label',
  'issued',
  'expires-label',
  'expires',
  'logo',
  'issuer-label',
  'issuer',
  'signatory',
  'id-label',
  'id',
  'qr-code',
  'scan',
  'scanTheCode',
  'brand',
  'tagline',
];

const rankOf = (what: string) => ORDER.indexOf(what.startsWith('signatory-') ? 'signatory' : what);

/** The elements of a page, in the order in which they are read. */
export const inReadingOrder = (parts: readonly SpokenPart[]): PageElement[] =>
  asGiven(parts.toSorted((one, other) => rankOf(one.what) - rankOf(other.what)));

/** The same of parts that are in that order. */
export const asGiven = (parts: readonly SpokenPart[]): PageElement[] =>
  parts.flatMap(({ what, area, text, alt }): PageElement[] => {
    if (text) return [{ tag: what === 'title' ? 'H1' : 'P', texts: [text] }];
    return alt === undefined ? [] : [{ tag: 'Figure', alt, area, isLink: what === 'qr-code' }];
  });
