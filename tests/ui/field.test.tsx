import { fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import {
  Checkbox,
  FileField,
  RadioGroup,
  Select,
  TextArea,
  TextField,
  useFocusFirstError,
} from '#app/ui/form.tsx';
import { FormAlert, SubmitButton } from '#app/ui/page.tsx';
import './render.tsx';

const ERRORS = ['Enter your name.'];
const OPTIONS = [
  { value: 'admin', label: 'Admin' },
  { value: 'corporate', label: 'Corporate' },
];

/** The texts that an element's aria-describedby points to. */
const descriptions = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map((id) => document.getElementById(id)?.textContent);

describe.each([
  ['TextField', <TextField key="f" label="Name" name="name" hint="As on paper" errors={ERRORS} />],
  ['TextArea', <TextArea key="f" label="Name" name="name" hint="As on paper" errors={ERRORS} />],
  [
    'Select',
    <Select key="f" label="Name" name="name" hint="As on paper" errors={ERRORS} options={OPTIONS} />,
  ],
  ['FileField', <FileField key="f" label="Name" name="name" hint="As on paper" errors={ERRORS} />],
  ['Checkbox', <Checkbox key="f" label="Name" name="name" hint="As on paper" errors={ERRORS} />],
])('%s', (_, field) => {
  it('associates label, hint and error with its control', () => {
    render(field);
    const control = screen.getByLabelText('Name');
    expect(control.getAttribute('aria-invalid')).toBe('true');
    expect(descriptions(control)).toEqual(['As on paper', 'Enter your name.']);
  });
});

describe('fields', () => {
  it('have no aria-invalid or aria-describedby without errors', () => {
    render(<TextField label="Name" name="name" errors={[]} />);
    const control = screen.getByLabelText('Name');
    expect(control.hasAttribute('aria-invalid')).toBe(false);
    expect(control.hasAttribute('aria-describedby')).toBe(false);
  });

  it('have autofocus in the server-rendered HTML when they are invalid', () => {
    expect(renderToString(<TextField label="Name" name="name" errors={ERRORS} />)).toContain('autofocus');
    expect(renderToString(<TextField label="Name" name="name" />)).not.toContain('autofocus');
  });

  it('give a group of radio buttons its name and its error', () => {
    render(<RadioGroup label="Role" name="role" options={OPTIONS} errors={['Choose one.']} />);
    const group = screen.getByRole('group', { name: 'Role' });
    expect(descriptions(group)).toEqual(['Choose one.']);
    const checked = screen.getAllByRole<HTMLInputElement>('radio').filter((radio) => radio.checked);
    expect(checked).toEqual([]);
  });
});

function Sample({ result }: { result?: { errors: Record<string, string[]> } }) {
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstError(form, result);
  return (
    <form ref={form}>
      <TextField label="Email" name="email" errors={result?.errors.email} />
      <TextField label="Name" name="name" errors={result?.errors.name} />
      <TextField label="Course" name="course" errors={result?.errors.course} />
    </form>
  );
}

describe('useFocusFirstError', () => {
  it('focuses the first invalid field of each new result', () => {
    const { rerender } = render(<Sample />);
    expect(document.activeElement).toBe(document.body);
    const errors = { name: ['Missing'], course: ['Missing'] };
    rerender(<Sample result={{ errors }} />);
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    screen.getByLabelText('Course').focus();
    rerender(<Sample result={{ errors }} />);
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  });
});

describe('SubmitButton', () => {
  it('shows that it is busy, stays focusable and ignores a second click', () => {
    const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
    const form = (pending: boolean) => (
      <form onSubmit={submit}>
        <SubmitButton pending={pending} pendingText="Logging in...">
          Login Now
        </SubmitButton>
      </form>
    );
    const { rerender } = render(form(false));
    fireEvent.click(screen.getByRole('button', { name: 'Login Now' }));
    expect(submit).toHaveBeenCalledTimes(1);
    rerender(form(true));
    const busy = screen.getByRole<HTMLButtonElement>('button', { name: 'Logging in...' });
    expect(busy.disabled).toBe(false);
    fireEvent.click(busy);
    expect(submit).toHaveBeenCalledTimes(1);
  });
});

describe('FormAlert', () => {
  it('renders the messages as an alert, and nothing without messages', () => {
    const { container, rerender } = render(<FormAlert errors={null} />);
    expect(container.innerHTML).toBe('');
    rerender(<FormAlert errors={['Please fill in all fields']} />);
    expect(screen.getByRole('alert').textContent).toBe('Please fill in all fields');
  });
});
