import type { MouseEvent } from 'react';
import { FormAlert } from './alert.tsx';
import { ButtonLink } from './button.tsx';

type LoadMoreProps = {
  to: string | null;
  /** URL of the first page. Null on the first page. */
  firstPage?: string | null;
  pending?: boolean;
  failed?: boolean;
  onClick?: (event: MouseEvent) => void;
};

/** Links to a list's next and first page. Renders nothing for a single page. */
export const LoadMore = ({ to, firstPage = null, pending, failed, onClick }: LoadMoreProps) =>
  to || firstPage ? (
    <nav aria-label="More results" className="mt-6 grid justify-items-center gap-4" data-no-print="">
      <FormAlert errors={failed ? 'More results could not be loaded. Please try again.' : null} />
      <div className="flex flex-wrap justify-center gap-3">
        {firstPage && (
          <ButtonLink to={firstPage} variant="quiet">
            Back to the first page
          </ButtonLink>
        )}
        {to && (
          <ButtonLink to={to} variant="secondary" preventScrollReset onClick={onClick}>
            {pending ? 'Loading…' : 'Load more'}
          </ButtonLink>
        )}
      </div>
    </nav>
  ) : null;
