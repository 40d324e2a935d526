import type { Design } from '#app/drawing/design.ts';
import type { CertificateDrawing } from '#app/drawing/drawing.ts';
import { sheetOf } from '#app/drawing/library/backdrop.server.ts';
import { LIBRARY, type LibraryId } from '#app/drawing/library/library.ts';
import type { ArtworkPage, OwnArtwork } from '#app/drawing/own-artwork/artwork.ts';
import { fillFormatted } from '#app/drawing/placeholders.ts';
import { drawingWith } from './samples.ts';

const LONGEST = 100;

/** Names of six scripts: the longest that a box must hold, and the shortest. Letters of full width count as two. */
const SCRIPTS = {
  latin: {
    name: 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh Maximiliane ',
    shortest: 'Li',
    letters: LONGEST,
  },
  greek: { name: 'Ελευθέριος Παπαδόπουλος Χριστοδούλου ', shortest: 'Ω', letters: LONGEST },
  cyrillic: { name: 'Александра Константиновна Преображенская ', shortest: 'Ю', letters: LONGEST },
  arabic: { name: 'عبد الرحمن بن خالد الفهد الأنصاري ', shortest: 'نور', letters: LONGEST },
  devanagari: { name: 'श्रीमती अनुष्का राजलक्ष्मी द्विवेदी ', shortest: 'ऋ', letters: LONGEST },
  chinese: { name: '欧阳晓明渡辺恵美子', shortest: '李', letters: LONGEST / 2 },
};

/** Values of names: the longest of each script, then the shortest. */
export const NAMES: string[] = [
  ...Object.values(SCRIPTS).map(({ name, letters }) => name.repeat(20).slice(0, letters).trim()),
  ...Object.values(SCRIPTS).map(({ shortest }) => shortest),
];

/** The artwork of a design of the library, with a name as student, course and issuer. */
function filled(id: LibraryId, page: ArtworkPage, name: string, background: string | null): OwnArtwork {
  const values: Record<string, string> = {
    student: name,
    course: name,
    issuer: name,
    id: '7K3M-9QZX-2HVB-4TND',
    issueDate: '31/03/2026',
    expiryDate: '31/03/2028',
  };
  const boxes = LIBRARY[id].boxes(sheetOf(page)).map((box) => ({
    ...box,
    text: fillFormatted(box.text, ({ name: key }) => values[key] ?? ''),
  }));
  return { page, background, boxes };
}

/** A certificate in a design of the library. */
export function inLibraryDesign(
  id: LibraryId,
  page: ArtworkPage,
  name: string,
  background: string | null = null,
): { drawing: CertificateDrawing; artwork: OwnArtwork } {
  const artwork = filled(id, page, name, background);
  const { look, title } = LIBRARY[id];
  const design: Design = {
    base: 'artwork',
    ...look,
    logo: 'logo',
    signatories: [{ name: 'Dr. Helena Brandt', title: '', signature: 'signature' }],
    texts: { title: title(), subtitle: '', beforeName: '', beforeCourse: '', statement: '' },
    seal: false,
    artwork,
  };
  return { drawing: drawingWith({ layoutVersion: 3, studentName: name, courseName: name, design }), artwork };
}
