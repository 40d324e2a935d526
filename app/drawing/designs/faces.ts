import type { Typeface } from '#app/drawing/design.ts';
import type { Face } from '#app/drawing/fonts.server.ts';

/** The role of a text on a certificate, which determines its face. */
export type Role = 'title' | 'name' | 'course' | 'prose' | 'label' | 'value';

/** A face, with the factor that makes it look as large as the other faces at the same size. */
type Lettering = { face: Face; scale: number };
export type Faces = Record<Role, Lettering>;

const set = (face: Face, scale = 1): Lettering => ({ face, scale });

export const FACES: Record<Typeface, Faces> = {
  classic: {
    title: set('Cinzel-Medium'),
    name: set('EBGaramond-Regular'),
    course: set('EBGaramond-SemiBold'),
    prose: set('EBGaramond-Italic'),
    label: set('EBGaramond-SemiBold'),
    value: set('EBGaramond-SemiBold'),
  },
  garamond: {
    title: set('EBGaramond-Regular', 1.12),
    name: set('EBGaramond-Italic', 1.06),
    course: set('EBGaramond-SemiBold'),
    prose: set('EBGaramond-Regular'),
    label: set('EBGaramond-SemiBold'),
    value: set('EBGaramond-SemiBold'),
  },
  editorial: {
    title: set('CormorantGaramond-SemiBold', 1.08),
    name: set('CormorantGaramond-SemiBold', 1.1),
    course: set('Manrope-Bold', 0.78),
    prose: set('Manrope-Regular', 0.8),
    label: set('Manrope-Bold', 0.92),
    value: set('Manrope-Bold', 0.8),
  },
  modern: {
    title: set('Manrope-Bold', 0.86),
    name: set('Manrope-Bold', 0.84),
    course: set('Manrope-Bold', 0.8),
    prose: set('Manrope-Regular', 0.8),
    label: set('Manrope-Bold', 0.92),
    value: set('Manrope-Bold', 0.8),
  },
};
