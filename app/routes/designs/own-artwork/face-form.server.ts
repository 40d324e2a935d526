import type { Issuer } from '#app/accounts/actor.server.ts';
import { sampleFace } from '#app/designs/preview-design.server.ts';
import type { Design } from '#app/drawing/design.ts';
import { FACE_KINDS, type FaceKind, type OwnArtwork } from '#app/drawing/own-artwork/artwork.ts';

type Fields = Record<string, string>;

/* The form of the editor has the boxes and the background of one surface: of the page, or of the face that its field `face` names. */

/** The face that an address or a form names. Null for the page. */
export const readFace = (name: string | null | undefined): FaceKind | null =>
  FACE_KINDS.find((kind) => kind === name) ?? null;

/** The boxes and the background of a face, by the site where the author has made none. */
export function artworkOfFace(actor: Issuer, design: Design, kind: FaceKind) {
  const own = design.artwork?.faces?.find((face) => face.kind === kind);
  const { background = null, boxes = [] } = own ?? sampleFace(actor, design, kind).artwork ?? {};
  return { page: kind, background, boxes, isOwn: own !== undefined };
}

/** The faces of artwork with another one of a kind, or without. */
export const withFace = (
  { faces = [] }: Partial<Pick<OwnArtwork, 'faces'>>,
  kind: FaceKind,
  face: { background: string | null; boxes: unknown } | null,
) => {
  const all = [...faces.filter((other) => other.kind !== kind), ...(face ? [{ kind, ...face }] : [])];
  return FACE_KINDS.flatMap((each) => all.find((other) => other.kind === each) ?? []);
};

const isSame = (boxes: string, others: unknown) => {
  try {
    return JSON.stringify(JSON.parse(boxes)) === JSON.stringify(others);
  } catch {
    return false;
  }
};

/**
 * The fields of the whole design. What the form does not have is as it is stored; a face that the form shows as the site makes it stays
 * the site's.
 * @param stored null for a preview
 */
export function wholeFields(actor: Issuer, fields: Fields, stored: Design | null): Fields {
  const artwork: Partial<OwnArtwork> = stored?.artwork ?? {};
  const kind = readFace(fields.face);
  if (!kind) return { ...fields, faces: JSON.stringify(artwork.faces ?? []) };
  const { boxes = '', backgroundImage = '' } = fields;
  const shown = stored && artworkOfFace(actor, stored, kind);
  const isSites = shown && !shown.isOwn && backgroundImage === '' && isSame(boxes, shown.boxes);
  const face = isSites ? null : { background: backgroundImage || null, boxes };
  return {
    ...fields,
    page: artwork.page ?? '',
    backgroundImage: artwork.background ?? '',
    boxes: JSON.stringify(artwork.boxes ?? []),
    faces: JSON.stringify(withFace(artwork, kind, face)),
  };
}
