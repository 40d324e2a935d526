import { useState } from 'react';
import { env } from '#app/config/env.server.ts';
import { printedDate } from '#app/drawing/printed-date.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { ERROR_CODES } from '#app/shared/error-codes.ts';
import { TextField, useHydrated } from '#app/ui/form.tsx';
import { Badge, type BadgeTone, type Column, Table } from '#app/ui/list-parts.tsx';
import { PageHeader, pageMeta } from '#app/ui/page.tsx';
import { SettingsCard } from '#app/ui/settings-card.tsx';
import { t } from '#messages';
import type { Route } from './+types/api-docs';
import { API_CHANGES } from './api-changes.ts';
import { Changes, ErrorCodes, Introduction } from './api-docs-texts.tsx';
import { apiReference, type Field, type ReferenceCall } from './api-reference.ts';
import { TryCall } from './try-call.tsx';

export const handle = { cached: 'with any query' } satisfies RouteNeeds;

export const loader = ({ context }: Route.LoaderArgs) => ({
  ...apiReference(),
  mcpUrl: env().MCP ? `${env().APP_URL}/mcp` : null,
  changes: API_CHANGES.map(({ date, changes }) => ({ date: printedDate('en', date), changes })),
  errors: Object.entries(ERROR_CODES),
  // Only accounts have tokens to try calls with.
  mayTry: 'user' in context.get(actorContext),
});

export const meta = () =>
  pageMeta(
    'Programming interface',
    'Every call of the Certrace API: paths, tokens, fields and their rules, example responses, and a curl command for each.',
  );

const METHOD_TONES: Record<string, BadgeTone> = {
  GET: 'info',
  POST: 'success',
  PUT: 'success',
  PATCH: 'success',
  DELETE: 'danger',
};

const FIELD_COLUMNS: Column<Field>[] = [
  {
    header: 'Field',
    // As wide as most names, which would else break anywhere, so that the rules have more room.
    cell: ({ name }) => <code className="inline-block min-w-34 [overflow-wrap:anywhere]">{name}</code>,
  },
  { header: 'Type', cell: ({ type }) => type },
  { header: 'Required', cell: ({ required }) => (required ? 'yes' : 'no') },
  // The longest names of acts in the audit trail are wider than the column.
  {
    header: 'Rules',
    cell: ({ rules }) => <span className="[overflow-wrap:anywhere]">{rules || 'none'}</span>,
  },
];

const PARAMETER_COLUMNS = FIELD_COLUMNS.toSpliced(1, 0, { header: 'In', cell: ({ place }) => place });
const OBJECT_COLUMNS = FIELD_COLUMNS.toSpliced(2, 1);

function Fields({
  caption,
  fields,
  columns,
}: {
  caption: string;
  fields: Field[];
  columns: Column<Field>[];
}) {
  return (
    <Table caption={caption} columns={columns} rowKey={({ name }) => name} groups={[{ rows: fields }]} />
  );
}

const Code = ({ children }: { children: string }) => (
  <pre className="whitespace-pre-wrap rounded-md border border-line bg-sunken p-4 font-mono text-sm [overflow-wrap:anywhere]">
    <code>{children}</code>
  </pre>
);

const Answers = ({ answers }: Pick<ReferenceCall, 'answers'>) => (
  <section className="grid gap-2">
    <h4>Answers</h4>
    {answers.map(({ status, description, example }) => (
      <div key={status}>
        {example === null ? (
          <p>
            <strong>{status}</strong> {description}
          </p>
        ) : (
          <details>
            <summary className="cursor-pointer py-1">
              <strong>{status}</strong> {description}
            </summary>
            <div className="mt-2">
              <Code>{example}</Code>
            </div>
          </details>
        )}
      </div>
    ))}
  </section>
);

/** The address and token for trying calls. Null without JavaScript and for visitors. */
type Trial = { baseUrl: string; token: string } | null;

function CallHeader({ id, method, path, summary, needsToken, scope }: ReferenceCall) {
  return (
    <header className="grid gap-2">
      <h3 id={`${id}-title`} className="flex flex-wrap items-center gap-3 text-lg">
        <Badge tone={METHOD_TONES[method] ?? 'neutral'}>{method}</Badge>
        <a href={`#${id}`} className="min-w-0 hover:underline">
          <code className="[overflow-wrap:anywhere]">{path}</code>
        </a>
      </h3>
      <p>{summary}.</p>
      <p className="text-muted text-sm">
        {needsToken ? 'Requires a bearer token.' : 'Requires no token. A valid one still identifies you.'}
        {scope && (
          <>
            {' '}
            An API token needs the scope <code>{scope}</code>.
          </>
        )}
      </p>
    </header>
  );
}

