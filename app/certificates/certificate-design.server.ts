import {
  type Design,
  type DesignImages,
  fillPlaceholders,
  isVarying,
  MAX_FILLED_LENGTH,
  type PlaceholderValues,
  textLabels,
} from '#app/drawing/design.ts';
import type { CertificateDrawing } from '#app/drawing/drawing.ts';
import { printedDate } from '#app/drawing/printed-date.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { prepared, sqlite } from '#db/client.ts';
import { t } from '#messages';
import { formatUniqueId } from './unique-id.ts';

const statements = prepared(() => ({
  version: sqlite().prepare<[number], { design: string; issuerId: string }>(
    `select design_versions.design, designs.issuer_id as issuerId from design_versions
     join designs on designs.seq = design_versions.design_seq where design_versions.id = ?`,
  ),
  image: sqlite()
    .prepare<[string, string], Buffer>('select bytes from design_images where issuer_id = ? and hash = ?')
    .pluck(),
}));

/** The images that a design refers to. */
export function imagesOf(issuerId: string, { logo, signatories }: Design): DesignImages {
  const hashes = [logo, ...signatories.map(({ signature }) => signature)];
  const images: DesignImages = {};
  for (const hash of hashes) {
    const bytes = hash === null ? undefined : statements().image.get(issuerId, hash);
    if (hash !== null && bytes) images[hash] = new Uint8Array(bytes);
  }
  return images;
}

type Shown = Omit<CertificateDrawing, 'design'>;

/** Fills in the placeholders of a text. @throws AppError unprocessable if it becomes too long, as in designs of earlier versions */
function filled(name: keyof Design['texts'], text: string, values: PlaceholderValues): string {
  const whole = fillPlaceholders(text, values);
  if (whole.length <= MAX_FILLED_LENGTH) return whole;
  throw new AppError('unprocessable', () =>
    t('certificateDesign.labelOfTheDesignHasCount', {
      label: textLabels()[name],
      count: whole.length,
      maxFilledLength: MAX_FILLED_LENGTH,
    }),
  );
}

/**
 * Adds a design, with its placeholders filled in, to a drawing.
 * @throws AppError unprocessable if a text becomes too long
 */
export function inDesign(drawing: Shown, design: Design | null): CertificateDrawing {
  if (design === null) return { ...drawing, design };
  const dateOf = (date: string) => printedDate(design.language ?? 'en', date);
  const values = {
    student: drawing.studentName,
    course: drawing.courseName,
    issuer: drawing.issuerName,
    issueDate: dateOf(drawing.issueDate),
    expiryDate: drawing.expiryDate === null ? '' : dateOf(drawing.expiryDate),
    id: formatUniqueId(drawing.uniqueId),
  };
  const texts = Object.entries(design.texts) as [keyof Design['texts'], string][];
  const shown = texts.map(([name, text]) => [name, filled(name, text, values)]);
  return {
    ...drawing,
    design: { ...design, texts: Object.fromEntries(shown) as Design['texts'] },
    varyingTexts: texts.filter(([, text]) => isVarying(text)).map(([name]) => name),
  };
}

/** A version's design with its images. The design is null for the built-in layout. */
export function designOfVersion(versionId: number | null): { design: Design | null; images: DesignImages } {
  const row = versionId === null ? undefined : statements().version.get(versionId);
  if (!row) return { design: null, images: {} };
  const design = JSON.parse(row.design) as Design;
  return { design, images: imagesOf(row.issuerId, design) };
}
