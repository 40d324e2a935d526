import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { initials } from '#app/ui/avatar.tsx';
import { BarChart } from '#app/ui/bar-chart.tsx';
import { ErrorPage } from '#app/ui/error-page.tsx';
import { Stars } from '#app/ui/figures.tsx';
import { Facts, Table } from '#app/ui/list-parts.tsx';
import { EmailText, Icon, IdText } from '#app/ui/page.tsx';
import { themeCookie, toTheme } from '#app/ui/preferences.ts';
import { renderAt } from './render.tsx';

describe('the theme', () => {
  it.each([
    [null, 'system'],
    ['dark', 'dark'],
    ['light', 'light'],
    ['DARK', 'system'],
  ])('%s means %s', (value, theme) => {
    expect(toTheme(value)).toBe(theme);
  });

  it('is stored for a year; choosing the system’s deletes the cookie', () => {
    expect(themeCookie('dark', true)).toBe('theme=dark; Path=/; Max-Age=31536000; SameSite=Lax; Secure');
    expect(themeCookie('system', false)).toContain('Max-Age=0');
    expect(toTheme(new File([], 'x'))).toBe('system');
  });
});

it('a chart writes cents with two digits, and whole figures without', () => {
  const bars = [
    { label: '10/2026', values: [33_798.5] },
    { label: '11/2026', values: [4_200] },
  ];
  render(<BarChart title="Last 2 months" labelHeader="Month" series={['Received ($)']} bars={bars} />);
  expect(screen.getByText('Received ($): 37,998.50')).toBeTruthy();
  expect(screen.getAllByRole('cell', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    '33,798.50',
    '4,200',
  ]);
});

describe('the table', () => {
  const rows = [{ id: 'a', course: 'CSS' }];

  it('groups rows under headings, omits empty groups and labels each cell for narrow screens', () => {
    render(
      <Table
        caption="Issued certificates"
        columns={[
          { header: 'ID', cell: ({ id }: { id: string }) => id },
          { header: 'Course', cell: ({ course }: { course: string }) => course },
        ]}
        rowKey={({ id }) => id}
        groups={[
          { heading: 'Today', rows },
          { heading: 'Yesterday', rows: [] },
        ]}
      />,
    );
    const table = screen.getByRole('table', { name: 'Issued certificates' });
    expect(within(table).getByText('Today')).toBeDefined();
    expect(within(table).queryByText('Yesterday')).toBeNull();
    const cell = within(table).getByText('CSS').closest('td') as Element;
    expect(getComputedStyle(cell).getPropertyValue('--label')).toBe('"Course"');
  });
});

describe('small components', () => {
  it.each([
    ['Ada Byron', 'AB'],
    ['Nguyễn Thị Lan', 'NL'],
    ['  mara ', 'M'],
    ['“Ada” (Byron) Lovelace', 'AL'],
    ['(Dr.) Ana', 'DA'],
    ['Mara – 🎓', 'M'],
    ['d’Arc ’t Hooft', 'DH'],
    ['¿Inés? ¡Ya!', 'IY'],
    ['श्रीकृष्ण त्रिपाठी', 'श्रीत्रि'],
    ['李雷', '李'],
    ['ნინო ბერიძე', 'ნბ'],
    ['2 B', 'B'],
    ['007', '0'],
    ['🎓', ''],
    ['', ''],
  ])('show the initials of %j', (name, expected) => {
    expect(initials(name)).toBe(expected);
  });

  it.each([
    ['lan.nguyen@mail.example.org', 'lan.nguyen<wbr>@mail.<wbr>example.<wbr>org'],
    ['a@b.', 'a<wbr>@b.'],
    ['no.address', 'no.address'],
    ['', ''],
    ['Aurora (aurora.uni, 4.200 a. M.)', 'Aurora (aurora.<wbr>uni, 4.200 a. M.)'],
    ['"<b>"@a&b.org', '"&lt;b&gt;"<wbr>@a&amp;b.<wbr>org'],
  ])('break the address %j before its @ and after dots of its domain', (address, html) => {
    expect(render(<EmailText>{address}</EmailText>).container.querySelector('span')?.innerHTML).toBe(html);
  });

  it.each([
    ['7K3M-9QZX-2HVB', '7K3M-<wbr>9QZX-<wbr>2HVB'],
    ['lan.nguyen_2', 'lan.<wbr>nguyen_<wbr>2'],
    ['lan-', 'lan-'],
  ])('break the ID %j between its groups', (id, html) => {
    expect(render(<IdText>{id}</IdText>).container.querySelector('span')?.innerHTML).toBe(html);
  });

  it.each([
    ['mara@osei.example', 'mara<wbr>@osei.<wbr>example'],
    ['Mara Osei <mara@osei.example>', 'Mara Osei &lt;mara<wbr>@osei.<wbr>example&gt;'],
    ['Write to mara@osei.example. Thanks.', 'Write to mara@osei.example. Thanks.'],
  ])('break an address among facts, and no sentence that holds one (%s)', (value, html) => {
    const { container } = render(<Facts facts={[['Account', value]]} />);
    const dd = container.querySelector('dd');
    expect((dd?.querySelector('span') ?? dd)?.innerHTML).toBe(html);
  });

  it('draw an icon from its shapes, hidden from screen readers', () => {
    const { container } = render(<Icon of={[['path', { d: 'M4 5h16' }]]} className="size-4" />);
    const icon = container.querySelector('svg.icon.size-4');
    expect(icon?.getAttribute('aria-hidden')).toBe('true');
    expect(icon?.querySelector('path')?.getAttribute('d')).toBe('M4 5h16');
  });

  it('name a rating in words', () => {
    render(<Stars rating={4.8} />);
    expect(screen.getByRole('img', { name: '4.8 out of 5 stars' })).toBeDefined();
  });

  it('show that a page does not exist', () => {
    renderAt('/nowhere', <ErrorPage status={404} />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('404');
    expect(screen.getByText('Oops! The page you’re looking for doesn’t exist.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Go back to Login' }).getAttribute('href')).toBe('/');
  });
});