function Call({ call, trial }: { call: ReferenceCall; trial: Trial }) {
  const { id, method, path, parameters, bodies, bodyType, answers, curl } = call;
  return (
    <article
      id={id}
      className="grid scroll-mt-8 gap-5 border-line border-t pt-8"
      aria-labelledby={`${id}-title`}
    >
      <CallHeader {...call} />
      {parameters.length > 0 && (
        <section className="grid gap-2">
          <h4>Parameters</h4>
          <Fields
            caption={`Parameters of ${method} ${path}`}
            fields={parameters}
            columns={PARAMETER_COLUMNS}
          />
        </section>
      )}
      {bodies.length > 0 && (
        <section className="grid gap-2">
          <h4>
            Body <span className="font-normal text-muted text-sm">{bodyType}</span>
          </h4>
          {bodies.map((fields, index) => (
            <div key={fields.map(({ name }) => name).join()} className="grid gap-2">
              {index > 0 && <p>or</p>}
              <Fields
                caption={`Body of ${method} ${path}${index > 0 ? `, shape ${index + 1}` : ''}`}
                fields={fields}
                columns={FIELD_COLUMNS}
              />
            </div>
          ))}
        </section>
      )}
      <section className="grid gap-2">
        <h4>In a shell</h4>
        <Code>{curl}</Code>
      </section>
      {trial && <TryCall call={call} {...trial} />}
      <Answers answers={answers} />
    </article>
  );
}

const anchor = (name: string) => name.toLowerCase().replace(/\W+/g, '-');

/** The table of contents. On phones it precedes the text and lists groups only. */
function Contents({ groups, objects }: Route.ComponentProps['loaderData']) {
  return (
    <nav
      aria-label={t('apiDocs.calls')}
      className="flex flex-wrap content-start gap-x-6 gap-y-2 text-sm lg:sticky lg:flex-col lg:flex-nowrap lg:gap-6 lg:top-8 lg:max-h-[90vh] lg:overflow-y-auto"
    >
      {groups.map(({ name, calls }) => (
        <div key={name} className="grid gap-1">
          <a href={`#${anchor(name)}`} className="link py-0.5 font-semibold">
            {name}
          </a>
          <ul className="hidden lg:grid">
            {calls.map(({ id, method, path }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="block py-0.5 text-muted [overflow-wrap:anywhere] hover:underline"
                >
                  {method} {path}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <div className="grid gap-1">
        <a href="#objects" className="link py-0.5 font-semibold">
          Objects
        </a>
        <ul className="hidden lg:grid">
          {objects.map(({ name }) => (
            <li key={name}>
              <a href={`#object-${name}`} className="block py-0.5 text-muted hover:underline">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}

/** The token that calls are tried with. It is kept in the page only. */
const TrialToken = ({ token, onChange }: { token: string; onChange: (token: string) => void }) => (
  <SettingsCard id="try" title="Try calls" className="grid gap-4">
    <TextField
      label="API token"
      name="token"
      hint="From a login or your settings. It stays in this page and is gone when you leave it."
      autoComplete="off"
      spellCheck={false}
      value={token}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
    />
  </SettingsCard>
);

/** The API's description as a page, made from the same document as /api/v1/openapi.json. */
export default function ApiDocs({ loaderData }: Route.ComponentProps) {
  const { baseUrl, mcpUrl, groups, objects, changes, errors, mayTry } = loaderData;
  const [token, setToken] = useState('');
  const trial = useHydrated() && mayTry ? { baseUrl, token } : null;
  return (
    <div lang="en" dir="ltr">
      <PageHeader
        title="Programming interface"
        lead="Certificates, their verification and courses, as JSON over HTTP."
      />
      <div className="grid gap-10 lg:grid-cols-[19rem_minmax(0,1fr)] lg:gap-14">
        <Contents {...loaderData} />
        <div className="grid min-w-0 gap-14">
          <Introduction baseUrl={baseUrl} mcpUrl={mcpUrl} />
          {trial && <TrialToken token={token} onChange={setToken} />}
          {groups.map(({ name, calls }) => (
            <section key={name} aria-labelledby={anchor(name)} className="grid gap-10">
              <h2 id={anchor(name)} className="scroll-mt-8 text-2xl">
                {name}
              </h2>
              {calls.map((call) => (
                <Call key={call.id} call={call} trial={trial} />
              ))}
            </section>
          ))}
          <ErrorCodes errors={errors} />
          <section aria-labelledby="objects" className="grid gap-10">
            <h2 id="objects" className="scroll-mt-8 text-2xl">
              Objects
            </h2>
            {objects.map(({ name, fields }) => (
              <section key={name} id={`object-${name}`} className="grid scroll-mt-8 gap-3" aria-label={name}>
                <h3 className="text-lg">{name}</h3>
                <Fields caption={`Fields of ${name}`} fields={fields} columns={OBJECT_COLUMNS} />
              </section>
            ))}
          </section>
          <Changes changes={changes} />
        </div>
      </div>
    </div>
  );
}
