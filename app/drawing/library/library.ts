import type { ArtworkPage } from '#app/drawing/own-artwork/artwork.ts';
import { attendance } from './attendance.ts';
import { badge } from './badge.ts';
import { column } from './column.ts';
import { deco } from './deco.ts';
import { engraved } from './engraved.ts';
import { faculty } from './faculty.ts';
import { licence } from './licence.ts';
import { medal } from './medal.ts';
import { midnight } from './midnight.ts';
import { mosaic } from './mosaic.ts';
import { parchment } from './parchment.ts';
import type { StartingDesign } from './starting-design.ts';
import { waving } from './waves.ts';

/** The designs to start from, in the order of the library. */
export const LIBRARY = {
  engraved,
  deco,
  midnight,
  faculty,
  parchment,
  waves: waving,
  mosaic,
  column,
  badge,
  medal,
  licence,
  attendance,
} as const satisfies Record<string, StartingDesign>;
export type LibraryId = keyof typeof LIBRARY;
export const LIBRARY_IDS = Object.keys(LIBRARY) as [LibraryId, ...LibraryId[]];

/** The pages on which a design of the library can begin. */
export const pagesOf = (id: LibraryId): [ArtworkPage, ArtworkPage] =>
  LIBRARY[id].isPortrait ? ['a4-portrait', 'letter-portrait'] : ['a4', 'letter'];
