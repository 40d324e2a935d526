import { Search } from 'lucide';
import { Form, Link } from 'react-router';
import { z } from 'zod';
import { lenient, pageQuery } from '#app/routes/list-loader.server.ts';
import { findAnything, type Hits } from '#app/routes/site/find-anything.server.ts';
import { actorContext, requestHolder } from '#app/server/session/context.server.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { EmptyState } from '#app/ui/list-parts.tsx';
import { Card, Icon, PageHeader, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/search';

export const meta = () => pageMeta(t('common.search'), t('search.searchEverything'));

const schema = lenient(z.object({ q: listQuerySchema.shape.q }));

export const loader = ({ request, url, context }: Route.LoaderArgs) => {
  const { q } = pageQuery(schema, url.searchParams);
  return { q, found: findAnything(context.get(actorContext), requestHolder(request, context), q) };
};

const titles = (): Record<Hits['kind'], string> => ({
  pages: t('search.pages'),
  certificates: t('common.certificates'),
  courses: t('common.courses'),
  people: t('search.people'),
});

const Found = ({ kind, hits, all }: Hits) => (
  <Card className="grid content-start gap-2">
    <h2 className="text-xl">{titles()[kind]}</h2>
    <ul className="entries">
      {hits.map(({ title, detail, to }) => (
        <li key={to + title}>
          <p>
            <Link className="link" to={to}>
              <bdi>{title}</bdi>
            </Link>
            {detail && (
              <span className="block text-muted">
                <bdi>{detail}</bdi>
              </span>
            )}
          </p>
        </li>
      ))}
    </ul>
    {all && (
      <p>
        <Link className="link" to={all}>
          {t('search.seeAll')}
          <span className="sr-only"> {titles()[kind]}</span>
        </Link>
      </p>
    )}
  </Card>
);

/** Finds pages, certificates, courses and people of the viewer. Without a search, it lists all pages. */
export default function SearchPage({ loaderData: { q, found } }: Route.ComponentProps) {
  const count = found.reduce((sum, { hits }) => sum + hits.length, 0);
  return (
    <>
      <PageHeader title={t('common.search')} lead={t('search.findPagesCertificatesCoursesAndPeople')} />
      <Form role="search" className="search mb-6" aria-label={t('common.search')}>
        <div className="search-input">
          <Icon of={Search} />
          <input
            type="search"
            name="q"
            maxLength={200}
            className="control"
            aria-label={t('search.searchEverything')}
            defaultValue={q}
            key={q}
            // Ctrl+K leads here from other pages (useFocusHeadingAfterNavigation).
            id="everything"
            tabIndex={0}
            // biome-ignore lint/a11y/noAutofocus: a page that is nothing but a search
            autoFocus={q === ''}
          />
        </div>
        <SubmitButton variant="secondary">{t('common.search')}</SubmitButton>
      </Form>
      <p role="status" className="mb-4 text-muted">
        {q !== '' && count > 0 && t('search.countResults', { count })}
      </p>
      {count === 0 ? (
        <EmptyState title={t('common.nothingFound')}>{t('search.tryFewerOrOtherWords')}</EmptyState>
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          {found.map((hits) => (
            <Found key={hits.kind} {...hits} />
          ))}
        </div>
      )}
    </>
  );
}
