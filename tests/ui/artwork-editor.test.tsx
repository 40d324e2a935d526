import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createRoutesStub, data } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ArtworkBox, boxDefaults } from '#app/drawing/own-artwork/artwork.ts';
import { ArtworkEditor } from '#app/routes/designs/own-artwork/artwork-editor.tsx';
import type { ArtworkAnswer, ShownArtwork } from '#app/routes/designs/own-artwork/shown-artwork.ts';

const NAME: ArtworkBox = { ...boxDefaults('text'), text: 'For {student}' };
const QR: ArtworkBox = { ...boxDefaults('qr'), x: 200_000, y: 150_000 };

const SHOWN: ShownArtwork = {
  number: 3,
  page: 'a4',
  face: null,
  background: '',
  words: [],
  boxes: [NAME, QR],
  problems: [],
  fields: { name: 'Diploma', version: '0' },
};

const answers: ((entered: FormData) => unknown)[] = [];
const saves: FormData[] = [];

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  answers.length = 0;
  saves.length = 0;
});

/** Renders the editor. Its previews have no answer, and its saves those of the test. */
async function open(shown: ShownArtwork = SHOWN) {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <ArtworkEditor
          shown={shown}
          picture="/picture.png"
          languages={[{ value: 'en', label: 'English' }]}
          placeholders={['{student}']}
          rows={[]}
          ownPictures={[]}
          hasOwnMail={false}
          answer={undefined}
        />
      ),
      action: async ({ request }) => {
        const entered = await request.formData();
        saves.push(entered);
        return (
          answers.shift()?.(entered) ?? { ok: true, shown: { ...shown, number: shown.number + saves.length } }
        );
      },
    },
  ]);
  render(<Stub />);
  return within(await screen.findByRole('group', { name: 'Boxes on the page' }));
}

/** Kind, place and problems of a box. */
const descriptionOf = (box: Element) =>
  document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent;

const savedBoxes = (at = -1) => JSON.parse(String(saves.at(at)?.get('boxes'))) as ArtworkBox[];
const press = (element: Element, key: string, held = {}) => fireEvent.keyDown(element, { key, ...held });

