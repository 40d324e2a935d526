import { Plus, RotateCw, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { data, Form } from 'react-router';
import { Badge } from '#app/ui/badge.tsx';
import { Button, SubmitButton } from '#app/ui/button.tsx';

/** A module that could not be added: it is on the page alone, under an id of the page's own. */
type UnsavedModule = { id: string };

type AddFailure = {
  entered: undefined;
  toast: { kind: 'error'; message: string };
  unsaved: UnsavedModule;
};

const failure = (form: FormData, reason: string) =>
  // A failing status: asking for the page's data anew would fail the same way, and end in an error page.
  data<AddFailure>(
    {
      entered: undefined,
      toast: { kind: 'error', message: `The module is not saved: ${reason}` },
      unsaved: { id: String(form.get('localId') || `local-${crypto.randomUUID()}`) },
    },
    { status: 503 },
  );

/** Sends one of the page's forms from a script; a module that cannot be added stays on the page, as not saved. */
export async function keepingUnsaved<Answer>(request: Request, send: () => Promise<Answer>) {
  if (/^multipart\/form-data\b/i.test(request.headers.get('Content-Type') ?? '')) return send();
  const form = await request.clone().formData();
  if (form.get('intent') !== 'add-module') return send();
  try {
    const answer = await send();
    const { toast } = (answer ?? {}) as { toast?: { message: string } };
    return toast ? failure(form, toast.message) : answer;
  } catch (error) {
    // A redirect is what a module that was added is answered with, and a login that has run out.
    if (error instanceof Response) throw error;
    return failure(form, 'the server did not answer.');
  }
}

/** The modules that are on the page alone, and what takes one off it. */
export function useUnsavedModules(answer: object | undefined) {
  const [unsaved, setUnsaved] = useState<UnsavedModule[]>([]);
  const failed = answer && 'unsaved' in answer ? (answer.unsaved as UnsavedModule) : undefined;
  useEffect(() => {
    if (failed) setUnsaved((known) => [...known.filter(({ id }) => id !== failed.id), failed]);
  }, [failed]);
  return { unsaved, drop: (id: string) => setUnsaved((known) => known.filter((one) => one.id !== id)) };
}

export const AddModule = ({ courseId, label }: { courseId: string; label: string }) => (
  <Form method="post" preventScrollReset>
    <input type="hidden" name="intent" value="add-module" />
    <input type="hidden" name="courseId" value={courseId} />
    <SubmitButton>
      <Plus aria-hidden="true" />
      {label}
    </SubmitButton>
  </Form>
);

type PanelProps = { courseId: string; id: string; number: number; onDrop: () => void };

/** A module that is not saved, and says so. */
export const UnsavedModulePanel = ({ courseId, id, number, onDrop }: PanelProps) => (
  <section className="card grid gap-3 border-dashed p-4" aria-labelledby={id}>
    <div className="flex flex-wrap items-center gap-3">
      <h2 id={id} className="min-w-0 flex-1 text-lg">
        Module {number}: New Module
      </h2>
      <Badge tone="warning">Not saved</Badge>
    </div>
    <p className="text-sm text-muted">
      This module could not be saved. It is on this page only, and gone when you leave it.
    </p>
    <div className="flex flex-wrap gap-2">
      {/* Off the page while it is being sent: it comes back as it is when that fails, and as a module when it does not. */}
      <Form method="post" preventScrollReset onSubmit={onDrop}>
        <input type="hidden" name="intent" value="add-module" />
        <input type="hidden" name="courseId" value={courseId} />
        <input type="hidden" name="localId" value={id} />
        <Button type="submit" variant="secondary" size="small">
          <RotateCw aria-hidden="true" />
          Save Again
        </Button>
      </Form>
      <Button variant="danger" size="small" onClick={onDrop}>
        <Trash2 aria-hidden="true" />
        Remove
      </Button>
    </div>
  </section>
);
