import type { Result } from 'hono/router';
import { TrieRouter } from 'hono/router/trie-router';

/**
 * Hono's router with a cache for paths without parameters. Searching makes 14 KB of garbage a request, and
 * most API calls have such a path. Only paths of routes are remembered, so that clients cannot fill the
 * memory.
 */
export class RememberingRouter<Handler> extends TrieRouter<Handler> {
  readonly #paths = new Set<string>();
  readonly #found = new Map<string, Result<Handler>>();

  override add(method: string, path: string, handler: Handler) {
    if (!/[:*?{]/.test(path)) this.#paths.add(path);
    this.#found.clear();
    super.add(method, path, handler);
  }

  override match(method: string, path: string): Result<Handler> {
    if (!this.#paths.has(path)) return super.match(method, path);
    const key = `${method} ${path}`;
    const found = this.#found.get(key) ?? super.match(method, path);
    this.#found.set(key, found);
    return found;
  }
}
