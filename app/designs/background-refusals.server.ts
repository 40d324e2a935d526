import type { BackgroundType } from '#app/files/images/background/read-background.server.ts';
import { t } from '#messages';
import { pictureRefusals } from './design-image.server.ts';

/** Why a PDF is refused, by the reason of its reader. */
const pdfRefusals = (): Record<string, string> => ({
  encrypted: t('background.thisPdfIsEncrypted'),
  javascript: t('background.thisPdfHasAScript'),
  'embedded files': t('background.thisPdfHasEmbeddedFiles'),
  form: t('background.thisPdfHasAForm'),
  layers: t('background.thisPdfHasLayers'),
  annotations: t('background.thisPdfHasAnnotations'),
  reference: t('background.thisPdfRefersToAnotherFile'),
  size: t('designImage.thisPictureHasTooManyPixels'),
  broken: t('background.thisPdfIsDamaged'),
  costly: t('background.thisPdfTakesTooLongToDraw'),
});

/** Why a background is refused, by the reason of its reader, which may end in numbers or the name of a font. */
export function backgroundRefusal(reason: string, type: BackgroundType): string {
  const [kind = '', ...details] = reason.split(' ');
  const [first = 0, second = 0] = details.map(Number);
  if (kind === 'pages') return t('background.thisPdfHasCountPages', { count: first });
  if (kind === 'page-size')
    return t('background.thisPageHasWidthByHeightMm', { width: first, height: second });
  if (kind === 'picture-size')
    return t('background.thisPictureHasWidthByHeightPixels', { width: first, height: second });
  if (kind === 'font') return t('background.theFontNameIsNotEmbedded', { name: details.join(' ') });
  const refusals = type === 'pdf' ? pdfRefusals() : pictureRefusals();
  return refusals[reason] ?? refusals.broken ?? '';
}
