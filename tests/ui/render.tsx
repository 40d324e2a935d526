import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createRoutesStub } from 'react-router';
import { afterEach } from 'vitest';

afterEach(cleanup);

/** Renders a component at a path of a router. Every other path shows 'Elsewhere'. */
export function renderAt(path: string, node: ReactNode) {
  const Stub = createRoutesStub([
    { path: new URL(path, 'http://site').pathname, Component: () => node },
    { path: '*', Component: () => <p>Elsewhere</p> },
  ]);
  return render(<Stub initialEntries={[path]} />);
}
