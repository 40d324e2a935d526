/** Whether an If-None-Match header lists an ETag, compared weakly (RFC 9110 section 13.1.2). */
export function ifNoneMatch(header: string | null, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return (header ?? '').split(',').some((tag) => opaque(tag) === '*' || opaque(tag) === opaque(etag));
}
