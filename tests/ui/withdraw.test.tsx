import { setTimeout as delay } from 'node:timers/promises';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createRoutesStub } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { WithdrawForm } from '#app/routes/pieces/certificate-lists/scheduled-cells.tsx';

afterEach(cleanup);

it('the second click of a double click withdraws no other certificate', async () => {
  const withdrawn: unknown[] = [];
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: () => ['FIRST', 'SECOND'].map((id) => <WithdrawForm key={id} uniqueId={id} />),
      async action({ request }) {
        withdrawn.push((await request.formData()).get('uniqueId'));
        return null;
      },
    },
  ]);
  render(<Stub />);
  const withdraw = (id: string) => fireEvent.click(screen.getByRole('button', { name: `Withdraw ${id}` }));
  withdraw('FIRST');
  await waitFor(() => expect(withdrawn).toEqual(['FIRST']));
  withdraw('SECOND');
  await delay(750);
  expect(withdrawn).toEqual(['FIRST']);
  withdraw('SECOND');
  await waitFor(() => expect(withdrawn).toEqual(['FIRST', 'SECOND']));
});
