import { type RefObject, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { type ArtworkBox, micronsOf } from '#app/drawing/own-artwork/artwork.ts';
import { boxesOf, editBoxes, type KeyedBox, startEditing } from './edit-boxes.ts';
import type { ArtworkAnswer, ShownArtwork } from './shown-artwork.ts';
import { useDraft } from './use-draft.ts';

/** The problems of what was saved, by the keys of its boxes. Null for those of no box. */
type KeyedProblem = { key: number | null; message: string };

const isSame = (one: ArtworkBox, other: ArtworkBox | undefined) =>
  other !== undefined &&
  Object.entries(one).every(([name, value]) => name === 'key' || other[name as keyof ArtworkBox] === value);

const areSame = (some: readonly ArtworkBox[], others: readonly ArtworkBox[]) =>
  some.length === others.length && some.every((box, index) => isSame(box, others[index]));

/** The problems of saved boxes. One that was not changed since has kept its key, wherever it is now. */
const withKeys = ({ boxes: saved, problems }: ShownArtwork, boxes: readonly KeyedBox[]): KeyedProblem[] =>
  problems.map(({ box: index, message }) => {
    const box = index === null ? undefined : saved[index];
    const found = box && (boxes.find((other) => isSame(box, other)) ?? boxes[index ?? -1]);
    return { key: found?.key ?? null, message };
  });

/**
 * The editor's state: the boxes, the rest of the draft, and how it is saved.
 * @param shown the draft that the server sent. A newer one replaces what is shown, which can be undone.
 * @param refused the answer to the form if it was not saved
 */
export function useEditor(
  shown: ShownArtwork,
  refused: (ArtworkAnswer & { ok: false }) | undefined,
  form: RefObject<HTMLFormElement | null>,
) {
  /** `shows` counts how often the fields began anew. */
  const [draft, setDraft] = useState({ ...shown, shows: 0 });
  const page = micronsOf(draft.page);
  const reducer = useMemo(() => editBoxes(page), [page]);
  const [editing, dispatch] = useReducer(reducer, shown.boxes, startEditing);
  const [problems, setProblems] = useState(() => withKeys(shown, editing.boxes));
  const boxes = boxesOf(editing);
  const content = JSON.stringify(boxes);
  /** The boxes for which a save was asked, or which came from the server. */
  const known = useRef(content);

  function take(saved: ShownArtwork) {
    // Another background may have another page, on which the boxes were moved.
    if (saved.page !== draft.page) return load(saved);
    setDraft((before) => ({ ...saved, shows: before.shows }));
    setProblems(withKeys(saved, editing.boxes));
  }
  const saving = useDraft(form, take);
  const { change, settle, fail, failure } = saving;

  /** Shows another draft in place of this one. */
  function load(other: ShownArtwork) {
    known.current = JSON.stringify(other.boxes);
    const next = reducer(editing, { act: 'replace', boxes: other.boxes });
    dispatch({ act: 'replace', boxes: other.boxes });
    setDraft((before) => ({ ...other, shows: before.shows + 1 }));
    setProblems(withKeys(other, next.boxes));
    settle();
  }

  /** Saves this draft over the one that was saved meanwhile, which can be reached with undo. */
  function keep(other: ShownArtwork) {
    setDraft((before) => ({ ...before, number: other.number }));
    if (!areSame(boxes, other.boxes)) dispatch({ act: 'replace', boxes, kept: other.boxes });
    settle();
    change();
  }

  useEffect(() => {
    if (content === known.current) return;
    known.current = content;
    change();
  }, [content, change]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each draft that arrives
  useEffect(() => {
    if (shown.number === draft.number) return;
    if (!areSame(boxes, shown.boxes)) load(shown);
    else {
      take(shown);
      settle();
    }
  }, [shown]);

  useEffect(() => {
    if (refused && !refused.isSaved) fail(refused);
  }, [refused, fail]);

  const conflict = failure?.conflict;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each conflict
  useEffect(() => {
    // The answer to a save was lost, and nobody else saved.
    if (conflict && areSame(boxes, conflict.boxes)) keep(conflict);
  }, [conflict]);

  return { page, editing, dispatch, draft, problems, content, saving, load, keep };
}
