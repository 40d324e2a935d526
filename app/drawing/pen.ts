import type { Canvas, Image, SKRSContext2D } from '@napi-rs/canvas';

/** The 2D context of a canvas or of a PDF page: the same calls draw both. */
export type Pen = Omit<
  SKRSContext2D,
  'canvas' | 'drawImage' | 'drawCanvas' | 'createPattern' | 'getTransform' | 'getContextAttributes'
> & { drawImage(image: Image | Canvas, left: number, top: number, width: number, height: number): void };
