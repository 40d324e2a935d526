import { Link, useLocation } from 'react-router';
import { Alert } from '#app/ui/alert.tsx';

/** Explains that the courses below are samples. */
export function SampleNotice() {
  const { pathname, search } = useLocation();
  return (
    <div className="mb-5">
      <Alert tone="error" title="The catalogue could not be loaded">
        These are sample courses.{' '}
        <Link to={pathname + search} className="link" preventScrollReset replace>
          Try again
        </Link>
      </Alert>
    </div>
  );
}
