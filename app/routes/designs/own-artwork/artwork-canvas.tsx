import { type KeyboardEvent, type MouseEvent, useId } from 'react';
import type { ArtworkBox } from '#app/drawing/own-artwork/artwork.ts';
import { joinSentences } from '#app/messages/join-sentences.ts';
import { useHydrated } from '#app/ui/form.tsx';
import { t } from '#messages';
import { boxName, boxPlace, type PictureOption } from './box-texts.ts';
import { type Act, actOfKey, type KeyedBox } from './edit-boxes.ts';
import { HANDLES, type Handle, type Place, type Size } from './place-boxes.ts';
import { useDragging } from './use-dragging.ts';

type Props = {
  /** URL of the drawn page. */
  picture: string;
  page: Size;
  boxes: readonly KeyedBox[];
  selected: number | null;
  pictures: readonly PictureOption[];
  problemsOf: (key: number) => string[];
  /** ID of what describes the keys. */
  describedBy: string | undefined;
  dispatch: (act: Act) => void;
};

const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(4)}%`;

/** A place as attributes of SVG, in per cent of the page. The policy for styles has no inline ones. */
const onPage = ({ x, y, width, height }: Place, page: Size) => ({
  x: percent(x, page.width),
  y: percent(y, page.height),
  width: percent(width, page.width),
  height: percent(height, page.height),
});

/** A side that is less of the page than this has no room for handles at its middle. */
const SMALL = 0.1;

/** The handles for which a box has room. */
function handlesOf({ kind, width, height }: ArtworkBox, page: Size): Handle[] {
  const isNarrow = width / page.width < SMALL;
  const isLow = height / page.height < SMALL;
  if (kind === 'line') return width > height ? ['w', 'e'] : ['n', 's'];
  if (isNarrow && isLow) return ['se'];
  if (isLow) return ['w', 'e', 'n', 's'];
  if (isNarrow) return ['n', 's', 'w', 'e'];
  return Object.keys(HANDLES) as Handle[];
}

const handlePlace = ({ x, y, width, height }: Place, handle: Handle, page: Size) => ({
  cx: percent(x + (width * (HANDLES[handle].x + 1)) / 2, page.width),
  cy: percent(y + (height * (HANDLES[handle].y + 1)) / 2, page.height),
});

type BoxProps = Omit<Props, 'picture' | 'boxes' | 'describedBy'> & {
  box: KeyedBox;
  index: number;
  handlers: ReturnType<ReturnType<typeof useDragging>['handlersOf']>;
};

/** A box as an outline over the picture. Without JavaScript it is a link to its fields. */
function Outline({ box, index, page, selected, pictures, problemsOf, dispatch, handlers }: BoxProps) {
  const id = useId();
  const isEditor = useHydrated();
  const problems = problemsOf(box.key);
  const place = onPage(box, page);
  const press = (event: KeyboardEvent) => {
    const act = actOfKey(event, box, page);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    dispatch(act);
  };
  const open = (event: MouseEvent) => {
    event.preventDefault();
    dispatch({ act: 'select', key: box.key });
    // The Enter key has no pointer.
    if (event.detail === 0) document.getElementById(`box-${index + 1}-first`)?.focus();
  };
  return (
    <g
      className="artwork-box"
      data-selected={box.key === selected ? '' : undefined}
      data-problem={problems.length > 0 ? '' : undefined}
      {...(isEditor && handlers)}
    >
      {box.kind === 'line' && <rect className="artwork-grip" {...place} />}
      <a
        href={`#box-${index + 1}-first`}
        id={`box-${index + 1}`}
        data-box={box.key}
        role={isEditor ? 'button' : undefined}
        aria-label={boxName(box, pictures)}
        aria-describedby={id}
        {...(isEditor && {
          onKeyDown: press,
          onClick: open,
          onFocus: () => dispatch({ act: 'select', key: box.key }),
          onDragStart: (event) => event.preventDefault(),
        })}
      >
        <rect {...place} />
      </a>
      <desc id={id}>{joinSentences([boxPlace(box), ...problems])}</desc>
      <rect className="artwork-outline" {...place} />
    </g>
  );
}

/** The drawn page with its boxes. The page has the left of the paper at the left in every language. */
export function ArtworkCanvas({ picture, describedBy, ...props }: Props) {
  const { page, boxes, selected, dispatch } = props;
  const isEditor = useHydrated();
  const { handlersOf, guides } = useDragging(boxes, page, dispatch);
  const chosen = boxes.find(({ key }) => key === selected);
  const line = { x: '0', y: '0', width: '100%', height: '100%' };
  return (
    <div className="artwork-page" dir="ltr">
      <img
        src={picture}
        // The shape of the page until the picture is loaded.
        width={page.width / 100}
        height={page.height / 100}
        alt={t('common.aCertificateInThisDesign')}
        draggable={false}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in SVG */}
      <svg role="group" aria-label={t('boxEditor.boxesOnThePage')} aria-describedby={describedBy}>
        {boxes.map((box, index) => (
          <Outline key={box.key} {...props} box={box} index={index} handlers={handlersOf(box)} />
        ))}
        {guides.x !== null && (
          <rect className="artwork-guide" {...line} x={percent(guides.x, page.width)} width="1" />
        )}
        {guides.y !== null && (
          <rect className="artwork-guide" {...line} y={percent(guides.y, page.height)} height="1" />
        )}
        {isEditor &&
          chosen &&
          handlesOf(chosen, page).map((handle) => (
            <g key={handle} className="artwork-handle" data-handle={handle} {...handlersOf(chosen, handle)}>
              <circle {...handlePlace(chosen, handle, page)} className="artwork-grip" />
              <circle {...handlePlace(chosen, handle, page)} />
            </g>
          ))}
      </svg>
    </div>
  );
}
