import { describe, expect, it } from 'vitest';
import { describedCalls } from '#tests/support/api-description.ts';
import { makeVerifier } from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';

describe('/api/docs', () => {
  it('shows every call in its HTML, each with a linked anchor', async () => {
    const response = await fetchPage('/api/docs');
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    const html = await response.text();
    expect(html.match(/<h1/g)).toHaveLength(1);
    for (const { method, path, operation } of describedCalls) {
      expect(html).toContain(`${path}</code>`);
      expect(html).toContain(operation.summary.replaceAll('&', '&amp;').replaceAll("'", '&#x27;'));
      expect(html).toContain(`>${method}</span>`);
    }
    const anchors = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    expect(anchors.length).toBeGreaterThan(describedCalls.length);
    expect(anchors.filter((id) => !ids.has(id ?? ''))).toEqual([]);
    expect(ids.has('post-cert-verify-payment')).toBe(true);
  });

  it('shows a curl command for each call', async () => {
    const html = (await (await fetchPage('/api/docs')).text())
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'");
    expect(html).toContain(
      `curl -X POST \\\n  -H "Authorization: Bearer $TOKEN" \\\n  -H 'Content-Type: application/json' \\\n  -d '{"uniqueId":"7K3M-9QZX-2HVB-4TND"}' \\\n  'http://localhost:3000/api/v1/cert/verify'`,
    );
    expect(html).toContain(`-F 'thumbnail=@picture.png'`);
    expect(html).not.toMatch(/undefined|\[object Object\]/);
  });

  it('reads the session cookie and refuses cross-site requests, like any page', async () => {
    const { cookie } = await makeVerifier();
    expect(await (await fetchPage('/api/docs', { cookie })).text()).toContain('/settings');
    const foreign = await fetchPage('/api/docs', {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
    });
    expect(foreign.status).toBe(403);
  });
});
