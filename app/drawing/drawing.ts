import type { Shown } from '@certrace/verify';
import type { Canvas, Image, SKRSContext2D } from '@napi-rs/canvas';
import type { Design } from './design.ts';
import type { Area } from './fit-text.ts';
import type { PageElement } from './tagging/tagged-pdf.server.ts';

/** A picture's size in pixels, and its pixels per metre, without which it has 150 dpi. */
export type Raster = { width: number; height: number; perMetre?: number };

/**
 * A page: its size in the unit of all drawing, which is a pixel at 150 dpi, and in points. `raster` is the size of its PNG where that is
 * another one.
 */
export type Page = { width: number; height: number; pdfWidth: number; pdfHeight: number; raster?: Raster };

/** A4, ISO 216, and US Letter at 150 dpi. */
export const PAGES = {
  a4: {
    landscape: { width: 1754, height: 1240, pdfWidth: 842, pdfHeight: 595 },
    portrait: { width: 1240, height: 1754, pdfWidth: 595, pdfHeight: 842 },
  },
  letter: {
    landscape: { width: 1650, height: 1275, pdfWidth: 792, pdfHeight: 612 },
    portrait: { width: 1275, height: 1650, pdfWidth: 612, pdfHeight: 792 },
  },
} as const satisfies Record<string, Record<string, Page>>;
export type PageSize = keyof typeof PAGES;
export const { landscape: LANDSCAPE } = PAGES.a4;

/** The 2D context of a canvas or of a PDF page: the same calls draw both. */
export type Pen = Omit<
  SKRSContext2D,
  'canvas' | 'drawImage' | 'drawCanvas' | 'createPattern' | 'getTransform' | 'getContextAttributes'
> & { drawImage(image: Image | Canvas, left: number, top: number, width: number, height: number): void };

/** How to draw one certificate, on a canvas or a PDF page. */
export type Artwork = {
  page: Page;
  /** Drawings with equal keys share one template. */
  templateKey: string;
  /** Draws what many certificates share. */
  drawTemplate: (pen: Pen) => void;
  /** Draws the rest over the template and returns the areas that it covers. */
  drawDetails: (pen: Pen) => Area[];
  /** What the page says, in the order of reading. */
  elements: () => PageElement[];
  /** The square of the QR code, which links to the same address in a PDF. Null in a draft that has none yet. */
  qr: { left: number; top: number; size: number } | null;
};

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
  /** The boxes of own artwork whose texts differ between its certificates, by their places in the list. */
  varyingBoxes?: readonly number[];
  /** Name of the holder's photograph among the images, or `SILHOUETTE`. The built-in layout has no place for it. */
  photo?: string;
  /** The same of own artwork, whose boxes name the fields: by the field's key. */
  photos?: Record<string, string>;
  /** YYYY-MM-DD; draws a mark across the certificate when set. */
  revokedAt: string | null;
  /** Whether it is not issued, which a mark across it says. */
  isDraft?: boolean;
};

/** The value of `photo` in previews of designs, which draw a silhouette for it. */
export const SILHOUETTE = 'silhouette';

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
