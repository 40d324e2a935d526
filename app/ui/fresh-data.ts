/** For so long Chromium shows what it fetched ahead of a click, whatever the answer says of its age. */
const KEPT_MS = 5 * 60_000;

let changing = 0;
let changedAt = Number.NEGATIVE_INFINITY;

/** Says that something is being changed until `done`: data that was fetched ahead before then is stale. */
export function startChange(): { done: () => void } {
  changing += 1;
  let ended = false;
  return {
    done() {
      if (ended) return;
      ended = true;
      changing -= 1;
      changedAt = performance.now();
    },
  };
}

const isData = (url: string) => /^[^?#]*\.data(?:[?#]|$)/.test(url);

/**
 * Makes the router's fetches go past what browsers keep of data fetched ahead, once something was changed: the list
 * that a deletion leads back to, its link just passed by the pointer, would still have what was deleted, and no toast.
 */
export function keepDataFresh() {
  const plainFetch = window.fetch;
  window.fetch = async (input, init) => {
    const asked = input instanceof Request ? input : null;
    const method = init?.method ?? asked?.method ?? 'GET';
    if (method !== 'GET' && method !== 'HEAD') {
      const change = startChange();
      return plainFetch(input, init).finally(change.done);
    }
    const stale = changing > 0 || performance.now() - changedAt < KEPT_MS;
    return plainFetch(
      input,
      stale && isData(asked?.url ?? String(input)) ? { ...init, cache: 'reload' } : init,
    );
  };
}
