/* Pictures that are drawn for one request alone. */

export const sendPicture = (png: Uint8Array): Response =>
  new Response(Buffer.from(png), { headers: { 'Content-Type': 'image/png', 'Cache-Control': 'no-store' } });

/** The picture within a page, which saves a second request. */
export const pictureUrl = (bytes: Uint8Array, type: 'image/png' | 'image/jpeg' = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
