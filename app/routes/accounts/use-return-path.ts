import { useSearchParams } from 'react-router';
import { parseRedirectTarget, withRedirectTo } from '#app/shared/redirects.ts';

/** Returns a function that adds the present `redirectTo` to the path of another sign-in page. */
export function useReturnPath() {
  const [search] = useSearchParams();
  const target = parseRedirectTarget(search.get('redirectTo'));
  return (path: string) => withRedirectTo(path, target);
}
