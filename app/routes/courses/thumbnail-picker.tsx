import { ImagePlus } from 'lucide';
import { useEffect, useId, useRef, useState } from 'react';
import type { Thumbnail } from '#app/courses/course.server.ts';
import { notAnImage } from '#app/files/media/texts.ts';
import { Button } from '#app/ui/button.tsx';
import { FileField } from '#app/ui/field.tsx';
import { useHydrated } from '#app/ui/hydrated.ts';
import { Icon } from '#app/ui/icon.tsx';
import { showToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import { CourseThumbnail } from './course-card.tsx';

const ACCEPT = 'image/png,image/jpeg,image/webp,image/gif,image/avif';

type ThumbnailPickerProps = {
  errors?: readonly string[] | undefined;
  /** The course's present thumbnail. */
  current?: Thumbnail | undefined;
};

const Buttons = ({ change, remove }: Record<'change' | 'remove', () => void>) => (
  <p className="flex gap-3">
    <Button variant="secondary" size="small" onClick={change}>
      {t('thumbnailPicker.change')}
    </Button>
    <Button variant="danger" size="small" onClick={remove}>
      {t('common.remove')}
    </Button>
  </p>
);

/** Picks a course's thumbnail: a plain file field, and with JavaScript a preview that can be changed or removed. */
export function ThumbnailPicker({ current }: ThumbnailPickerProps) {
  const input = useId();
  const hydrated = useHydrated();
  const [chosen, setChosen] = useState<string | null>(null);
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => () => (chosen ? URL.revokeObjectURL(chosen) : undefined), [chosen]);
  const control = () => field.current?.querySelector<HTMLInputElement>('input[type="file"]');

  function choose(element: HTMLInputElement) {
    const file = element.files?.[0];
    const isImage = file?.type.startsWith('image/');
    if (file && !isImage) {
      element.value = '';
      showToast({ kind: 'error', message: notAnImage() });
    }
    setChosen(file && isImage ? URL.createObjectURL(file) : null);
  }

  function remove() {
    const element = control();
    if (element) element.value = '';
    setChosen(null);
  }

  return (
    <div ref={field} className="grid gap-3">
      {chosen ? (
        <img src={chosen} alt={t('thumbnailPicker.chosenThumbnail')} className="course-picture rounded-lg" />
      ) : current ? (
        <span className="overflow-hidden rounded-lg">
          <CourseThumbnail thumbnail={current} sizes="(width < 48rem) 92vw, 40rem" eager />
        </span>
      ) : (
        hydrated && (
          <label htmlFor={input} className="thumbnail-drop">
            <Icon of={ImagePlus} />
            <span>{t('thumbnailPicker.chooseAPicture169LooksBest')}</span>
          </label>
        )
      )}
      <FileField
        id={input}
        label={t('thumbnailPicker.thumbnail')}
        name="thumbnail"
        accept={ACCEPT}
        hint={t('thumbnailPicker.pngJpegWebpGifOrAvif')}
        onChange={(event) => choose(event.currentTarget)}
      />
      {chosen && <Buttons change={() => control()?.click()} remove={remove} />}
    </div>
  );
}
