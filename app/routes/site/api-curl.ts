import type { Operation } from './api-types.ts';

/** Quotes a word for a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const placeholder = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** The curl command for a call, with `$TOKEN` for the caller's token. */
export function curlOf(url: string, method: string, { security, requestBody }: Operation): string {
  const [[type, content] = []] = Object.entries(requestBody?.content ?? {});
  const example = (content?.example ?? {}) as Record<string, unknown>;
  const files = Object.entries(content?.schema?.properties ?? {}).filter(
    ([, { format }]) => format === 'binary',
  );
  const parts = [
    method === 'GET' ? 'curl' : `curl -X ${method}`,
    ...(security.length === 1 ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(type === 'application/json'
      ? [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(example))}`]
      : []),
    ...(type === 'multipart/form-data'
      ? [
          ...Object.entries(example).map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`),
          ...files.map(
            ([name]) => `-F ${quoted(`${name}=@${name === 'thumbnail' ? 'picture.png' : 'video.mp4'}`)}`,
          ),
        ]
      : []),
    quoted(url.replace(/\{(\w+)\}/g, (_, name: string) => placeholder(name))),
  ];
  return parts.join(' \\\n  ');
}
