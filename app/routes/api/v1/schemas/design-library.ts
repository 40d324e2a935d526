import { z } from 'zod';
import 'zod-openapi';
import { env } from '#app/config/env.server.ts';
import type { LibraryDesign } from '#app/designs/own-artwork/library.server.ts';
import { ARTWORK_PAGE_NAMES } from '#app/drawing/own-artwork/artwork.ts';
import { _id, derived, object, text } from '#app/routes/api/v1/object.ts';

export const libraryDesignObject = object('LibraryDesign', {
  _id,
  name: text('Art Deco'),
  pages: z
    .array(z.enum(ARTWORK_PAGE_NAMES))
    .meta({ description: 'The pages on which it can begin', examples: [['a4', 'letter']] }),
  picture: derived(
    text('https://certs.example.org/admin/designs/library/deco/480.png').meta({
      description: 'Where a picture of it is, as PNG',
    }),
    ({ id }: LibraryDesign) => `${env().APP_URL}/admin/designs/library/${id}/480.png`,
  ),
});
