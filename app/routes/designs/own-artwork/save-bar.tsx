import { joinSentences } from '#app/messages/join-sentences.ts';
import { useHydrated } from '#app/ui/form.tsx';
import { Alert, Button, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import { firstFieldOf } from './box-form.ts';
import { boxName, type PictureOption } from './box-texts.ts';
import type { Act, KeyedBox } from './edit-boxes.ts';
import type { ShownArtwork } from './shown-artwork.ts';
import type { useDraft } from './use-draft.ts';

type ListProps = {
  problems: readonly { key: number | null; message: string }[];
  boxes: readonly KeyedBox[];
  pictures: readonly PictureOption[];
  dispatch: (act: Act) => void;
};

/** What has to be mended before the design can be published, with links to the boxes. */
export function ProblemList({ problems, boxes, pictures, dispatch }: ListProps) {
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

type Saving = Pick<ReturnType<typeof useDraft>, 'status' | 'failure'>;

function statusText({ status, failure }: Saving, problems: number): string {
  switch (status) {
    case 'saved':
      return joinSentences([
        t('boxEditor.saved'),
        problems > 0 ? t('boxEditor.countProblems', { count: problems }) : null,
      ]);
    case 'failed':
      return t('boxEditor.notSavedReason', { reason: failure?.message ?? '' });
    default:
      return t('common.saving');
  }
}

type ConflictProps = {
  message: string;
  other: ShownArtwork;
  keep: (other: ShownArtwork) => void;
  load: (other: ShownArtwork) => void;
};

/** The choice after the design was saved elsewhere. Whatever is chosen, the other one can be reached with undo. */
const Conflict = ({ message, other, keep, load }: ConflictProps) => (
  <Alert tone="warning" title={t('boxEditor.thisDesignWasSavedElsewhere')}>
    <div className="grid gap-3">
      <p>{joinSentences([message, t('boxEditor.undoBringsTheOtherBack')])}</p>
      <p className="flex flex-wrap gap-3">
        <Button variant="secondary" size="small" onClick={() => keep(other)}>
          {t('boxEditor.keepMine')}
        </Button>
        <Button variant="secondary" size="small" onClick={() => load(other)}>
          {t('boxEditor.loadTheOther')}
        </Button>
      </p>
    </div>
  </Alert>
);

type Props = {
  saving: Saving;
  pending: string | null;
  /** How many there are. */
  problems: number;
  keep: ConflictProps['keep'];
  load: ConflictProps['load'];
};

/** Save and publish, and whether what is shown is saved. The first button of the form is what the Enter key presses. */
export function SaveBar({ saving, pending, problems, keep, load }: Props) {
  const isEditor = useHydrated();
  const { failure } = saving;
  return (
    <div className="artwork-bar">
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton name="intent" value="save" variant="secondary" pending={pending === 'save'}>
          {t('common.save')}
        </SubmitButton>
        <SubmitButton name="intent" value="publish" pending={pending === 'publish'}>
          {t('boxEditor.publish')}
        </SubmitButton>
        <p role="status" className="field-hint" data-status={saving.status}>
          {isEditor && statusText(saving, problems)}
        </p>
      </div>
      {failure?.conflict && (
        <Conflict message={failure.message} other={failure.conflict} keep={keep} load={load} />
      )}
    </div>
  );
}