describe('the editor of own artwork', () => {
  it('names each box by its text, describes its place, and shows its fields when it has the focus', async () => {
    const page = await open();
    const box = page.getByRole('button', { name: 'For {student}' });
    const description = descriptionOf(box);
    expect(description).toBe('Text, 120 × 12 mm, at X 20 mm, Y 20 mm.');
    expect(page.getByRole('button', { name: 'QR code' })).toBeTruthy();
    act(() => box.focus());
    expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('For {student}');
    for (const label of ['X', 'Y', 'Width', 'Height', 'Alignment', 'Typeface', 'Size', 'Smallest size'])
      expect(screen.getAllByLabelText(label)).toHaveLength(1);
    for (const label of ['Colour', 'Long values', 'Lines']) expect(screen.getByLabelText(label)).toBeTruthy();
  });

  it('moves a box by keys and takes it back', async () => {
    const page = await open();
    const box = page.getByRole('button', { name: 'For {student}' });
    act(() => box.focus());
    press(box, 'ArrowRight');
    press(box, 'ArrowDown', { shiftKey: true });
    const x = screen.getByLabelText<HTMLInputElement>('X');
    expect([x.value, screen.getByLabelText<HTMLInputElement>('Y').value]).toEqual(['21', '30']);
    press(box, 'z', { ctrlKey: true });
    expect(x.value).toBe('20');
    fireEvent.click(screen.getByRole('button', { name: 'Redo' }));
    expect(x.value).toBe('21');
  });

  it('drags a box with a pointer, snapping to whole millimetres', async () => {
    const page = await open();
    const box = page.getByRole('button', { name: 'For {student}' });
    const part = box.parentElement as unknown as SVGGElement;
    const canvas = box.closest('svg') as SVGSVGElement;
    canvas.getBoundingClientRect = () => ({ width: 594 }) as DOMRect;
    part.setPointerCapture = vi.fn();
    const at = (clientX: number) => ({ pointerId: 1, button: 0, buttons: 1, clientX, clientY: 0 });
    fireEvent.pointerDown(part, at(100));
    fireEvent.pointerMove(part, at(102));
    expect(screen.getByLabelText<HTMLInputElement>('X').value).toBe('20');
    fireEvent.pointerMove(part, at(130.9));
    fireEvent.pointerUp(part, at(130.9));
    fireEvent.pointerMove(part, at(300));
    expect(screen.getByLabelText<HTMLInputElement>('X').value).toBe('35');
  });

  it('keeps what cannot be read as a number, and says so', async () => {
    const page = await open();
    act(() => page.getByRole('button', { name: 'QR code' }).focus());
    const x = screen.getByLabelText<HTMLInputElement>('X');
    fireEvent.change(x, { target: { value: '12.5' } });
    fireEvent.change(x, { target: { value: '12.5 mm' } });
    fireEvent.blur(x);
    expect(x.value).toBe('12.5 mm');
    expect(x.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('X must be a number.')).toBeTruthy();
    expect(descriptionOf(page.getByRole('button', { name: 'QR code' }))).toContain('X 12.5 mm');
  });

  it('saves a draft after a pause, once for several changes, and says so', async () => {
    const page = await open();
    const box = page.getByRole('button', { name: 'For {student}' });
    press(box, 'ArrowRight');
    press(box, 'ArrowRight');
    expect(screen.getByText('Saving...')).toBeTruthy();
    await waitFor(() => expect(screen.getByText('Saved.')).toBeTruthy(), { timeout: 5_000 });
    expect(saves).toHaveLength(1);
    expect(saves[0]?.get('intent')).toBe('draft');
    expect(saves[0]?.get('draftNumber')).toBe('3');
    expect(savedBoxes()[0]?.x).toBe(22_000);
    // The next save names the draft that this one made.
    press(box, 'Delete');
    await waitFor(() => expect(saves).toHaveLength(2), { timeout: 5_000 });
    expect(saves[1]?.get('draftNumber')).toBe('4');
    expect(savedBoxes().map(({ kind }) => kind)).toEqual(['qr']);
  });

  it('shows problems on their boxes and in a list that leads to them', async () => {
    const page = await open({ ...SHOWN, problems: [{ box: 1, message: 'It overlaps box 1.' }] });
    const box = page.getByRole('button', { name: 'QR code' });
    expect(descriptionOf(box)).toContain('It overlaps box 1.');
    fireEvent.click(screen.getByRole('link', { name: 'QR code' }));
    expect(document.activeElement).toBe(box);
  });

  it('says why a draft was not saved, and saves the next change', async () => {
    const page = await open();
    const failed = { ok: false, message: 'The disk is full.', intent: null, lastResult: {}, toast: {} };
    answers.push(() => data(failed, { status: 507 }));
    const box = page.getByRole('button', { name: 'For {student}' });
    press(box, 'ArrowRight');
    await waitFor(() => expect(screen.getByText('Not saved: The disk is full.')).toBeTruthy(), {
      timeout: 5_000,
    });
    press(box, 'ArrowRight');
    await waitFor(() => expect(screen.getByText('Saved.')).toBeTruthy(), { timeout: 5_000 });
    expect(savedBoxes()[0]?.x).toBe(22_000);
  });

  describe('after the design was saved in another tab', () => {
    const other: ShownArtwork = { ...SHOWN, number: 9, boxes: [{ ...NAME, text: 'Other' }] };

    async function openInConflict() {
      const page = await open();
      const conflict: ArtworkAnswer = {
        ok: false,
        intent: null,
        message: 'Box 1 was changed.',
        lastResult: {},
        toast: { kind: 'error', message: '' },
        conflict: other,
      };
      answers.push(() => data(conflict, { status: 409 }));
      press(page.getByRole('button', { name: 'For {student}' }), 'ArrowRight');
      await screen.findByText(/^Box 1 was changed\./, {}, { timeout: 5_000 });
      return page;
    }

    it('keeps its own over the other, which undo brings back', async () => {
      const page = await openInConflict();
      fireEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
      await waitFor(() => expect(saves).toHaveLength(2), { timeout: 5_000 });
      expect(saves[1]?.get('draftNumber')).toBe('9');
      expect(savedBoxes()[0]).toMatchObject({ text: 'For {student}', x: 21_000 });
      fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
      expect(page.getByRole('button', { name: 'Other' })).toBeTruthy();
    });

    it('loads the other, and undo brings its own back', async () => {
      const page = await openInConflict();
      fireEvent.click(screen.getByRole('button', { name: 'Load the other' }));
      expect(page.getByRole('button', { name: 'Other' })).toBeTruthy();
      expect(screen.getByText('Saved.')).toBeTruthy();
      fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
      expect(descriptionOf(page.getByRole('button', { name: 'For {student}' }))).toContain('X 21 mm');
      await waitFor(() => expect(saves).toHaveLength(2), { timeout: 5_000 });
      expect(saves[1]?.get('draftNumber')).toBe('9');
    });
  });
});
