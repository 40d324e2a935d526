import { type PointerEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { PHOTO } from '#app/files/images/photo.ts';
import { t } from '#messages';

/** The part of a picture that is kept: enlarged from the largest one that fits, and where it is, from 0 to 1. */
type Part = { zoom: number; x: number; y: number };

const MIDDLE: Part = { zoom: 1, x: 0.5, y: 0.5 };
const MAX_ZOOM = 4;
const STEP = 0.01;
const SHAPE = PHOTO.width / PHOTO.height;
const JPEG = { type: 'image/jpeg', quality: 0.95 };

const within = (value: number) => Math.min(1, Math.max(0, value));

/** The pixels of a part. */
function pixelsOf({ width, height }: ImageBitmap, { zoom, x, y }: Part) {
  const wide = Math.min(width, height * SHAPE) / zoom;
  const high = wide / SHAPE;
  return { left: (width - wide) * x, top: (height - high) * y, wide, high };
}

type SliderProps = {
  label: string;
  value: number;
  min: number;
  max: number;
  disabled?: boolean;
  onChange: (value: number) => void;
};

function Slider({ label, onChange, ...range }: SliderProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="range"
        step={STEP}
        {...range}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    </div>
  );
}

/** Opens a picture upright. Null while it loads, and for one that only the server can read. */
function usePicture(file: File): ImageBitmap | null {
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  useEffect(() => {
    let isOver = false;
    let opened: ImageBitmap | undefined;
    createImageBitmap(file).then(
      (bitmap) => {
        opened = bitmap;
        if (isOver) bitmap.close();
        else setPicture(bitmap);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      opened?.close();
    };
  }, [file]);
  return picture;
}

/** Draws the part, and puts it into the file field in place of the whole picture. */
function useDrawnPart(
  picture: ImageBitmap | null,
  part: Part,
  { name }: File,
  input: RefObject<HTMLInputElement | null>,
) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (!picture || !pen || !canvas.current) return;
    let isOutdated = false;
    const { left, top, wide, high } = pixelsOf(picture, part);
    pen.imageSmoothingQuality = 'high';
    pen.fillStyle = 'white';
    pen.fillRect(0, 0, PHOTO.width, PHOTO.height);
    pen.drawImage(picture, left, top, wide, high, 0, 0, PHOTO.width, PHOTO.height);
    canvas.current.toBlob(
      (blob) => {
        if (!blob || isOutdated || !input.current) return;
        const files = new DataTransfer();
        files.items.add(new File([blob], name, { type: JPEG.type }));
        input.current.files = files.files;
      },
      JPEG.type,
      JPEG.quality,
    );
    return () => {
      isOutdated = true;
    };
  }, [picture, part, name, input]);
  return canvas;
}

type CropProps = { file: File; input: RefObject<HTMLInputElement | null> };

/** Cuts a chosen picture to the shape of a photograph, by keyboard with sliders, or by pulling it with a pointer. */
export function CropPicture({ file, input }: CropProps) {
  const picture = usePicture(file);
  const [part, setPart] = useState(MIDDLE);
  const canvas = useDrawnPart(picture, part, file, input);
  if (!picture) return null;
  const { wide, high } = pixelsOf(picture, part);
  const [spareWidth, spareHeight] = [picture.width - wide, picture.height - high];
  const change = (changed: Partial<Part>) => setPart((before) => ({ ...before, ...changed }));

  function pull({ movementX, movementY, buttons, currentTarget }: PointerEvent<HTMLCanvasElement>) {
    if (buttons === 0) return;
    const scale = wide / currentTarget.clientWidth;
    setPart(({ zoom, x, y }) => ({
      zoom,
      x: spareWidth > 0 ? within(x - (movementX * scale) / spareWidth) : x,
      y: spareHeight > 0 ? within(y - (movementY * scale) / spareHeight) : y,
    }));
  }

  return (
    <div className="crop-picture">
      <canvas
        ref={canvas}
        {...PHOTO}
        role="img"
        aria-label={t('cropPicture.thePartOfThePhotographThatIsKept')}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={pull}
      />
      <div className="grid min-w-0 content-start gap-3">
        <p className="field-hint">{t('cropPicture.chooseThePartThatIsKept')}</p>
        <Slider
          label={t('cropPicture.enlarge')}
          value={part.zoom}
          min={1}
          max={MAX_ZOOM}
          onChange={(zoom) => change({ zoom })}
        />
        <Slider
          label={t('cropPicture.leftToRight')}
          value={part.x}
          min={0}
          max={1}
          disabled={spareWidth < 1}
          onChange={(x) => change({ x })}
        />
        <Slider
          label={t('cropPicture.topToBottom')}
          value={part.y}
          min={0}
          max={1}
          disabled={spareHeight < 1}
          onChange={(y) => change({ y })}
        />
      </div>
    </div>
  );
}
