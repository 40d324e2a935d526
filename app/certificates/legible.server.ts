import type { Design } from '#app/drawing/design.ts';
import { LAYOUT_VERSION } from '#app/drawing/drawing.ts';
import { LONGEST_HELD_VALUE } from '#app/drawing/own-artwork/artwork.ts';
import { placeholdersIn } from '#app/drawing/placeholders.ts';
import { findIllegible } from '#app/drawing/render.server.ts';
import { type FieldErrors, invalid } from '#app/shared/errors.server.ts';
import { SITE } from '#app/shared/fair-queue.server.ts';
import { t } from '#messages';
import { designOfVersion, inDesign } from './certificate-design.server.ts';
import { FIELDS, LINE_NAMES, linesOf } from './fields.ts';
import type { CertificateContent, Issuer } from './new-certificate.server.ts';
import { controlOf, visibleTo } from './own-fields.ts';
import { ID_LENGTH } from './unique-id.ts';

const isLong = (value: unknown) => String(value).length > LONGEST_HELD_VALUE;

type LongField = { field: string; label: string };

/** The field whose value a placeholder shows, if that is longer than all that boxes must hold. */
function longFieldOf(content: CertificateContent, name: string): LongField | null {
  // {student} shows studentName.
  const line = LINE_NAMES.find((known) => known === `${name}Name`);
  if (line) return isLong(content[line]) ? { field: line, label: FIELDS[line].label() } : null;
  const own = visibleTo('certificate', content.frozen ?? []).find(({ key }) => key === name);
  return own && isLong(own.value) ? { field: controlOf(own.key), label: own.name } : null;
}

/**
 * Errors by field for each certificate with a value that own artwork cannot show, otherwise null. Every box holds values of up to
 * `LONGEST_HELD_VALUE` characters, so only longer ones are measured.
 * @throws AppError busy; unprocessable for a text of the design that becomes too long
 */
export async function illegibleIn(
  issuer: Pick<Issuer, 'name' | 'id'>,
  contents: readonly CertificateContent[],
): Promise<(FieldErrors | null)[]> {
  const designs = new Map<number | null, Design | null>();
  const designOf = (id: number | null) => {
    const design = designs.get(id) ?? designOfVersion(id, issuer.id).design;
    designs.set(id, design);
    return design;
  };
  const measured = contents.flatMap((content, index) => {
    if (!hasLongValue(content)) return [];
    const design = designOf(content.designVersionId);
    if (!design?.artwork) return [];
    const drawing = inDesign(
      {
        ...content,
        issuerName: issuer.name,
        uniqueId: '0'.repeat(ID_LENGTH),
        verifyUrl: '',
        layoutVersion: LAYOUT_VERSION,
        revokedAt: null,
      },
      design,
      content.frozen,
    );
    return [{ index, content, boxes: design.artwork.boxes, drawing }];
  });
  const found = await findIllegible(
    measured.map(({ drawing }) => drawing),
    SITE,
  );
  const all: (FieldErrors | null)[] = contents.map(() => null);
  for (const [at, { index, content, boxes }] of measured.entries()) {
    const errors: FieldErrors = {};
    for (const number of found[at] ?? []) {
      for (const { name } of placeholdersIn(boxes[number]?.text ?? '')) {
        const long = longFieldOf(content, name);
        if (!long) continue;
        const value = t('ownArtwork.boxNumberCannotShowThisAtItsSmallestSize', { number: number + 1 });
        errors[long.field] = [t('page.labelValue', { label: long.label, value })];
      }
    }
    if (Object.keys(errors).length > 0) all[index] = errors;
  }
  return all;
}

const hasLongValue = (content: CertificateContent) =>
  linesOf(content).some(isLong) || (content.frozen ?? []).some(({ value }) => isLong(value));

/** @throws AppError invalid, naming the fields whose values own artwork cannot show; busy */
export async function requireLegible(issuer: Pick<Issuer, 'name' | 'id'>, content: CertificateContent) {
  const [fields] = await illegibleIn(issuer, [content]);
  if (fields) throw invalid(Object.values(fields)[0]?.[0] ?? '', fields);
}
