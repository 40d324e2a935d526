import { Alert } from '#app/ui/alert.tsx';

/** Says that what follows is not the catalogue. */
export const SampleNotice = () => (
  <div className="mb-5">
    <Alert tone="warning" title="The catalogue could not be loaded">
      These are sample courses. Please try again in a moment.
    </Alert>
  </div>
);
