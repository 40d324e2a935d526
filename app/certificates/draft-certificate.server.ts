import { hash } from 'node:crypto';
import { onlyShown } from '@certrace/verify';
import { type Actor, clientOf, requireIssuer } from '#app/accounts/actor.server.ts';
import { limit } from '#app/accounts/rate-limits.server.ts';
import { env } from '#app/config/env.server.ts';
import { pageOf } from '#app/drawing/design.ts';
import { LANDSCAPE, LAYOUT_VERSION } from '#app/drawing/drawing.ts';
import { renderPreview } from '#app/drawing/render.server.ts';
import { invalid, notFound } from '#app/shared/errors.server.ts';
import { patientFor } from '#app/shared/fair-queue.server.ts';
import { t } from '#messages';
import type { IssueInput } from './certificate.schema.ts';
import { designOfVersion, inDesign, type PictureSize, withPhoto } from './certificate-design.server.ts';
import { chooseDesign } from './choose-design.server.ts';
import { frozenFrom, frozenSoFar } from './field-values.server.ts';
import type { CertificateContent, Issuer } from './new-certificate.server.ts';
import { requirePrintable } from './new-certificate.server.ts';
import type { FrozenField } from './own-fields.ts';
import { ID_LENGTH } from './unique-id.ts';

/** Widths of drafts in pixels: for lists, and to read. */
const WIDTHS = [480, 960] as const;
type Width = (typeof WIDTHS)[number];

/** Stands where the ID will be. No ID has such characters. */
const NO_ID = '•'.repeat(ID_LENGTH);

type DraftIssuer = Pick<Issuer, 'id' | 'name'>;

/**
 * A certificate that is not issued, as its file will be drawn, without an ID and marked as a draft.
 * @throws AppError invalid for a text that cannot be printed or a damaged photograph; unprocessable for a text of the design that becomes
 *   too long
 */
function drawingOf(issuer: DraftIssuer, content: CertificateContent) {
  requirePrintable(issuer, content);
  const { design, images } = designOfVersion(content.designVersionId, issuer.id);
  const drawing = inDesign(
    {
      ...onlyShown({ ...content, uniqueId: NO_ID, issuerName: issuer.name }),
      verifyUrl: `${env().APP_URL}/verify`,
      layoutVersion: LAYOUT_VERSION,
      revokedAt: null,
      isDraft: true,
    },
    design,
    content.frozen,
  );
  const all = withPhoto(drawing, issuer.id, images);
  if (!all) throw invalid(t('saveDesign.thisPictureIsNoLongerStored'));
  return { drawing, images: all };
}

type Draft = ReturnType<typeof drawingOf>;

async function draw(actor: Actor, { drawing, images }: Draft, width: Width): Promise<Uint8Array> {
  await limit(actor, 'design-previews');
  return renderPreview(drawing, images, width, patientFor(clientOf(actor)));
}

/** A drawn draft, and the size of the page in pixels. */
export type DrawnDraft = { png: Uint8Array; size: PictureSize };

const sizeOf = ({ drawing: { design } }: Draft): PictureSize => {
  const { width, height } = design ? pageOf(design) : LANDSCAPE;
  return { width, height };
};

async function drawnDraft(actor: Actor, input: IssueInput, read: typeof frozenFrom): Promise<DrawnDraft> {
  requireIssuer(actor, 'certificates');
  const { organisation } = actor;
  const content = chooseDesign(organisation.id, input);
  const draft = drawingOf(organisation, { ...content, frozen: read(organisation.id, input.fields) });
  return { png: await draw(actor, draft, 960), size: sizeOf(draft) };
}

/**
 * Draws what `issueCertificate` would issue, as a PNG without ID and credential, and changes nothing. A duplicate is drawn too.
 * @param input the output of `issueSchema`
 * @throws AppError unauthenticated; forbidden; invalid, naming fields; unprocessable for a text of the design that becomes too long;
 *   rate-limited; busy
 */
export const draftCertificate = (actor: Actor, input: IssueInput) => drawnDraft(actor, input, frozenFrom);

/**
 * Draws a draft whose values may be missing.
 * @param input the output of `draftSchema`
 * @param old the values of own fields of the certificate, if it waits
 * @throws AppError as `draftCertificate`
 */
export const draftSoFar = (actor: Actor, input: IssueInput, old: readonly FrozenField[]) =>
  drawnDraft(actor, input, (issuerId, entered) => frozenSoFar(issuerId, entered, old));

/**
 * The draft of a certificate whose design is chosen, as files to serve. Callers must have checked that the actor may see it.
 * @throws AppError invalid for a text that cannot be printed; unprocessable for a text of the design that becomes too long
 */
export function draftPicture(actor: Actor, issuer: DraftIssuer, content: CertificateContent) {
  const draft = drawingOf(issuer, content);
  return {
    size: sizeOf(draft),
    /** @param name '480.png' or '960.png'. @throws AppError not-found */
    file(name: string) {
      const width = WIDTHS.find((known) => `${known}.png` === name);
      if (width === undefined) throw notFound();
      return {
        read: () => draw(actor, draft, width),
        etag: `"${hash('sha256', JSON.stringify([draft.drawing, width]))}"`,
        name: `draft-${name}`,
        contentType: 'image/png',
      };
    },
  };
}
