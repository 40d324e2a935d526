import type { MouseEvent } from 'react';
import { FormAlert } from './alert.tsx';
import { ButtonLink } from './button.tsx';

type LoadMoreProps = {
  to: string | null;
  pending?: boolean;
  failed?: boolean;
  onClick?: (event: MouseEvent) => void;
};

/** The next page of a list, by a link; nothing when there is none. */
export const LoadMore = ({ to, pending, failed, onClick }: LoadMoreProps) =>
  to ? (
    <nav aria-label="More results" className="mt-6 grid justify-items-center gap-4" data-no-print="">
      <FormAlert errors={failed ? 'More results could not be loaded. Please try again.' : null} />
      <ButtonLink to={to} variant="secondary" preventScrollReset onClick={onClick}>
        {pending ? 'Loading…' : 'Load more'}
      </ButtonLink>
    </nav>
  ) : null;
