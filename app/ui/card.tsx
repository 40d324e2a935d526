import type { ComponentProps, ReactNode } from 'react';

/** A card; `flush` leaves the padding to its content. */
export function Card({ flush, className = '', ...rest }: ComponentProps<'section'> & { flush?: boolean }) {
  return <section {...rest} className={`card ${className}`} data-pad={flush ? undefined : ''} />;
}

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
