import { Download } from 'lucide';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { t } from '#messages';
import { ButtonAnchor, Icon } from './page.tsx';
import { SearchBox } from './search-box.tsx';

export type States = readonly (readonly [value: string, label: string])[];

type ListSearchProps = {
  label?: string;
  placeholder?: string;
  q: string;
  /** Whether the list has a search or a filter. */
  filtered: boolean;
  isEmpty: boolean;
  /** Shown while the list has nothing to search, too. */
  always?: boolean;
  action?: string;
  /** Choices of the filter `state`, and the chosen one. */
  states?: States;
  state?: string;
  /** Further fields of the search form. */
  fields?: ReactNode;
  /** Whether the list's CSV is at its path with `.csv`. */
  csv?: boolean;
};

/** Search, filters and export of a list, as a GET form whose result has a URL. */
export function ListSearch({
  label = t('common.search'),
  placeholder,
  q,
  filtered,
  isEmpty,
  always = false,
  action,
  states,
  state,
  fields,
  csv = false,
}: ListSearchProps) {
  const { pathname, search } = useLocation();
  if (isEmpty && !filtered && !always) return null;
  const query = new URLSearchParams(search);
  query.delete('cursor');
  return (
    <div {...(states || csv ? { className: 'list-controls', 'data-no-print': '' } : { className: 'mb-6' })}>
      <SearchBox
        label={label}
        defaultValue={q}
        {...(placeholder && { placeholder })}
        {...(action && { action })}
      >
        {states && (
          <select
            name="state"
            aria-label={t('common.state')}
            className="control"
            defaultValue={state}
            key={state}
          >
            {states.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        )}
        {fields}
      </SearchBox>
      {csv && (
        <ButtonAnchor href={`${pathname}.csv${query.size ? `?${query}` : ''}`} variant="quiet" download>
          <Icon of={Download} />
          {t('listControls.exportCsv')}
        </ButtonAnchor>
      )}
    </div>
  );
}
