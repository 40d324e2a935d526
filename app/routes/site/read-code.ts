import jsQR from 'jsqr';

/** A code that fills the picture has fewer pixels than this. Larger pictures take seconds to search. */
const MAX_SIDE = 1_600;

/** The text of the QR code in a picture. Null without a code. Throws when it is not a picture. */
export async function readCode(picture: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(picture);
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width ?? 1, height ?? 1];
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return jsQR(data, canvas.width, canvas.height)?.data ?? null;
}
