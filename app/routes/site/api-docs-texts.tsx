import type { Route } from './+types/api-docs';

type Data = Route.ComponentProps['loaderData'];

export const ErrorCodes = ({ errors }: Pick<Data, 'errors'>) => (
  <section aria-labelledby="errors" className="grid gap-6">
    <h2 id="errors" className="scroll-mt-8 text-2xl">
      Error codes
    </h2>
    <dl className="grid gap-3">
      {errors.map(([code, meaning]) => (
        <div key={code} id={`error-${code}`} className="grid scroll-mt-8 gap-1">
          <dt>
            <code>{code}</code>
          </dt>
          <dd>{meaning}.</dd>
        </div>
      ))}
    </dl>
  </section>
);

export const Changes = ({ changes }: Pick<Data, 'changes'>) => (
  <section aria-labelledby="changes" className="grid gap-6">
    <h2 id="changes" className="scroll-mt-8 text-2xl">
      Changes
    </h2>
    <div className="prose">
      <p>
        Under <code>/api/v1</code> calls, fields, statuses and codes are added, so ignore those that you do
        not know. None is removed, renamed, or given another type or meaning, and no call gets another
        required field. A change that breaks this rule would have a path of its own, <code>/api/v2</code>. The
        calls that it replaces would then send <code>Deprecation</code> and <code>Sunset</code> headers, and
        work for at least twelve months.
      </p>
      {changes.map(({ date, changes: entries }) => (
        <div key={date}>
          <h3>{date}</h3>
          <ul>
            {entries.map((entry) => (
              <li key={entry}>{entry}</li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  </section>
);

export const Introduction = ({ baseUrl, mcpUrl }: Pick<Data, 'baseUrl' | 'mcpUrl'>) => (
  <div className="prose">
    <p>
      Every path below follows <code className="[overflow-wrap:anywhere]">{baseUrl}</code>. Bodies and
      responses are JSON in UTF-8. A body has at most 1 MB and 32 levels, and no duplicate names in an object.
    </p>
    <p>
      Get a token from <a href="#post-users-login">a login</a> or on the settings page, and send it in the
      header <code>Authorization: Bearer …</code>. Cookies are ignored, and pages of other sites may only read
      answers if the operator allows it.
    </p>
    <p>
      An error is <code>{'{"success": false, "message": "…", "code": "…"}'}</code>, with <code>errors</code>{' '}
      by field for invalid fields. The <a href="#errors">codes</a> are for programs and never change. With{' '}
      <code>Accept: application/problem+json</code> an error has the form of RFC 9457. Over a rate limit the
      status is 429 with <code>Retry-After</code> in seconds. An unknown path is 404; an unsupported method is
      405 with <code>Allow</code>.
    </p>
    <p>
      Lists return 50 entries, newest first, unless you set <code>limit</code>. For the next page, send{' '}
      <code>nextCursor</code> as <code>cursor</code>, or follow the <code>Link</code> header.{' '}
      <code>since</code> leaves out what is older. Dates are calendar dates, instants are in UTC, and amounts
      are in dollars.
    </p>
    {mcpUrl && (
      <p>
        AI clients use this site with the same tokens at{' '}
        <code className="[overflow-wrap:anywhere]">{mcpUrl}</code>, by the Model Context Protocol over
        streamable HTTP. They look certificates up, issue them once you confirm, follow batches and check
        files.
      </p>
    )}
    <p>
      For programs there is the same description as OpenAPI 3.1:{' '}
      <a href="/api/v1/openapi.json">openapi.json</a>. The <a href="#changes">changes</a> are listed below.
    </p>
  </div>
);
