import '#tests/golden/without-system-fonts.ts';
import { describe, expect, it } from 'vitest';
import type { ArtworkBox } from '#app/drawing/own-artwork/artwork.ts';
import { type BackgroundWord, checkArtwork } from '#app/drawing/own-artwork/check.server.ts';
import { box, compulsory, withBoxes } from '#tests/golden/own-artwork-samples.ts';

/** The problems of boxes, each with these texts, on white paper. */
function problemsOf(boxes: ArtworkBox[], texts: string[] = ['Ada'], words: BackgroundWord[] = []) {
  const drawing = withBoxes(boxes);
  const check = {
    texts: boxes.map(({ kind }) => (kind === 'text' ? texts : ['7K3M-9QZX-2HVB-4TND'])),
    words,
  };
  return checkArtwork(drawing, drawing.design!.artwork!, check, {});
}

const name = (changes: Partial<ArtworkBox> = {}) => box('text', [40_000, 50_000, 100_000, 12_000], changes);

describe('the check of own artwork', () => {
  it('finds nothing wrong with a sound design', () => {
    expect(problemsOf([...compulsory, name()])).toEqual([]);
  });

  it('misses the QR code and the ID, and finds them too small', () => {
    expect(problemsOf([])).toEqual([
      { box: null, problem: 'no-qr' },
      { box: null, problem: 'no-id' },
    ]);
    const [qr, id] = compulsory as [ArtworkBox, ArtworkBox];
    expect(
      problemsOf([
        { ...qr, width: 17_000 },
        { ...id, minSize: 5 },
      ]),
    ).toEqual([
      { box: 0, problem: 'small-qr' },
      { box: 1, problem: 'small-id' },
    ]);
  });

  it('measures the longest text at its smallest size', () => {
    const long = 'Maximiliane '.repeat(8);
    expect(problemsOf([...compulsory, name({ minSize: 14 })], ['Ada', long])).toMatchObject([
      { box: 2, problem: 'no-room', text: long.slice(0, 60) },
    ]);
    expect(problemsOf([...compulsory, name({ minSize: 4 })], ['Ada', long])).toEqual([]);
  });

  it('lets nothing touch texts and QR codes, and pictures and lines lie on each other', () => {
    const bar = box('line', [30_000, 40_000, 200_000, 40_000], { colour: '#eeeeee' });
    expect(problemsOf([...compulsory, bar, name()])).toContainEqual({ box: 3, problem: 'overlap', other: 2 });
    expect(problemsOf([...compulsory, bar, bar])).toEqual([]);
    // What a text covers counts, and not its empty box.
    const beside = name({ x: 110_000, align: 'right' });
    expect(problemsOf([...compulsory, name({ align: 'left' }), beside])).toEqual([]);
  });

  it('names the word of the background under a text', () => {
    const word = { text: 'Name', x: 85_000, y: 52_000, width: 12_000, height: 8_000 };
    expect(problemsOf([...compulsory, name()], ['Ada'], [word])).toEqual([
      { box: 2, problem: 'word', word: 'Name' },
    ]);
  });

  it('compares the colour of a text with what is under it', () => {
    const [pale] = problemsOf([...compulsory, name({ colour: '#999999' })]);
    expect(pale).toMatchObject({ box: 2, problem: 'contrast' });
    expect(problemsOf([...compulsory, name({ colour: '#767676' })])).toEqual([]);
  });

  it('misses a logo that is not there', () => {
    const logo = box('picture', [200_000, 20_000, 40_000, 20_000], { picture: 'logo' });
    expect(problemsOf([...compulsory, logo])).toEqual([{ box: 2, problem: 'no-picture' }]);
  });
});
