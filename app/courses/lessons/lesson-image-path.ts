/** The start of the paths of pictures in the text of a lesson. */
export const lessonImages = (lessonId: string) => `/lessons/${lessonId}/images/`;

/**
 * The path of a picture in the text of a lesson, or null if it is not the name of a file.
 * @param source the picture's URL in the text, percent-encoded
 */
export function lessonImagePath(lessonId: string, source: string): string | null {
  let name: string;
  try {
    name = decodeURIComponent(source);
  } catch {
    return null;
  }
  if (!/^[^/\\:?#.][^/\\:?#]*\.(?:png|jpe?g|gif|webp|avif)$/iu.test(name)) return null;
  return lessonImages(lessonId) + encodeURIComponent(name);
}
