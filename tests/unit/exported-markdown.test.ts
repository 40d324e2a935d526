import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createMarkdown } from '#app/shared/markdown.server.ts';

const markdown = createMarkdown(3);
const html = (text: string) => markdown.render(text);
const TASK = '<input type="checkbox" disabled>';
const DONE = '<input type="checkbox" disabled checked>';

describe('Markdown as programs export it', () => {
  it('is shown from Notion', () => {
    const page = html(readFileSync('tests/inputs/text-notion.md', 'utf8'));
    expect(page).toContain(`<li class="task"><label>${TASK} Read chapter 1</label></li>`);
    expect(page).toContain(`<li class="task"><label>${DONE} Install the tools</label></li>`);
    expect(page).toContain('<td>Open the hive<br>\nand scrape</td>');
    expect(page).toContain(
      'See <a href="https://example.org/handbook" rel="noopener">https://example.org/handbook</a>',
    );
    expect(page).toContain('Footnote here.<sup><a href="#footnote-1" id="to-footnote-1">1</a></sup>');
    expect(page).toContain(
      '<li id="footnote-1">The text of the footnote. <a href="#to-footnote-1">↩</a></li>',
    );
    expect(page).toContain('A picture that was not uploaded');
    expect(page).not.toContain('[^1]');
  });

  it.each([
    [
      'tasks with two spaces',
      '- [ ]  a\n- [X] **b**',
      [`${TASK} a</label>`, `${DONE} <strong>b</strong></label>`],
    ],
    ['tasks in loose lists', '1. [ ] a\n\n2. [ ] b', [`${TASK} a</label>`, `${TASK} b</label>`]],
    ['strikethrough', '~~a~~', ['<s>a</s>']],
    [
      'tags for the look of words',
      '<u>a *b*</u> <kbd>Ctrl</kbd> H<sub>2</sub>O <B><i>c</i></B> <span style="color: red">d</span><!-- e -->',
      ['<p><u>a <em>b</em></u> <kbd>Ctrl</kbd> H<sub>2</sub>O <b><i>c</i></b> d</p>'],
    ],
    [
      'other tags',
      '<b>a <p> <u onclick="b">c</u> `<u>d</u>`',
      ['&lt;b&gt;a &lt;p&gt; &lt;u onclick', '&lt;u&gt;d'],
    ],
    [
      'links of HTML',
      '<a href="https://x.example/a_b" target="_blank">*a*</a> <a href="javascript:alert(1)">b</a>',
      ['<a href="https://x.example/a_b" rel="noopener"><em>a</em></a> &lt;a href=&quot;javascript:'],
    ],
    [
      'callouts of Notion',
      '<aside>\n💡 a\n\n- b\n\n</aside>\n\nc',
      ['<p>💡 a</p>\n<ul>\n<li>b</li>\n</ul>\n<p>c</p>'],
    ],
    [
      'callouts of GitHub',
      '> [!NOTE]\n> a\n\n> [!TIP]\n>\n> b',
      ['<p><strong>Note</strong><br>\na</p>', '<p><strong>Tip</strong></p>\n<p>b</p>'],
    ],
    ['centred parts', '<div align="center">\n\n# a\n\n</div>', ['<h3>a</h3>\n']],
    ['breaks', 'a<br>b<BR />c<br/>d', ['a<br>\nb<br>\nc<br>\nd']],
    [
      'addresses',
      'www.example.org/a?b=c, (https://x.example/(a)).',
      ['"https://www.example.org/a?b=c"', '"https://x.example/(a)"'],
    ],
    [
      'names of files',
      'README.md, main.py, //comment, e.g.this, 192.168.0.1',
      ['<p>README.md, main.py, //comment, e.g.this, 192.168.0.1</p>'],
    ],
    ['addresses in code', '`https://x.example`', ['<code>https://x.example</code>']],
    [
      'scripts as addresses',
      'javascript:alert(1) data:text/html,x',
      ['<p>javascript:alert(1) data:text/html,x</p>'],
    ],
    [
      'details',
      '<details>\n<summary><b>More</b> *now*</summary>\n\n- a\n\n</details>\n\nb',
      ['<details><summary>More <em>now</em></summary>\n<ul>\n<li>a</li>\n</ul>\n</details>\n<p>b</p>'],
    ],
    [
      'details in details',
      '<details open><summary>A</summary>\n<details>\nb\n</details>\n</details>',
      ['<details open><summary>A</summary>\n<details><p>b</p>\n</details>\n</details>'],
    ],
    [
      'details without an end',
      '<details>\n<summary>A</summary>\n\nb',
      ['<p>&lt;details&gt;</p><p>A</p><p>b</p>'],
    ],
    [
      'details in one line',
      '<details><summary>A</summary>b *c*</details>',
      ['<details><summary>A</summary>\n<p>b <em>c</em></p>\n</details>'],
    ],
    [
      'a summary on lines',
      '<details>\n<summary>\nA\n</summary>\nb\n</details>',
      ['<details><summary>A</summary>\n<p>b</p>\n</details>'],
    ],
    ['an end of details alone', 'a\n</details>', ['<p>a</p>\n<p>&lt;/details&gt;</p>']],
    ['details that cross a list', '- <details>\n\n</details>\n', ['&lt;details&gt;', '&lt;/details&gt;']],
    [
      'footnotes by name, twice',
      'a[^n] b[^n] c[^x]\n\n[^n]: One *two*\n  three\n[^o]: unused',
      [
        'a<sup><a href="#footnote-1" id="to-footnote-1">1</a></sup> b<sup><a href="#footnote-1">1</a></sup> c[^x]',
        '<li id="footnote-1">One <em>two</em>\nthree <a',
      ],
    ],
    [
      'footnotes that refer to footnotes',
      'a[^1]\n\n[^1]: b[^2]\n[^2]: c[^1]',
      ['<li id="footnote-2">c<sup><a href="#footnote-1">1</a></sup>'],
    ],
    [
      'the bullets of Word',
      '•\ta\no\tb\n▪\tc\n•\td\nEnd',
      ['<li>a\n<ul>\n<li>b\n<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>\n</li>\n<li>d</li>\n</ul>\n<p>End</p>'],
    ],
    ['the bullets of symbol fonts', '\uf0b7       a\n·         b', ['<li>a']],
    ['bullets in code', '```\n• a\n```', ['<code>• a\n</code>']],
    ['a dialogue', '– Bonjour.\n– Salut.', ['<p>– Bonjour.\n– Salut.</p>']],
    [
      'formulas',
      'a $x_1 * y_2 * z$ b \\(a_1\\) $$c_1 * d * e$$ \\[x^2 * y * z\\]',
      ['<p>a $x_1 * y_2 * z$ b \\(a_1\\) $$c_1 * d * e$$ \\[x^2 * y * z\\]</p>'],
    ],
    ['formulas on lines', 'a\n$$\nx \\\\\n= 5\n$$\nb', ['<code>$$\nx \\\\\n= 5\n$$\n</code>']],
    [
      'environments of formulas',
      '\\begin{align}\na &= b \\\\\n- c\n\\end{align}',
      ['\\begin{align}\na &amp;= b \\\\\n- c\n\\end{align}'],
    ],
    [
      'money',
      '$5 and *$10*, US$ 7 *or* `$x`',
      ['<p>$5 and <em>$10</em>, US$ 7 <em>or</em> <code>$x</code></p>'],
    ],
    ['escaped brackets', '\\[1\\] *a* \\[b\\]', ['<p>[1] <em>a</em> [b]</p>']],
    [
      'other tags',
      '<details onclick=a> <b>x</b> <br onclick=a>',
      ['&lt;details onclick=a&gt; <b>x</b> &lt;br onclick=a&gt;'],
    ],
  ])('has %s', (_, text, parts) => {
    const shown = html(text);
    for (const part of parts) expect(shown).toContain(part);
    expect(shown.match(/<details/g)?.length).toBe(shown.match(/<\/details/g)?.length);
  });
});

describe('addresses of videos', () => {
  const card = (href: string, site: string, words: string) =>
    `<p class="video-card"><a href="${href}" rel="noopener"><span>${site}</span> ${words}</a></p>`;
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'YouTube'],
    ['https://youtu.be/dQw4w9WgXcQ?t=10', 'YouTube'],
    ['https://vimeo.com/76979871', 'Vimeo'],
    ['https://player.vimeo.com/video/76979871', 'Vimeo'],
  ])('become a card without a picture: %s', (href, site) => {
    expect(html(`a\n\n${href}\n\nb`)).toContain(card(href, site, href));
    expect(html(`[How **bees** fly](${href})`)).toContain(card(href, site, 'How <strong>bees</strong> fly'));
    expect(html(`![Bees](${href})`)).toContain(card(href, site, 'Bees'));
    expect(html(`See ${href}`)).toContain(`<p>See <a href="${href}" rel="noopener">${href}</a></p>`);
    expect(html(`${href} ${href}`)).not.toContain('video-card');
  });

  it.each(['https://youtube.com.evil.example/watch', 'https://evil.example/youtu.be/x', 'https://youtu.be'])(
    'are not those of %s',
    (href) => expect(html(href)).not.toContain('video-card'),
  );
});
