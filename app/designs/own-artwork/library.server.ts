import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, clientOf, requireIssuer } from '#app/accounts/actor.server.ts';
import { limit } from '#app/accounts/rate-limits.server.ts';
import { imagesOf } from '#app/certificates/certificate-design.server.ts';
import { storeBackground } from '#app/designs/background.server.ts';
import { drawingOfSample, issuerMark, type PreviewWidth } from '#app/designs/preview-design.server.ts';
import { createDesign, freeName } from '#app/designs/save-design.server.ts';
import { artworkDesign } from '#app/designs/to-design.server.ts';
import type { Design } from '#app/drawing/design.ts';
import { cachedFile } from '#app/drawing/file-cache.server.ts';
import { sheetOf } from '#app/drawing/library/backdrop.server.ts';
import { LIBRARY, LIBRARY_IDS, type LibraryId, pagesOf } from '#app/drawing/library/library.ts';
import type { ArtworkBox, ArtworkPage } from '#app/drawing/own-artwork/artwork.ts';
import { renderLibraryBackground, renderPreview } from '#app/drawing/render.server.ts';
import { readerLanguage } from '#app/messages/reader-language.server.ts';
import { invalid, notFound } from '#app/shared/errors.server.ts';
import { db } from '#db/client.ts';
import { designs, designVersions } from '#db/schema/designs.ts';
import { t } from '#messages';
import { checkedDesign } from './check-design.server.ts';

const names = (): Record<LibraryId, string> => ({
  engraved: t('library.nameEngraved'),
  deco: t('library.nameDeco'),
  midnight: t('library.nameMidnight'),
  faculty: t('library.nameFaculty'),
  parchment: t('library.nameParchment'),
  waves: t('library.nameWaves'),
  mosaic: t('library.nameMosaic'),
  column: t('library.nameColumn'),
  badge: t('library.courseBadge'),
  medal: t('library.nameMedal'),
  licence: t('library.nameLicence'),
  attendance: t('library.nameAttendance'),
});

/** A design to start from. */
export type LibraryDesign = { id: LibraryId; name: string; pages: ArtworkPage[] };

/** The page of this name that a design of the library can begin on, or its first. */
const pageNamed = (id: LibraryId, name: string | null): ArtworkPage =>
  pagesOf(id).find((page) => page === name) ?? pagesOf(id)[0];

/** The designs to start from, with their names in the reader's language. @throws AppError forbidden unless it is an active issuer */
export function listLibrary(actor: Actor): LibraryDesign[] {
  requireIssuer(actor, 'read');
  return LIBRARY_IDS.map((id) => ({ id, name: names()[id], pages: pagesOf(id) }));
}

/**
 * A design to start from, and the page that was asked for, or its first.
 * @returns null for a name that the library has not
 * @throws AppError forbidden unless it is an active issuer
 */
export function findStart(actor: Actor, name: string | null, page: string | null) {
  const found = listLibrary(actor).find(({ id }) => id === name);
  return found ? { ...found, page: pageNamed(found.id, page) } : null;
}

/** @throws AppError not-found */
function libraryId(name: string): LibraryId {
  const id = LIBRARY_IDS.find((known) => known === name);
  if (!id) throw notFound();
  return id;
}

/** The logo and the first signature of the issuer's newest design with a logo. */
function usualPictures(issuerId: string): Pick<Design, 'logo' | 'signatories'> {
  const newest = and(eq(designVersions.designSeq, designs.seq), eq(designVersions.number, designs.version));
  const found = db()
    .select({ design: designVersions.design })
    .from(designs)
    .innerJoin(designVersions, newest)
    .where(
      and(
        eq(designs.issuerId, issuerId),
        isNull(designs.retiredAt),
        sql`${designVersions.design} ->> '$.logo' is not null`,
      ),
    )
    .orderBy(desc(designs.seq))
    .limit(1)
    .get();
  if (!found) return { logo: null, signatories: [] };
  const { logo, signatories } = JSON.parse(found.design) as Design;
  return { logo, signatories: signatories.slice(0, 1) };
}

