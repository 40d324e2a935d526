import { type RefObject, useEffect } from 'react';

/** Whether files are dragged beside a file field, which would take them itself. */
const isBesideField = ({ target, dataTransfer }: DragEvent) =>
  dataTransfer?.types.includes('Files') && !(target instanceof HTMLInputElement && target.type === 'file');

/** Puts a file that is dropped beside its field into the form's first file field. The browser would leave the page to open it. */
export function useDroppedFile(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const allow = (event: DragEvent) => {
      if (isBesideField(event)) event.preventDefault();
    };
    const take = (event: DragEvent) => {
      const field = form.current?.querySelector<HTMLInputElement>('input[type="file"]');
      if (!field || !event.dataTransfer?.files.length || !isBesideField(event)) return;
      event.preventDefault();
      field.files = event.dataTransfer.files;
      field.focus();
    };
    addEventListener('dragover', allow);
    addEventListener('drop', take);
    return () => {
      removeEventListener('dragover', allow);
      removeEventListener('drop', take);
    };
  }, [form]);
}
