import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { rich } from '#app/ui/page.tsx';

it('puts elements around words and in the place of values', () => {
  const html = renderToStaticMarkup(
    <p>
      {rich('secondFactorCards.scanTheCodeWithYourApp', {
        strong: (text) => <b>{text}</b>,
        secret: <code>ABCD</code>,
      })}
    </p>,
  );
  expect(html).toBe('<p><b>Scan the code</b> with your app, or type the key <code>ABCD</code></p>');
});
