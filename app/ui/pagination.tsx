import type { MouseEvent } from 'react';
import { ButtonLink } from './button.tsx';

type LoadMoreProps = { to: string | null; pending?: boolean; onClick?: (event: MouseEvent) => void };

/** The next page of a list, by a link; nothing when there is none. */
export const LoadMore = ({ to, pending, onClick }: LoadMoreProps) =>
  to ? (
    <nav aria-label="More results" className="mt-6 flex justify-center" data-no-print="">
      <ButtonLink to={to} variant="secondary" preventScrollReset prefetch="none" onClick={onClick}>
        {pending ? 'Loading…' : 'Load more'}
      </ButtonLink>
    </nav>
  ) : null;
