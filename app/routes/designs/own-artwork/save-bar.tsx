import { joinSentences } from '#app/messages/join-sentences.ts';
import { useHydrated } from '#app/ui/form.tsx';
import { Alert, Button, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { ShownArtwork } from './shown-artwork.ts';
import type { useDraft } from './use-draft.ts';

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
