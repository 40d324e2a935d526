import { Download } from 'lucide';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { ButtonAnchor } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { SearchBox } from '#app/ui/search-box.tsx';
import { t } from '#messages';

export type States = readonly (readonly [value: string, label: string])[];

type ListControlsProps = {
  placeholder?: string;
  states: States;
  q: string;
  state: string;
  /** URL of the list as CSV. The search is appended. */
  csv?: string;
  /** Further fields of the search form. */
  children?: ReactNode;
};

/** Search, filters and export of a list, as a GET form whose result has a URL. */
export function ListControls({
  placeholder = t('listControls.searchByIdStudentEmailOrCourse'),
  states,
  q,
  state,
  csv,
  children,
}: ListControlsProps) {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  query.delete('cursor');
  return (
    <div className="list-controls" data-no-print="">
      <SearchBox label={t('listControls.search')} placeholder={placeholder} defaultValue={q}>
        <select
          name="state"
          aria-label={t('listControls.state')}
          className="control"
          defaultValue={state}
          key={state}
        >
          {states.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        {children}
      </SearchBox>
      {csv && (
        <ButtonAnchor href={`${csv}${query.size ? `?${query}` : ''}`} variant="quiet" download>
          <Icon of={Download} />
          {t('listControls.exportCsv')}
        </ButtonAnchor>
      )}
    </div>
  );
}

export const paymentStates = () =>
  [
    ['', t('listControls.allPayments')],
    ['paid', t('listControls.success')],
    ['unpaid', t('listControls.no')],
  ] as const;

/** The fields `from` and `to` of a list's filter, dates as YYYY-MM-DD or empty. `what` names the event on these dates. */
export const DateRange = ({ what, from, to }: { what: string; from: string; to: string }) => (
  <div className="search-dates">
    <label className="search-date">
      <span>{t('listControls.whatFrom', { what })}</span>
      <input type="date" name="from" className="control" defaultValue={from} key={from} />
    </label>
    <label className="search-date">
      <span>{t('listControls.until')}</span>
      <input
        type="date"
        name="to"
        aria-label={t('listControls.whatUntil', { what })}
        className="control"
        defaultValue={to}
        key={to}
      />
    </label>
  </div>
);
