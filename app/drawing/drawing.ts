import type { Shown } from '@certrace/verify';
import type { Design } from './design.ts';

/** The content of a drawing. It is frozen when the certificate is issued, except `revokedAt`. */
export type CertificateDrawing = Shown & {
  /** 16 characters of Crockford base32, no hyphens. */
  uniqueId: string;
  /** Absolute URL of the QR code and the PDF's link. */
  verifyUrl: string;
  /** The layout at the time of issuing. Later layouts do not change issued certificates. */
  layoutVersion: number;
  /** The issuer's own design, with its texts filled in; null draws the built-in layout. */
  design: Design | null;
  /** The design's texts that differ between its certificates. */
  varyingTexts?: readonly (keyof Design['texts'])[];
  /** YYYY-MM-DD; draws a mark across the certificate when set. */
  revokedAt: string | null;
};

/** The layout of new certificates. */
export const LAYOUT_VERSION = 3;

/** The first layout that prints where a file is checked for free. */
const FIRST_WITH_CHECK = 2;

/** The first layout that keeps everything but backgrounds 8 mm from the edges of the page. */
const FIRST_WITH_MARGIN = 3;

export const hasMargin = ({ layoutVersion }: CertificateDrawing): boolean =>
  layoutVersion >= FIRST_WITH_MARGIN;

/** The address of the free check, as in `certs.example.org/check`. Null in older layouts. */
export const printedCheck = ({ layoutVersion, verifyUrl }: CertificateDrawing): string | null =>
  layoutVersion < FIRST_WITH_CHECK ? null : `${new URL(verifyUrl).host}/check`;
