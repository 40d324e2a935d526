import './without-system-fonts.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Pictures } from '#app/drawing/designs/decode.server.ts';
import { decodeImages } from '#app/drawing/designs/decode.server.ts';
import { libraryBackground } from '#app/drawing/library/backdrop.server.ts';
import { LIBRARY_IDS, pagesOf } from '#app/drawing/library/library.ts';
import { checkArtwork } from '#app/drawing/own-artwork/check.server.ts';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import { designImages } from './design-samples.ts';
import { inLibraryDesign, NAMES } from './library-samples.ts';

let pictures: Pictures = {};
beforeAll(async () => {
  pictures = await decodeImages(designImages);
});

const PAGES = LIBRARY_IDS.flatMap((id) => pagesOf(id).map((page) => [id, page] as const));

describe.each(PAGES)('%s on %s', (id, page) => {
  it.each(['en', 'de', 'ar', 'zh-Hans', 'hi', 'fr', 'es', 'pt-BR'])(
    'can be published as it is, with the longest and shortest names, in %s',
    async (language) => {
      const png = libraryBackground(id, page, 'png');
      const all = { ...pictures, ...(await decodeImages({ [`background-png:${id}-${page}`]: png })) };
      const problems = inLanguage(language, () => {
        const { drawing, artwork } = inLibraryDesign(id, page, NAMES[0] as string, `${id}-${page}`);
        const filled = NAMES.map((name) => inLibraryDesign(id, page, name).artwork.boxes);
        const texts = artwork.boxes.map((_, index) => filled.map((boxes) => boxes[index]?.text ?? ''));
        return checkArtwork(drawing, artwork, { texts, words: [] }, all);
      });
      expect(problems).toEqual([]);
    },
  );
});
