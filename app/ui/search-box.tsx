import { Search, SlidersHorizontal } from 'lucide';
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Form, useNavigationType, useSubmit } from 'react-router';
import { t } from '#messages';
import { Icon, SubmitButton } from './page.tsx';

/**
 * The `ref` of a control that shows a part of a list's query. When the list gets another query, the control keeps its element, and
 * with it the focus and what was typed since the search was sent.
 */
export function useShown<Control extends HTMLInputElement | HTMLSelectElement>(value: string) {
  const control = useRef<Control>(null);
  const shown = useRef(value);
  const isBack = useNavigationType() === 'POP';
  useEffect(() => {
    if (shown.current === value) return;
    shown.current = value;
    const element = control.current;
    if (element && (isBack || element !== document.activeElement)) element.value = value;
  }, [value, isBack]);
  return control;
}

/** The `onChange` of a search: what is chosen applies at once, what is typed when it is sent. */
export function useApplyChoices() {
  const submit = useSubmit();
  return (event: FormEvent<HTMLFormElement>) => {
    if ((event.target as HTMLElement).tagName === 'SELECT') submit(event.currentTarget);
  };
}

type QueryControl<Tag extends 'input' | 'select'> = Omit<ComponentProps<Tag>, 'ref' | 'defaultValue'> & {
  value: string;
};

export const QueryInput = ({ value, ...field }: QueryControl<'input'>) => (
  <input {...field} className="control" ref={useShown<HTMLInputElement>(value)} defaultValue={value} />
);

export const QuerySelect = ({ value, ...field }: QueryControl<'select'>) => (
  <select {...field} className="control" ref={useShown<HTMLSelectElement>(value)} defaultValue={value} />
);

type SearchBoxProps = {
  label: string;
  placeholder?: string;
  name?: string;
  defaultValue?: string;
  action?: string;
  /** Further fields of the same form, in its row. */
  children?: ReactNode;
  /** Fields that unfold below the row, and how many of them are in use. */
  filters?: { fields: ReactNode; inUse: number } | undefined;
};

/** A search as a GET form, so that its result has a URL. */
export function SearchBox({
  label,
  placeholder,
  name = 'q',
  defaultValue = '',
  action,
  children,
  filters,
}: SearchBoxProps) {
  const onChange = useApplyChoices();
  return (
    <Form
      method="get"
      action={action}
      role="search"
      className="search"
      preventScrollReset
      onChange={onChange}
    >
      <div className="search-input">
        <Icon of={Search} />
        <QueryInput
          type="search"
          name={name}
          aria-label={label}
          placeholder={placeholder ?? label}
          value={defaultValue}
        />
      </div>
      {children}
      <SubmitButton variant="secondary">{t('common.search')}</SubmitButton>
      {filters && (
        <details className="filters" open={filters.inUse > 0}>
          <summary className="button" data-variant="quiet">
            <Icon of={SlidersHorizontal} />
            {filters.inUse > 0 ? t('listPage.filtersInUse', { count: filters.inUse }) : t('listPage.filters')}
          </summary>
          <div className="filter-fields">{filters.fields}</div>
        </details>
      )}
    </Form>
  );
}
