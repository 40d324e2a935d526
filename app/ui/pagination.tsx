import type { MouseEvent } from 'react';
import { t } from '#messages';
import { ButtonLink, FormAlert } from './page.tsx';

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
    <nav
      aria-label={t('pagination.moreResults')}
      className="mt-6 grid justify-items-center gap-4"
      data-no-print=""
    >
      <FormAlert errors={failed ? t('pagination.moreResultsCouldNotBeLoaded') : null} />
      <div className="flex flex-wrap justify-center gap-3">
        {firstPage && (
          <ButtonLink to={firstPage} variant="quiet">
            {t('pagination.backToTheFirstPage')}
          </ButtonLink>
        )}
        {to && (
          <ButtonLink to={to} variant="secondary" preventScrollReset onClick={onClick}>
            {pending ? t('pagination.loading') : t('pagination.loadMore')}
          </ButtonLink>
        )}
      </div>
    </nav>
  ) : null;
