import { routeOf } from './site-routes.ts';

/** Limit of URLs with the same route and query names, because the pages of a list are alike. */
const ENOUGH_OF_ONE_KIND = 5;
const AT_ONCE = 4;

/** Has its scripts and styles inside, and a test of its own (offline-check.test.ts). */
const ONE_FILE = '/check/offline.html';

export type Element = {
  tag: string;
  attributes: Map<string, string> /** Markup up to its end tag. */;
  inner: string;
};

export type Answer = {
  /** The requested path and query. */
  url: string;
  /** The URL that linked to it. */
  from: string;
  status: number;
  /** The URL after redirects, with its query. */
  path: string;
  type: string;
  html: string;
};

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };
export const decode = (text: string) =>
  text.replace(/&(#?\w+);/g, (all, name: string) => ENTITIES[name] ?? all);

/** Finds elements in React's HTML, which has attributes in double quotes. The tag must not be nested in itself. */
export function elements(html: string, tag: string): Element[] {
  const found = html.matchAll(new RegExp(`<(${tag})((?:\\s+[\\w:-]+(?:="[^"]*")?)*)\\s*/?>`, 'gi'));
  return [...found].map((match) => {
    const name = (match[1] ?? '').toLowerCase();
    const attributes = new Map<string, string>();
    for (const [, key = '', value = ''] of (match[2] ?? '').matchAll(/([\w:-]+)(?:="([^"]*)")?/g)) {
      attributes.set(key.toLowerCase(), decode(value));
    }
    const start = match.index + match[0].length;
    const end = html.indexOf(`</${name}>`, start);
    return { tag: name, attributes, inner: end < 0 ? '' : html.slice(start, end) };
  });
}

/** The text of markup, including alternative texts and labels. */
export const textOf = (html: string) =>
  decode(
    html
      .replace(/<img[^>]*\salt="([^"]*)"[^>]*>/gi, ' $1 ')
      .replace(/<[^>]*aria-label="([^"]*)"[^>]*>/gi, ' $1 ')
      .replace(/<[^>]*>/g, ' '),
  ).trim();

/** The URLs of a GET form with its default values, and with its last options and a search without results. */
function formTargets(form: Element, page: string): string[] {
  if ((form.attributes.get('method') ?? 'get').toLowerCase() !== 'get') return [];
  const action = new URL(form.attributes.get('action') ?? page, 'http://site');
  action.search = '';
  const empty = new URL(action);
  for (const { tag, attributes, inner } of elements(form.inner, 'input|select')) {
    const name = attributes.get('name');
    if (!name || (/radio|checkbox/.test(attributes.get('type') ?? '') && !attributes.has('checked')))
      continue;
    const options = tag === 'select' ? elements(inner, 'option') : [];
    const chosen = options.find((option) => option.attributes.has('selected')) ?? options[0];
    action.searchParams.set(name, chosen?.attributes.get('value') ?? attributes.get('value') ?? '');
    const last = options.at(-1)?.attributes.get('value');
    const searched = attributes.get('type') === 'search' ? 'zzz nothing is called so' : undefined;
    empty.searchParams.set(name, searched ?? last ?? attributes.get('value') ?? '');
  }
  return [action, empty].map(({ pathname, search }) => pathname + search);
}

/** The URLs of this site on a page, with their fragments. */
export function linksOf(html: string, page: string, origin: string): string[] {
  const found = [
    ...elements(html, 'a').map(({ attributes }) => attributes.get('href')),
    ...elements(html, 'img|script|source|video|link').map(
      ({ attributes }) => attributes.get('src') ?? attributes.get('href'),
    ),
    ...elements(html, 'form').flatMap((form) => formTargets(form, page)),
  ];
  return found
    .filter((href): href is string => href !== undefined && !/^(?:mailto|tel|data|blob):/.test(href))
    .map((href) => new URL(href, new URL(page, origin)))
    .filter((url) => url.origin === origin)
    .map(({ pathname, search, hash }) => pathname + search + hash);
}

/** URLs of one kind have the same route and the same query names. */
export const kindOf = (path: string) => {
  const { pathname, searchParams } = new URL(path, 'http://site');
  const route = routeOf(pathname);
  return `${route === '/*' || route === undefined ? pathname : route} ${[...searchParams.keys()].sort()}`;
};

const HOLDER_COOKIE = /certrace_holder=/;

/** Requests a URL like a browser and follows redirects within this site. */
export async function ask(origin: string, url: string, cookie: string, from = ''): Promise<Answer> {
  let path = url;
  for (let hops = 0; ; hops += 1) {
    const response = await fetch(origin + path, {
      headers: { cookie, accept: 'text/html,*/*', 'sec-fetch-site': 'same-origin' },
      redirect: 'manual',
    });
    const location = response.headers.get('location');
    if (location && response.status >= 300 && response.status < 400) {
      const next = new URL(location, origin + path);
      await response.body?.cancel();
      // The page needs this cookie, as do its files. Browser tests visit it, and an account that has certificates.
      if (HOLDER_COOKIE.test(response.headers.get('set-cookie') ?? ''))
        return { url, from, status: response.status, path, type: '', html: '' };
      if (next.origin !== origin || hops > 8) return { url, from, status: 508, path, type: '', html: '' };
      path = next.pathname + next.search;
      continue;
    }
    const type = response.headers.get('content-type') ?? '';
    const isPage = type.startsWith('text/html') && path !== ONE_FILE;
    const html = isPage ? await response.text() : '';
    if (!html) await response.arrayBuffer();
    return { url, from, status: response.status, path, type, html };
  }
}

/** Start URLs besides a viewer's home page, which public pages do not link to. */
export const STARTS = [
  '/',
  '/admin-login/admincredentials',
  '/superadmin-login',
  '/resend-verification',
  '/dev/mail',
  '/explore',
];

/** Follows every link of this site breadth first and returns every response by URL. */
export async function crawl(origin: string, cookie: string, starts: string[]): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  const seen = new Map<string, number>();
  let wave = starts.map((url) => ({ url, from: 'the start' }));
  const queued = new Set(starts);
  while (wave.length > 0) {
    const next: typeof wave = [];
    const due = [...wave];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let item = due.shift(); item; item = due.shift()) {
          const answer = await ask(origin, item.url, cookie, item.from);
          answers.set(item.url, answer);
          for (const link of answer.html ? linksOf(answer.html, answer.path, origin) : []) {
            const url = link.split('#', 1)[0] ?? '';
            if (queued.has(url)) continue;
            const kind = kindOf(url);
            const count = seen.get(kind) ?? 0;
            if (count >= ENOUGH_OF_ONE_KIND) continue;
            seen.set(kind, count + 1);
            queued.add(url);
            next.push({ url, from: item.url });
          }
        }
      }),
    );
    wave = next;
  }
  return answers;
}
