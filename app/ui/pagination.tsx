import { ButtonLink } from './button.tsx';

/** The next page of a list, by a link; nothing when there is none. */
export const LoadMore = ({ to, pending }: { to: string | null; pending?: boolean }) =>
  to ? (
    <nav aria-label="More results" className="mt-6 flex justify-center" data-no-print="">
      <ButtonLink to={to} variant="secondary" preventScrollReset>
        {pending ? 'Loading…' : 'Load more'}
      </ButtonLink>
    </nav>
  ) : null;
