import { type IconNode, Trash2 } from 'lucide';
import type { ComponentProps } from 'react';
import type { LinkProps } from 'react-router';
import { Button, ButtonLink, Icon } from './page.tsx';

type Labelled = { icon: IconNode; label: string };

/** A link that shows only an icon. */
export const IconLink = ({ icon, label, ...rest }: Labelled & LinkProps) => (
  <ButtonLink {...rest} variant="quiet" size="icon" aria-label={label}>
    <Icon of={icon} />
  </ButtonLink>
);

/** A submit button that shows only an icon. */
export const IconButton = ({ icon, label, ...rest }: Labelled & ComponentProps<'button'>) => (
  <Button {...rest} type="submit" variant="quiet" size="icon" aria-label={label}>
    <Icon of={icon} />
  </Button>
);

type RemoveButtonProps = { intent: string; label: string };

/** The button at the end of a row that removes its object. Needs a separate form. */
export const RemoveButton = ({ intent, label }: RemoveButtonProps) => (
  <IconButton icon={Trash2} name="intent" value={intent} label={label} />
);
