import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

let consoleError: MockInstance<typeof console.error>;
let consoleWarn: MockInstance<typeof console.warn>;

/**
 * A warning or an error on the console fails the test that caused it. A test that expects one calls `mockReset`. The methods are spied on
 * before each test, because a test may restore all mocks, and files of one project share a process.
 */
beforeEach(() => {
  consoleError = vi.spyOn(console, 'error').mockReset();
  consoleWarn = vi.spyOn(console, 'warn').mockReset();
});

afterEach(() => {
  expect(consoleError.mock.calls, 'console.error was called').toEqual([]);
  expect(consoleWarn.mock.calls, 'console.warn was called').toEqual([]);
});
