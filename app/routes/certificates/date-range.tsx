/** The fields `from` and `to` of a list's filter, dates as YYYY-MM-DD or empty. `what` happened in that time. */
export const DateRange = ({ what, from, to }: { what: string; from: string; to: string }) => (
  <>
    <label className="search-date">
      <span>{what} from</span>
      <input type="date" name="from" className="control" defaultValue={from} key={from} />
    </label>
    <label className="search-date">
      <span>until</span>
      <input
        type="date"
        name="to"
        aria-label={`${what} until`}
        className="control"
        defaultValue={to}
        key={to}
      />
    </label>
  </>
);
