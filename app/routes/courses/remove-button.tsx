import { Trash2 } from 'lucide';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';

type RemoveButtonProps = { intent: string; label: string };

/** The button at the end of a row that removes its object. Needs a separate form. */
export const RemoveButton = ({ intent, label }: RemoveButtonProps) => (
  <Button type="submit" variant="quiet" size="icon" name="intent" value={intent} aria-label={label}>
    <Icon of={Trash2} />
  </Button>
);
