import { act, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import { useUpload } from '#app/routes/courses/upload.ts';

/** A request that ends as the test says. */
class FakeRequest extends EventTarget {
  static last: FakeRequest;
  upload = new EventTarget();
  status = 0;
  responseText = '';
  open = vi.fn();
  setRequestHeader = vi.fn();
  send = vi.fn();
  abort = vi.fn();
  constructor() {
    super();
    FakeRequest.last = this;
  }
}

afterEach(() => vi.unstubAllGlobals());

describe('an upload', () => {
  it.each([
    ['whose connection is lost', 'error', 0, 'Die Verbindung ist abgebrochen. Versuchen Sie es noch einmal.'],
    ["that gets a proxy's page", 'load', 502, 'Der Server hat mit dem Status 502 geantwortet.'],
  ])("%s says so in the reader's language", (_, event, status, message) => {
    vi.stubGlobal('XMLHttpRequest', FakeRequest);
    const { result } = renderHook(() => useUpload((reason) => reason, vi.fn()));
    act(() => result.current.start('/upload', new FormData()));
    FakeRequest.last.status = status;
    act(() => inLanguage('de', () => void FakeRequest.last.dispatchEvent(new Event(event))));
    expect(result.current.state).toEqual({ phase: 'failed', message, errors: {} });
  });
});
