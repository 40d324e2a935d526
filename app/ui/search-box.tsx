import { Search } from 'lucide';
import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { t } from '#messages';
import { Icon, SubmitButton } from './page.tsx';

type SearchBoxProps = {
  label: string;
  placeholder?: string;
  name?: string;
  defaultValue?: string;
  action?: string;
  /** Further fields of the same form. */
  children?: ReactNode;
};

/** A search as a GET form, so that its result has a URL. */
export function SearchBox({
  label,
  placeholder,
  name = 'q',
  defaultValue,
  action,
  children,
}: SearchBoxProps) {
  return (
    <Form method="get" action={action} role="search" className="search">
      <div className="search-input">
        <Icon of={Search} />
        <input
          type="search"
          className="control"
          name={name}
          aria-label={label}
          placeholder={placeholder ?? label}
          defaultValue={defaultValue}
          key={defaultValue}
        />
      </div>
      {children}
      <SubmitButton variant="secondary">{t('common.search')}</SubmitButton>
    </Form>
  );
}
