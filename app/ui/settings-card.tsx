import type { ComponentProps, ReactNode } from 'react';
import { Card } from './page.tsx';

type SettingsCardProps = Omit<ComponentProps<'section'>, 'title'> & {
  /** The ID of its heading, which names the section for screen readers and links. */
  id: string;
  title: ReactNode;
};

/** A card with a heading, of a page that has several. */
export const SettingsCard = ({
  id,
  title,
  className = 'grid gap-5',
  children,
  ...rest
}: SettingsCardProps) => (
  <Card {...rest} className={className} aria-labelledby={id}>
    <h2 id={id} className="text-xl">
      {title}
    </h2>
    {children}
  </Card>
);
