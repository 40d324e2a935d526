import { DateRange } from './list-controls.tsx';

export type IssuedFilters = {
  course: string;
  /** ID of a design, or empty. */
  design: string;
  /** Issue dates, YYYY-MM-DD or empty. */
  from: string;
  to: string;
  /** Courses to choose from; none where the list has no filter of its own. */
  courses: readonly string[];
  designs: readonly { id: string; name: string; isRetired: boolean }[];
};

/** Filters of an issuer's own certificates: their course, their design and their issue dates. */
export function IssuerFilters({ course, design, from, to, courses, designs }: IssuedFilters) {
  if (courses.length === 0) return null;
  const names = course === '' || courses.includes(course) ? courses : [course, ...courses];
  return (
    <>
      <select
        name="course"
        aria-label="Course"
        className="control"
        defaultValue={course}
        key={`course ${course}`}
      >
        <option value="">All courses</option>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      {designs.length > 0 && (
        <select
          name="design"
          aria-label="Design"
          className="control"
          defaultValue={design}
          key={`design ${design}`}
        >
          <option value="">All designs</option>
          {designs.map(({ id, name, isRetired }) => (
            <option key={id} value={id}>
              {isRetired ? `${name} (retired)` : name}
            </option>
          ))}
        </select>
      )}
      <DateRange what="Issued" from={from} to={to} />
    </>
  );
}

export const CERTIFICATE_STATES = [
  ['', 'All states'],
  ['valid', 'Valid'],
  ['expiring', 'Expiring soon'],
  ['expired', 'Expired'],
  ['revoked', 'Revoked'],
] as const;
