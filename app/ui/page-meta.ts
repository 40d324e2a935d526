/** A page's title and description for browsers, search engines and link previews. Use it in a route's `meta` export. */
export const pageMeta = (title: string, description: string) => [
  { title: `${title} · Certrace` },
  { name: 'description', content: description },
  { property: 'og:title', content: title },
  { property: 'og:description', content: description },
];
