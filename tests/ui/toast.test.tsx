import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageToast, showToast, type ToastMessage, Toasts } from '#app/ui/toast.tsx';

const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms));
/** A new object each time: one object is shown once. */
const saved = () => ({ kind: 'success', message: 'Saved' }) as const;

/** Without a `toast` it is another page, which has none. */
const Page = ({ toast }: { toast?: ToastMessage | null }) => (
  <>
    {toast !== undefined && <PageToast toast={toast} />}
    <Toasts />
  </>
);

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  advance(60_000);
  cleanup();
  vi.useRealTimers();
});

describe('a toast', () => {
  it('closes by itself after 3000 ms, not before', () => {
    render(<Page toast={saved()} />);
    advance(2_999);
    expect(screen.getByRole('status').textContent).toContain('Saved');
    advance(1);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('stays as long as it is told to', () => {
    render(<Page toast={{ ...saved(), durationMs: 5_000 }} />);
    advance(4_999);
    expect(screen.queryByText('Saved')).not.toBeNull();
    advance(1);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('stands still under the pointer and then goes on with the time that was left', () => {
    render(<Page toast={saved()} />);
    advance(2_000);
    fireEvent.pointerEnter(screen.getByRole('status'));
    advance(10_000);
    expect(screen.queryByText('Saved')).not.toBeNull();
    fireEvent.pointerLeave(screen.getByRole('status'));
    advance(999);
    expect(screen.queryByText('Saved')).not.toBeNull();
    advance(1);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('stands still while it holds the focus', () => {
    render(<Page toast={saved()} />);
    fireEvent.focus(screen.getByRole('button', { name: 'Close' }));
    advance(10_000);
    expect(screen.queryByText('Saved')).not.toBeNull();
  });

  it('is closed by its button', () => {
    render(<Page toast={saved()} />);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('shows again for a new answer with the same words', () => {
    const toast = saved();
    const { rerender } = render(<Page toast={toast} />);
    advance(3_000);
    rerender(<Page toast={toast} />);
    expect(screen.queryByText('Saved')).toBeNull();
    rerender(<Page toast={saved()} />);
    expect(screen.queryByText('Saved')).not.toBeNull();
  });

  it('replaces an error when it is a success, and leaves other successes', () => {
    render(<Page />);
    act(() => showToast({ kind: 'error', message: 'Login failed.' }));
    act(() => showToast(saved()));
    act(() => showToast({ kind: 'success', message: 'Login successful' }));
    expect(screen.queryByText('Login failed.')).toBeNull();
    expect(screen.queryByText('Saved')).not.toBeNull();
  });

  it('outlives the data it came with, until its time is up', () => {
    const { rerender } = render(<Page toast={saved()} />);
    advance(1_000);
    rerender(<Page toast={null} />);
    expect(screen.queryByText('Saved')).not.toBeNull();
    advance(2_000);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('outlives the page that it came with', () => {
    const { rerender } = render(<Page toast={saved()} />);
    advance(1_000);
    rerender(<Page />);
    advance(1_999);
    expect(screen.queryByText('Saved')).not.toBeNull();
    advance(1);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('starts its time again when the next page brings it too', () => {
    const { rerender } = render(<Page toast={saved()} />);
    advance(1_000);
    rerender(<Page toast={saved()} />);
    expect(screen.getAllByText('Saved')).toHaveLength(1);
    advance(2_999);
    expect(screen.queryByText('Saved')).not.toBeNull();
    advance(1);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('is an alert in the HTML of the server when it tells of an error', () => {
    const html = renderToString(<PageToast toast={{ kind: 'error', message: 'Login failed.' }} />);
    expect(html).toContain('role="alert"');
    expect(html).toContain('Login failed.');
    expect(html).not.toContain('style=');
  });
});

describe('showToast', () => {
  it('puts each toast where it asks to be, and removes only the one whose time is up', () => {
    const { container } = render(<Toasts />);
    act(() => showToast(saved()));
    advance(1_000);
    act(() => showToast({ kind: 'error', message: 'Payment failed', position: 'bottom-right' }));
    const region = (position: string) => container.querySelector(`[data-position="${position}"]`);
    expect(region('top-center')?.textContent).toContain('Saved');
    expect(region('bottom-right')?.textContent).toContain('Payment failed');
    advance(2_000);
    expect(region('top-center')?.textContent).toBe('');
    expect(region('bottom-right')?.textContent).toContain('Payment failed');
  });
});