/** A design of the library in the reader's language. @param background the name of its background */
function designOf(id: LibraryId, page: ArtworkPage, background: string, issuerId: string): Design {
  const { look, title, boxes } = LIBRARY[id];
  const { logo, signatories } = usualPictures(issuerId);
  // A box without its picture could not be published.
  const shown: Record<string, string | null | undefined> = { logo, signature1: signatories[0]?.signature };
  const hasPicture = ({ picture }: ArtworkBox) => picture === null || Boolean(shown[picture]);
  return artworkDesign({ ...look, logo, signatories, language: readerLanguage() }, title(), {
    page,
    background,
    boxes: boxes(sheetOf(page)).filter(hasPicture),
  });
}

/** Increase it when a design of the library changes. */
const LIBRARY_VERSION = 2;

/**
 * A picture of a design of the library with sample content, in the reader's language.
 * @param entered one of its pages; anything else is the first
 * @throws AppError unauthenticated; forbidden unless the actor is an active issuer; not-found; busy
 */
export function libraryPicture(actor: Actor, name: string, width: PreviewWidth, entered: string | null) {
  requireIssuer(actor, 'read');
  const id = libraryId(name);
  const page = pageNamed(id, entered);
  // Drawing threads cache templates by the name of the background.
  const background = `library-${id}-${page}-${LIBRARY_VERSION}`;
  const design = designOf(id, page, background, actor.organisation.id);
  const pictures = design.logo?.slice(0, 8) ?? 'bare';
  const file = `library-${id}-${page}-l${LIBRARY_VERSION}-${readerLanguage()}-${issuerMark(actor)}-${pictures}-${width}.png`;
  const read = () =>
    cachedFile(clientOf(actor), file, async (client) => {
      const png = await renderLibraryBackground({ library: id, page, format: 'png' }, client);
      const drawing = drawingOfSample(actor.organisation, design, 'usual', '2026-06-30');
      const images = { ...imagesOf(actor.organisation.id, design), [`background-png:${background}`]: png };
      return await renderPreview(drawing, images, width, client);
    });
  return { read, etag: `"${file}"`, name: file, contentType: 'image/png' };
}

/** The page on which a design of the library begins: by default of A4. */
export const startSchema = z.object({
  page: z
    .string({ error: () => t('library.pageMustBeOneOfThoseOfTheDesign') })
    .max(20, { error: () => t('library.pageMustBeOneOfThoseOfTheDesign') })
    .optional()
    .meta({ description: 'One of the pages of the design. The first by default', examples: ['a4'] }),
});

/**
 * Makes a design of the issuer from one of the library, as a draft.
 * @returns its id
 * @throws AppError unauthenticated; forbidden unless the actor is an active issuer; not-found; invalid; conflict with too many
 *   designs; storage-full; rate-limited; busy
 */
export async function startFromLibrary(
  actor: Actor,
  name: string,
  input: z.output<typeof startSchema>,
): Promise<string> {
  requireIssuer(actor, 'certificates');
  const id = libraryId(name);
  const page = pagesOf(id).find((known) => known === (input.page ?? pagesOf(id)[0]));
  if (!page) {
    const message = t('library.pageMustBeOneOfThoseOfTheDesign');
    throw invalid(message, { page: [message] });
  }
  await limit(actor, 'design-pictures');
  const pdf = await renderLibraryBackground({ library: id, page, format: 'pdf' }, clientOf(actor));
  const background = await storeBackground(actor, 'page', pdf);
  return createDesign(
    actor,
    await checkedDesign(actor, {
      name: freeName(actor.organisation.id, names()[id]),
      design: designOf(id, page, background.id, actor.organisation.id),
      expiresAfter: null,
      version: 0,
      draftNumber: undefined,
      isDraft: true,
      mail: { subject: '', text: '' },
    }),
  );
}
