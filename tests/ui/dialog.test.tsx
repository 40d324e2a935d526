import { fireEvent, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Dialog } from '#app/ui/dialog.tsx';
import { renderAt } from './render.tsx';

const dialog = (
  <Dialog title="Add New Lesson" closeTo="/lessons">
    <p>Inside</p>
  </Dialog>
);

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a dialog', () => {
  it('is open in the server-rendered HTML, with a name and links that close it', () => {
    const html = renderToString(<MemoryRouter>{dialog}</MemoryRouter>);
    expect(html).toMatch(/<dialog[^>]* open=""/);
    expect(html.match(/href="\/lessons"/g)).toHaveLength(2);
    renderAt('/dialog', dialog);
    expect(screen.getByRole('dialog', { name: 'Add New Lesson' })).toBeDefined();
  });

  it('becomes modal once hydrated', () => {
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
    renderAt('/dialog', dialog);
    expect(showModal).toHaveBeenCalledOnce();
  });

  it('navigates to the page behind it on Escape', async () => {
    renderAt('/dialog', dialog);
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expect(await screen.findByText('Elsewhere')).toBeDefined();
  });
});
