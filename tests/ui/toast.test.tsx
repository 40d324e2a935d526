import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageToast, showToast, type ToastMessage, Toasts } from '#app/ui/toast.tsx';

const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms));
/** Returns a new object each time, because the same object is shown only once. */
const saved = () => ({ kind: 'success', message: 'Saved' }) as const;

/** Without the `toast` prop it is another page, one without a toast. */
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

  it('stays for its own durationMs', () => {
    render(<Page toast={{ ...saved(), durationMs: 5_000 }} />);
    advance(4_999);
    expect(screen.queryByText('Saved')).not.toBeNull();
    advance(1);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('pauses while the pointer is over it and then resumes the remaining time', () => {
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

  it('pauses while it has the focus', () => {
    render(<Page toast={saved()} />);
    fireEvent.focus(screen.getByRole('button', { name: 'Close' }));
    advance(10_000);
    expect(screen.queryByText('Saved')).not.toBeNull();
  });

  it('closes with its button', () => {
    render(<Page toast={saved()} />);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('appears again for a new response with the same text', () => {
    const toast = saved();
    const { rerender } = render(<Page toast={toast} />);
    advance(3_000);
    rerender(<Page toast={toast} />);
    expect(screen.queryByText('Saved')).toBeNull();
    rerender(<Page toast={saved()} />);
    expect(screen.queryByText('Saved')).not.toBeNull();
  });

  it('of success removes an error, but no other success', () => {
    render(<Page />);
    act(() => showToast({ kind: 'error', message: 'Login failed.' }));
    act(() => showToast(saved()));
    act(() => showToast({ kind: 'success', message: 'Login successful' }));
    expect(screen.queryByText('Login failed.')).toBeNull();
    expect(screen.queryByText('Saved')).not.toBeNull();
  });

  it('stays for its time when the data it came with changes', () => {
    const { rerender } = render(<Page toast={saved()} />);
    advance(1_000);
    rerender(<Page toast={null} />);
    expect(screen.queryByText('Saved')).not.toBeNull();
    advance(2_000);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('stays for its time after navigation to another page', () => {
    const { rerender } = render(<Page toast={saved()} />);
    advance(1_000);
    rerender(<Page />);
    advance(1_999);
    expect(screen.queryByText('Saved')).not.toBeNull();
    advance(1);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('restarts its time when the next page carries the same toast', () => {
    const { rerender } = render(<Page toast={saved()} />);
    advance(1_000);
    rerender(<Page toast={saved()} />);
    expect(screen.getAllByText('Saved')).toHaveLength(1);
    advance(2_999);
    expect(screen.queryByText('Saved')).not.toBeNull();
    advance(1);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('of an error is an alert in the server-rendered HTML', () => {
    const html = renderToString(<PageToast toast={{ kind: 'error', message: 'Login failed.' }} />);
    expect(html).toContain('role="alert"');
    expect(html).toContain('Login failed.');
    expect(html).not.toContain('style=');
  });
});

describe('showToast', () => {
  it('shows each toast at its own position and for its own time', () => {
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
