import { ChevronDown } from 'lucide';
import type { ReactNode } from 'react';
import { Icon } from './page.tsx';

type AccordionItemProps = {
  title: ReactNode;
  /** Opening an item closes other items with the same name. */
  name?: string;
  open?: boolean;
  /** A note at the end of the title line. */
  extra?: ReactNode;
  id?: string;
  children: ReactNode;
};

export const Accordion = ({ children }: { children: ReactNode }) => (
  <div className="accordion">{children}</div>
);

/** An item of an accordion, made with <details>. Works without JavaScript. */
export function AccordionItem({ title, name, open, extra, id, children }: AccordionItemProps) {
  return (
    <details name={name} open={open} id={id}>
      <summary>
        <span>{title}</span>
        {extra && <span className="accordion-extra">{extra}</span>}
        <Icon of={ChevronDown} className="accordion-chevron" />
      </summary>
      <div className="accordion-body">{children}</div>
    </details>
  );
}
