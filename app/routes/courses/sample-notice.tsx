import { Link, useLocation } from 'react-router';
import { Alert } from '#app/ui/alert.tsx';
import { rich } from '#app/ui/rich-text.tsx';
import { t } from '#messages';

/** Explains that the courses below are samples. */
export function SampleNotice() {
  const { pathname, search } = useLocation();
  return (
    <div className="mb-5">
      <Alert tone="error" title={t('sampleNotice.theCatalogueCouldNotBeLoaded')}>
        {rich('sampleNotice.theseAreSampleCourses', {
          link: (text) => (
            <Link to={pathname + search} className="link" preventScrollReset replace>
              {text}
            </Link>
          ),
        })}
      </Alert>
    </div>
  );
}
