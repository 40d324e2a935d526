import { type Design, textLabels } from '#app/drawing/design.ts';
import type { OwnArtwork } from '#app/drawing/own-artwork/artwork.ts';
import { t } from '#messages';

/* Constants of the design form for pages. Apart from the schema, so that they load no validation code. */

/** Most bytes of an uploaded logo or signature. */
export const MAX_PICTURE_BYTES = 2 * 1_048_576;
export const pictureTooLarge = () => t('designForm.thePictureMustHaveAtMost2Mb');
/** Most bytes of an uploaded background. */
export const MAX_BACKGROUND_BYTES = 10 * 1_048_576;
export const backgroundTooLarge = () => t('background.theBackgroundMustHaveAtMost10Mb');
/** The field for the ZIP of a design, and the most bytes of it: a background, a logo and six signatures. */
export const DESIGN_FILE = 'design';
export const MAX_DESIGN_FILE_BYTES = 25 * 1_048_576;
export const designFileTooLarge = () => t('designFile.theZipMustHaveAtMost25Mb');
export const MAX_NAME_LENGTH = 100;
export const MAX_MAIL_SUBJECT = 100;
export const MAX_MAIL_TEXT = 2_000;

/** The numbers of the signatories, from left to right. */
export const SIGNATORIES = [1, 2, 3, 4, 5, 6] as const;

/** Labels of the fields, by their names in the form. */
export const fieldLabels = () =>
  ({
    name: t('designForm.nameOfTheDesign'),
    base: t('designForm.layout'),
    typeface: t('designForm.typeface'),
    primary: t('designForm.mainColour'),
    accent: t('designForm.accentColour'),
    paper: t('designForm.paperColour'),
    ...textLabels(),
    language: t('common.language'),
    pageSize: t('designForm.pageSize'),
    dateStyle: t('designForm.dates'),
    expiresAfter: t('common.validFor'),
    mailSubject: t('designForm.mailSubject'),
    mailText: t('designForm.mailText'),
  }) as const;

/** Maximum lengths of the texts. */
export const TEXT_LENGTHS = { title: 60, subtitle: 80, beforeName: 120, beforeCourse: 120, statement: 300 };
export type TextName = keyof typeof TEXT_LENGTHS;

const artworkFields = ({ page, background, boxes, faces }: OwnArtwork) => ({
  page,
  backgroundImage: background ?? '',
  boxes: JSON.stringify(boxes),
  ...(faces && { faces: JSON.stringify(faces) }),
});

/** Values of the form's fields for a design. */
export function toFields(
  design: Omit<Design, 'logo' | 'signatories'> & Partial<Design>,
  mail = { subject: '', text: '' },
): Record<string, string> {
  const shown: Record<string, string> = {
    base: design.base,
    typeface: design.typeface,
    ...design.colours,
    ...design.texts,
    logoImage: design.logo ?? '',
    seal: design.seal ? 'on' : '',
    language: design.language ?? 'en',
    ...(design.artwork ? artworkFields(design.artwork) : { pageSize: design.pageSize ?? 'a4' }),
    dateStyle: design.dateStyle ?? 'numbers',
    mailSubject: mail.subject,
    mailText: mail.text,
  };
  for (const [index, { name, title, signature }] of (design.signatories ?? []).entries()) {
    shown[`signatory${index + 1}Name`] = name;
    shown[`signatory${index + 1}Title`] = title;
    shown[`signature${index + 1}Image`] = signature ?? '';
  }
  return shown;
}
