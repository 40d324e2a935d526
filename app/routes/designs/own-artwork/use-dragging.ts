import { type PointerEvent, useRef, useState } from 'react';
import type { Act, KeyedBox } from './edit-boxes.ts';
import { type Guides, type Handle, movedBox, resizedBox, type Size } from './place-boxes.ts';

const NO_GUIDES: Guides = { x: null, y: null };
/** In CSS pixels. */
const SNAPS_WITHIN = 6;
const MOVES_AFTER = 3;

type Drag = {
  pointer: number;
  box: KeyedBox;
  handle: Handle | null;
  from: { x: number; y: number };
  /** Thousandths of a millimetre in a pixel. */
  scale: number;
  gesture: string;
  hasMoved: boolean;
};

let gestures = 0;

/**
 * Moves and resizes boxes with a pointer. Alt suspends snapping.
 * @param dispatch takes the changes
 * @returns the handlers of a box or of one of its handles, and the lines to which the box has snapped
 */
export function useDragging(boxes: readonly KeyedBox[], page: Size, dispatch: (act: Act) => void) {
  const drag = useRef<Drag | null>(null);
  const [guides, setGuides] = useState(NO_GUIDES);

  function start(event: PointerEvent<SVGElement>, box: KeyedBox, handle: Handle | null) {
    if (event.button !== 0 || drag.current) return;
    const canvas = event.currentTarget.ownerSVGElement;
    if (!canvas) return;
    gestures += 1;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = {
      pointer: event.pointerId,
      box,
      handle,
      from: { x: event.clientX, y: event.clientY },
      scale: page.width / canvas.getBoundingClientRect().width,
      gesture: `drag ${gestures}`,
      hasMoved: false,
    };
    dispatch({ act: 'select', key: box.key });
  }

  function move(event: PointerEvent<SVGElement>) {
    const { current } = drag;
    if (current?.pointer !== event.pointerId) return;
    const { box, handle, from, scale, gesture } = current;
    const pixels = { x: event.clientX - from.x, y: event.clientY - from.y };
    current.hasMoved ||= Math.hypot(pixels.x, pixels.y) > MOVES_AFTER;
    if (!current.hasMoved) return;
    const by = { x: pixels.x * scale, y: pixels.y * scale };
    const others = boxes.filter(({ key }) => key !== box.key);
    const snapping = event.altKey ? null : { others, within: SNAPS_WITHIN * scale };
    const placed = handle ? resizedBox(box, handle, by, page, snapping) : movedBox(box, by, page, snapping);
    setGuides(placed.guides);
    dispatch({ act: 'change', key: box.key, values: placed.place, gesture });
  }

  function end({ pointerId }: PointerEvent<SVGElement>) {
    if (drag.current?.pointer !== pointerId) return;
    drag.current = null;
    setGuides(NO_GUIDES);
  }

  const handlersOf = (box: KeyedBox, handle: Handle | null = null) => ({
    onPointerDown: (event: PointerEvent<SVGElement>) => start(event, box, handle),
    onPointerMove: move,
    onPointerUp: (event: PointerEvent<SVGElement>) => {
      // Its place may be further than that of the last move.
      move(event);
      end(event);
    },
    onPointerCancel: end,
  });
  return { handlersOf, guides };
}
