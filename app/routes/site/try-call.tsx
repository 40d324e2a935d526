import { type FormEvent, useId, useState } from 'react';
import { TextArea, TextField } from '#app/ui/form.tsx';
import { SubmitButton } from '#app/ui/page.tsx';
import type { ReferenceCall } from './api-reference.ts';

/** More text than anybody reads on this page. */
const MOST_SHOWN = 100_000;

const pathNames = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

type Answer = { status: string; text: string };

async function send(url: string, method: string, token: string, body: string | null): Promise<Answer> {
  const headers = {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(body !== null && { 'Content-Type': 'application/json' }),
  };
  try {
    const response = await fetch(url, { method, headers, credentials: 'omit', redirect: 'manual', body });
    const isText = /json|text/.test(response.headers.get('Content-Type') ?? '');
    const text = isText ? (await response.text()).slice(0, MOST_SHOWN) : 'The answer is a file.';
    return { status: `${response.status} ${response.statusText}`, text };
  } catch {
    return { status: 'No answer', text: 'The server did not answer.' };
  }
}

/** Makes a call from the page. Calls that upload files have a curl command only. */
export function TryCall({ call, baseUrl, token }: { call: ReferenceCall; baseUrl: string; token: string }) {
  const { id, method, path, bodyType, example, parameters } = call;
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [pending, setPending] = useState(false);
  const prefix = useId();
  if (bodyType !== null && bodyType !== 'application/json') return null;
  const names = pathNames(path);
  const hasQuery = parameters.some(({ place }) => place === 'query');

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const textOf = (name: string) => String(fields.get(name) ?? '');
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(textOf(`path ${name}`)),
    );
    const query = textOf('query').replace(/^\?/, '');
    const url = `${new URL(baseUrl).pathname}${filled}${query && `?${query}`}`;
    setPending(true);
    setAnswer(await send(url, method, token, example === null ? null : textOf('body')));
    setPending(false);
  }

  return (
    <details>
      <summary className="cursor-pointer py-1">
        <strong>Try it</strong>
      </summary>
      <form onSubmit={submit} className="mt-2 grid gap-4" aria-label={`Try ${method} ${path}`}>
        {names.map((name) => (
          <TextField key={name} id={`${prefix}${name}`} label={name} name={`path ${name}`} required />
        ))}
        {hasQuery && (
          <TextField id={`${prefix}query`} label="Query" name="query" hint="Such as limit=10&q=ada" />
        )}
        {example !== null && (
          <TextArea id={`${prefix}body`} label="Body" name="body" rows={8} defaultValue={example} />
        )}
        <div>
          <SubmitButton variant="secondary" size="small" pending={pending} pendingText="Sending...">
            Send
          </SubmitButton>
        </div>
        <div role="status" aria-label={`Answer to ${id}`}>
          {answer && (
            <>
              <p>
                <strong>{answer.status}</strong>
              </p>
              <pre className="whitespace-pre-wrap rounded-md border border-line bg-sunken p-4 font-mono text-sm [overflow-wrap:anywhere]">
                <code>{answer.text}</code>
              </pre>
            </>
          )}
        </div>
      </form>
    </details>
  );
}
