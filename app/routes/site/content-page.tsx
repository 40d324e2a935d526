import type { ReactNode } from 'react';
import { useFrame } from '#app/routes/layouts/use-frame.tsx';
import { ButtonLink, Card, RenderedMarkdown } from '#app/ui/page.tsx';
import { t } from '#messages';

type Next = {
  to: string;
  label: string;
  /** Hidden from logged-in users. */
  forVisitors?: boolean;
};

type ContentPageProps = {
  title: string;
  lead: string;
  /** The page's summary, beside the text. */
  facts: readonly (readonly [term: string, description: string])[];
  next: readonly Next[];
  /** The page's form and its result, above the text. */
  tool?: ReactNode;
  children: ReactNode;
};

/** A page of text about the product, with facts and next steps beside it. */
export function ContentPage({ title, lead, facts, next, tool, children }: ContentPageProps) {
  const { user } = useFrame();
  const shown = next.filter(({ forVisitors }) => !forVisitors || user === null);
  return (
    <article>
      <header className="mb-10 border-line border-b pb-8">
        <h1 tabIndex={-1} className="text-4xl">
          {title}
        </h1>
        <p className="mt-4 max-w-[46rem] text-lg text-muted">{lead}</p>
      </header>
      {tool && <div className="mb-12 grid gap-6">{tool}</div>}
      <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-16">
        <div className="prose">{children}</div>
        <Card className="grid gap-5 lg:sticky lg:top-8">
          <h2 className="text-xl">{t('contentPage.atAGlance')}</h2>
          <dl className="grid gap-4 text-sm">
            {facts.map(([term, description]) => (
              <div key={term}>
                <dt className="font-semibold">{term}</dt>
                <dd className="text-muted">{description}</dd>
              </div>
            ))}
          </dl>
          <div className="grid gap-2">
            {shown.map(({ to, label }, index) => (
              <ButtonLink key={to} to={to} variant={index === 0 ? 'primary' : 'secondary'}>
                {label}
              </ButtonLink>
            ))}
          </div>
        </Card>
      </div>
    </article>
  );
}

/** The operator's own text on a page. */
export const OwnText = ({ html }: { html: string | null }) =>
  html === null ? null : (
    <section aria-label={t('ownText.fromTheOperatorOfThisSite')}>
      <RenderedMarkdown html={html} />
    </section>
  );
