import type { ArtworkBox, FaceKind, Surface } from '#app/drawing/own-artwork/artwork.ts';
import type { FormError } from '#app/shared/form-error.ts';

/** What is wrong with a design. `box` is a place in the list, or null for what is missing. */
export type ShownProblem = { box: number | null; message: string };

/** A word of the background that can become a box. */
export type ShownWord = { text: string };

/** A draft as the editor shows it. */
export type ShownArtwork = {
  /** Number of the draft, which a save names. */
  number: number;
  page: Surface;
  /** The face that is shown, and whether its author made it. Null for the page. */
  face: { kind: FaceKind; isOwn: boolean } | null;
  /** Name of the background, or empty. */
  background: string;
  words: ShownWord[];
  boxes: ArtworkBox[];
  problems: ShownProblem[];
  /** Values of the other fields. */
  fields: Record<string, string>;
};

/** The result of the editor's action, unless it redirects. */
export type ArtworkAnswer =
  | { ok: true; shown: ShownArtwork; preview?: string }
  | (FormError & {
      /** What was entered, for a form without a script. */
      shown?: ShownArtwork;
      /** Whether the draft was saved nevertheless. */
      isSaved?: boolean;
      /** The draft that was saved meanwhile. */
      conflict?: ShownArtwork;
    });
