import { useSearchParams } from 'react-router';
import { parseRedirectTarget, withRedirectTo } from '#app/shared/redirects.ts';

/** Makes a link to another sign-in page that keeps `redirectTo`. */
export function useReturnPath() {
  const [search] = useSearchParams();
  const target = parseRedirectTarget(search.get('redirectTo'));
  return (path: string) => withRedirectTo(path, target);
}
