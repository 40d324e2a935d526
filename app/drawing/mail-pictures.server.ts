import { SITE } from '#app/shared/fair-queue.server.ts';
import type { DesignImages } from './design.ts';
import type { CertificateDrawing } from './drawing.ts';
import { cachedFile } from './file-cache.server.ts';
import { renderForMail } from './render.server.ts';

/** Part of the name of a cached logo. Increase it when its drawing changes. */
const LOGO_VERSION = 1;

/**
 * Draws the pictures of a mail as JPEG: of a certificate, and the logo of its design. A mail is sent once, so only the logo is cached.
 * @throws AppError as `renderPreview`; Error of a full disk
 */
export async function drawMailPictures(drawing: CertificateDrawing, images: DesignImages) {
  const { design } = drawing;
  const certificate = await renderForMail('mail', drawing, images);
  if (!design?.logo) return { certificate, logo: null };
  const name = `mail-logo-${LOGO_VERSION}-${design.logo}-${design.colours.primary.slice(1)}.jpg`;
  const logo = await cachedFile(SITE, name, () => renderForMail('mail-logo', drawing, images));
  return { certificate, logo };
}
