import { Trash2 } from 'lucide';
import { IconButton } from '#app/ui/icon-button.tsx';

type RemoveButtonProps = { intent: string; label: string };

/** The button at the end of a row that removes its object. Needs a separate form. */
export const RemoveButton = ({ intent, label }: RemoveButtonProps) => (
  <IconButton icon={Trash2} name="intent" value={intent} label={label} />
);
