import { Form } from 'react-router';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

type ConfirmDialogProps = {
  title: string;
  question: string;
  closeTo: string;
  /** What is posted to the page when the answer is yes. */
  fields: Record<string, string>;
  /**
   * With a script: takes the form instead, so that the dialog can close at once. The form says `inPlace` then: its answer
   * is shown by the page that asked. A toast that waits for the next page would be the closing dialog's.
   */
  onConfirm: (form: FormData) => void;
};

/** Asks before something is deleted. */
export const ConfirmDialog = ({ title, question, closeTo, fields, onConfirm }: ConfirmDialogProps) => (
  <Dialog title={title} closeTo={closeTo}>
    <Form
      method="post"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        form.set('inPlace', '1');
        onConfirm(form);
      }}
    >
      <p>{question}</p>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="flex flex-wrap justify-end gap-3">
        <ButtonLink to={closeTo} variant="secondary" preventScrollReset>
          Cancel
        </ButtonLink>
        <SubmitButton variant="danger">Delete</SubmitButton>
      </div>
    </Form>
  </Dialog>
);
