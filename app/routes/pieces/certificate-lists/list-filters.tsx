import { useId } from 'react';
import type { IssuerName } from '#app/accounts/issuers.server.ts';
import { MOST_CHOICES } from '#app/shared/filter-choices.ts';
import type { States } from '#app/ui/list-page.tsx';
import { QueryInput, QuerySelect } from '#app/ui/search-box.tsx';
import { t } from '#messages';

type Choice = { value: string; label: string };

type ChoiceFilterProps = {
  name: string;
  label: string;
  /** Label for no filter, such as 'All courses'. */
  all: string;
  chosen: string;
  choices: readonly Choice[];
  /** Whether there are more choices, so that any other value can be typed. */
  hasMore?: boolean;
};

/** A filter by one of several choices. */
function ChoiceFilter({ name, label, all, chosen, choices, hasMore }: ChoiceFilterProps) {
  const list = useId();
  const field = { name, 'aria-label': label, value: chosen };
  const isKnown = chosen === '' || choices.some(({ value }) => value === chosen);
  if (hasMore) {
    return (
      <>
        <QueryInput {...field} list={list} placeholder={all} />
        <datalist id={list}>
          {choices.map(({ value, label: text }) => (
            <option key={value} value={value} label={text} />
          ))}
        </datalist>
      </>
    );
  }
  return (
    <QuerySelect {...field}>
      <option value="">{all}</option>
      {!isKnown && <option>{chosen}</option>}
      {choices.map(({ value, label: text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </QuerySelect>
  );
}

export type ListFilters = {
  state: string;
  course: string;
  /** Username of the issuer, or empty. */
  issuer?: string;
  /** ID of the design, or empty. */
  design?: string;
  /** Dates as YYYY-MM-DD, or empty. */
  from: string;
  to: string;
  /** The choices. Without issuers or designs, the list has no filter for them. */
  courses?: readonly string[] | undefined;
  issuers?: readonly IssuerName[] | undefined;
  designs?: readonly { id: string; name: string; isRetired: boolean }[] | undefined;
};

/**
 * The filters of a list of certificates: issuer, course, design and dates.
 * @param what names the event on these dates
 */
function ListFilterFields({ what, ...filters }: ListFilters & { what: string }) {
  const { course, issuer = '', design = '', from, to, courses = [], issuers = [], designs = [] } = filters;
  // There is nothing to filter without certificates.
  if (courses.length === 0) return null;
  return (
    <>
      {issuers.length > 0 && (
        <ChoiceFilter
          name="issuer"
          label={t('common.issuer')}
          all={t('listFilters.allIssuers')}
          chosen={issuer}
          choices={issuers.map(({ name, username }) => ({ value: username, label: name }))}
          hasMore={issuers.length >= MOST_CHOICES}
        />
      )}
      <ChoiceFilter
        name="course"
        label={t('common.course')}
        all={t('listFilters.allCourses')}
        chosen={course}
        choices={courses.map((name) => ({ value: name, label: name }))}
        hasMore={courses.length >= MOST_CHOICES}
      />
      {designs.length > 0 && (
        <ChoiceFilter
          name="design"
          label={t('common.design')}
          all={t('listFilters.allDesigns')}
          chosen={design}
          choices={designs.map(({ id, name, isRetired }) => ({
            value: id,
            label: isRetired ? t('listFilters.nameRetired', { name }) : name,
          }))}
        />
      )}
      <DateRange what={what} from={from} to={to} />
    </>
  );
}

export const certificateStateLabels = () =>
  [
    ['', t('common.allStates')],
    ['valid', t('common.valid')],
    ['not-yet-valid', t('common.notYetValid')],
    ['expiring', t('listFilters.expiringSoon')],
    ['expired', t('common.expired')],
    ['revoked', t('common.revoked')],
  ] as const;

/**
 * The search of a list of certificates.
 * @param what names the event on the dates of the filter
 */
export const certificateSearch = (filters: ListFilters, states: States, what: string) => ({
  placeholder: t('listControls.searchByIdStudentEmailOrCourse'),
  states,
  state: filters.state,
  fields: <ListFilterFields what={what} {...filters} />,
  csv: true,
  always: true,
});

export const paymentStates = () =>
  [
    ['', t('listControls.allPayments')],
    ['paid', t('common.success')],
    ['unpaid', t('common.no')],
  ] as const;

/** The fields `from` and `to` of a list's filter, dates as YYYY-MM-DD or empty. `what` names the event on these dates. */
export function DateRange({ what, from, to }: { what: string; from: string; to: string }) {
  const id = useId();
  return (
    <div className="search-dates">
      <label className="search-date" htmlFor={`${id}-from`}>
        <span>{t('listControls.whatFrom', { what })}</span>
        <QueryInput id={`${id}-from`} type="date" name="from" value={from} />
      </label>
      <label className="search-date" htmlFor={`${id}-to`}>
        <span>{t('listControls.until')}</span>
        <QueryInput
          id={`${id}-to`}
          type="date"
          name="to"
          aria-label={t('listControls.whatUntil', { what })}
          value={to}
        />
      </label>
    </div>
  );
}
