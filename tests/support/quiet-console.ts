import { afterEach, beforeEach, expect, vi } from 'vitest';

/** A warning or an error on the console fails the test that caused it. A test that expects one calls `mockReset`. */
const consoleError = vi.spyOn(console, 'error');
const consoleWarn = vi.spyOn(console, 'warn');

beforeEach(() => {
  consoleError.mockReset();
  consoleWarn.mockReset();
});

afterEach(() => {
  expect(consoleError.mock.calls, 'console.error was called').toEqual([]);
  expect(consoleWarn.mock.calls, 'console.warn was called').toEqual([]);
});
