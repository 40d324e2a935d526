/** The size of a photograph in pixels: 35 by 45 mm, as in passports, with 300 dpi. */
export const PHOTO = { width: 413, height: 531 } as const;
