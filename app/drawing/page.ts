/** A page: its size in PNG pixels, the unit of all drawing, and in whole points, to which the PDF writer rounds. */
export type Page = { width: number; height: number; pdfWidth: number; pdfHeight: number };

/** A4 at 150 dpi. */
export const LANDSCAPE: Page = { width: 1754, height: 1240, pdfWidth: 842, pdfHeight: 595 };
export const PORTRAIT: Page = { width: 1240, height: 1754, pdfWidth: 595, pdfHeight: 842 };
