import { Alert } from '#app/ui/page.tsx';
import { t } from '#messages';
import { firstFieldOf } from './box-form.ts';
import { boxName, type PictureOption } from './box-texts.ts';
import type { Act, KeyedBox } from './edit-boxes.ts';

type Props = {
  problems: readonly { key: number | null; message: string }[];
  boxes: readonly KeyedBox[];
  pictures: readonly PictureOption[];
  dispatch: (act: Act) => void;
};

/** What has to be mended before the design can be published, with links to the boxes. */
export function ProblemList({ problems, boxes, pictures, dispatch }: Props) {
  const shown = problems.map(({ key, message }) => {
    const index = boxes.findIndex((box) => box.key === key);
    return { message, index, box: boxes[index] };
  });
  if (shown.length === 0) return null;
  return (
    <Alert tone="warning" title={t('boxEditor.countProblems', { count: shown.length })}>
      <ul className="grid gap-1">
        {shown.map(({ message, index, box }) => (
          <li key={`${index} ${message}`}>
            {box && (
              <>
                <a
                  className="link breakable"
                  href={`#${firstFieldOf(index + 1)}`}
                  onClick={(event) => {
                    event.preventDefault();
                    dispatch({ act: 'select', key: box.key });
                    document.getElementById(`box-${index + 1}`)?.focus();
                  }}
                >
                  <bdi>{boxName(box, pictures)}</bdi>
                </a>
                {': '}
              </>
            )}
            {message}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
