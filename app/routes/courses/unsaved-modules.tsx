import { Plus, RotateCw, Trash2 } from 'lucide';
import { useEffect, useState } from 'react';
import { Form } from '#app/routes/owned-form.tsx';
import type { FormError } from '#app/shared/form-error.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button, SubmitButton } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { t } from '#messages';

/** A module that could not be saved. It exists only on the page, with a temporary id. */
type UnsavedModule = { id: string };

let count = 0;

/** The unsaved modules, and a function that removes one of them. */
export function useUnsavedModules(answer: FormError | undefined) {
  const [unsaved, setUnsaved] = useState<UnsavedModule[]>([]);
  useEffect(() => {
    if (answer?.intent === 'add-module') {
      count += 1;
      const id = `unsaved-${count}`;
      setUnsaved((known) => [...known, { id }]);
    }
  }, [answer]);
  return { unsaved, drop: (id: string) => setUnsaved((known) => known.filter((one) => one.id !== id)) };
}

export const AddModule = ({ courseId, label }: { courseId: string; label: string }) => (
  <Form method="post" preventScrollReset>
    <input type="hidden" name="intent" value="add-module" />
    <input type="hidden" name="courseId" value={courseId} />
    <SubmitButton>
      <Icon of={Plus} />
      {label}
    </SubmitButton>
  </Form>
);

type PanelProps = { courseId: string; id: string; number: number; onDrop: () => void };

/** A module that is not saved, with a notice. */
export const UnsavedModulePanel = ({ courseId, id, number, onDrop }: PanelProps) => (
  <section className="card grid gap-3 border-dashed p-4" aria-labelledby={id}>
    <div className="flex flex-wrap items-center gap-3">
      <h2 id={id} className="min-w-0 flex-1 text-lg">
        {t('common.moduleNumberNewModule', { number })}
      </h2>
      <Badge tone="warning">{t('unsavedModules.notSaved')}</Badge>
    </div>
    <p className="text-sm text-muted">{t('unsavedModules.thisModuleCouldNotBeSaved')}</p>
    <div className="flex flex-wrap gap-2">
      {/* Hidden while it is being sent. On failure it reappears, on success as a saved module. */}
      <Form method="post" preventScrollReset onSubmit={onDrop}>
        <input type="hidden" name="intent" value="add-module" />
        <input type="hidden" name="courseId" value={courseId} />
        <Button type="submit" variant="secondary" size="small">
          <Icon of={RotateCw} />
          {t('unsavedModules.saveAgain')}
        </Button>
      </Form>
      <Button variant="danger" size="small" onClick={onDrop}>
        <Icon of={Trash2} />
        {t('common.remove')}
      </Button>
    </div>
  </section>
);
