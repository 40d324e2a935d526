import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isMarkedPale } from '#app/files/images/pale.ts';
import { rasterise, sniffDrawable } from '#app/files/images/rasterise.server.ts';
import { BadImage } from '#app/files/images/strip/limits.ts';
import { requireHarmlessSvg } from '#app/files/images/strip/svg.ts';
import { SITE } from '#app/shared/fair-queue.server.ts';
import { picture } from '#tests/support/course-factories.ts';
import { heavyPng } from '#tests/support/image-bombs.ts';

const svg = (content: string, attributes = 'width="40" height="20"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`);
const named = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>`;
const check = (bytes: Buffer | string) => () => requireHarmlessSvg(Buffer.from(bytes));

describe('an SVG is refused with', () => {
  it.each([
    ['a script', '<script>alert(1)</script>'],
    ['a script of another prefix', '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>'],
    ['an event handler', '<rect onload="alert(1)"/>'],
    ['foreign content', '<foreignObject><p>hi</p></foreignObject>'],
    ['an embedded image', '<image href="data:image/png;base64,AAAA"/>'],
    ['a file', '<use xlink:href="file:///etc/passwd#x"/>'],
    ['a file behind a character reference', '<use xlink:href="&#102;ile:///etc/passwd#x"/>'],
    ['a fetched filter', '<feImage href="#x"/>'],
    ['an included file', '<xi:include href="#x" parse="text"/>'],
    ['a style sheet of another host', '<style>@import "https://evil.example/a.css";</style>'],
    ['an address in a style', '<rect style="fill:url(https://evil.example/a)"/>'],
    ['an escaped address in a style', '<rect style="fill:u\\72l(https://evil.example/a)"/>'],
    ['an address in character references', '<rect style="fill:&#117;rl(&#x68;ttps://evil.example)"/>'],
    ['a commented address in a style', '<rect style="fill:u/**/rl(https://evil.example)"/>'],
    ['another base', '<g xml:base="https://evil.example"/>'],
    ['20,000 elements', '<g/>'.repeat(20_000)],
  ])('%s', (_, content) => expect(check(svg(content))).toThrow(BadImage));

  it.each([
    ['entities', '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><svg>&b;</svg>'],
    ['entities of Illustrator', '<!DOCTYPE svg PUBLIC "a" "b" [ <!ENTITY ns_svg "http://x"> ]><svg/>'],
    ['an entity that nothing defines', '<svg><text>&nbsp;</text></svg>'],
    ['a second document type', '<!DOCTYPE svg><!DOCTYPE svg [<!ENTITY a "b">]><svg/>'],
    ['a document type of another kind', '<!DOCTYPE html><svg/>'],
    ['a script between notes', '<svg><scr<?a?>ipt>alert(1)</scr<?a?>ipt></svg>'],
    ['a style sheet', '<?xml-stylesheet href="#x"?><svg/>'],
    ['another encoding', '<?xml version="1.0" encoding="UTF-7"?><svg/>'],
    ['no svg element', '<html/>'],
    ['NUL', '<svg>\0</svg>'],
    ['broken UTF-8', Buffer.from([0x3c, 0x73, 0x76, 0x67, 0x3e, 0xff])],
    ['UTF-16 that says it is UTF-8', Buffer.from(`\ufeff${named('UTF-8')}<svg/>`, 'utf16le')],
  ])('%s', (_, bytes) => expect(check(bytes)).toThrow(BadImage));
});

it('an SVG may use gradients, styles and references to its own elements', () => {
  const own = `<defs><linearGradient id="a"/></defs><style><![CDATA[.x{fill:url(#a)}]]></style>
    <use href="#a"/><rect class="x" style="fill: url('#a')"/><!-- a note -->`;
  expect(check(`<?xml version="1.0" encoding="UTF-8"?>\n${svg(own)}`)).not.toThrow();
});

const DTD = 'PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"';
const RECT = '<rect width="40" height="20" fill="#0a5"/>';
const NOTED = '<g id="B\u00e4nder"/>';

describe('an SVG is drawn', () => {
  it.each<[string, Buffer]>([
    ['10-doctype.svg', readFileSync('tests/inputs/10-doctype.svg')],
    ['10-big-viewbox.svg', readFileSync('tests/inputs/10-big-viewbox.svg')],
    ['with a document type', Buffer.from(`<!DOCTYPE svg ${DTD}>${svg(RECT)}`)],
    ['with an empty one', Buffer.from(`<!DOCTYPE svg [ ]>${svg(RECT)}`)],
    ['with one of the system', Buffer.from(`<!-- a > b -->\n<!DOCTYPE svg SYSTEM 'a.dtd'>${svg(RECT)}`)],
    [
      'with attributes',
      Buffer.from(`<!DOCTYPE svg ${DTD} [<!ATTLIST svg xmlns:a CDATA #IMPLIED>]>${svg(RECT)}`),
    ],
    [
      'with notes of Adobe',
      Buffer.from(`${svg(`<metadata><?xpacket begin="" id="W5"?></metadata>${RECT}`)}`),
    ],
    [
      'with references in quotes',
      svg(
        `<linearGradient id="a"><stop/></linearGradient><rect style="fill:url(&quot;#a&quot;)" width="9" height="9"/>`,
      ),
    ],
    ['in Latin-1', Buffer.from(`${named('ISO-8859-1')}${svg(NOTED + RECT)}`, 'latin1')],
    ['in Windows-1252', Buffer.from(`${named('windows-1252')}${svg(NOTED + RECT)}`, 'latin1')],
    ['in UTF-16', Buffer.from(`\ufeff${named('UTF-16')}${svg(NOTED + RECT)}`, 'utf16le')],
    ['in UTF-16 without a declaration', Buffer.from(`\ufeff${svg(RECT)}`, 'utf16le')],
    ['in UTF-16 without a mark', Buffer.from(`${named('UTF-16')}${svg(RECT)}`, 'utf16le')],
    ['in UTF-8, although it says UTF-16', Buffer.from(`${named('utf-16')}${svg(NOTED + RECT)}`)],
    [
      'with a prefix of its elements',
      Buffer.from(
        '<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><s:rect width="4" height="2"/></s:svg>',
      ),
    ],
    [
      'without letters in its text',
      svg(`<title>ACME</title><text/><text>\n<tspan> </tspan></text>${RECT}<desc>Logo</desc>`),
    ],
    [
      'with a note about text',
      svg(`<!-- <text>ACME</text> -->${RECT}<text><!-- a > b --></text><!-- as <text> -->`),
    ],
    ['after a long note', Buffer.from(`<!-- ${'licence '.repeat(300)}-->${svg(RECT)}`)],
    ['that is very tall', svg('<rect width="2" height="4000"/>', 'viewBox="0 0 2 4000"')],
    [
      'with a colour of Figma beside one that is known',
      svg('<rect width="40" height="20" style="fill:#0a5;fill:color(display-p3 0 .6 .3)"/>'),
    ],
    ['of 80,000 units', svg('<rect width="80000" height="40000" fill="#0a5"/>', 'viewBox="0 0 80000 40000"')],
  ])('%s', async (_, bytes) => {
    expect(sniffDrawable(bytes.subarray(0, 64))).toBe('svg');
    const { width, height } = await sharp(await rasterise(SITE, bytes, 'svg')).metadata();
    expect(width === 1200 || height === 600).toBe(true);
  });
});

describe('the reason of a refusal is that', () => {
  it.each<[string, Buffer, 'svg' | 'jpeg' | 'png']>([
    ['truncated', readFileSync('tests/inputs/10-truncated.jpg'), 'jpeg'],
    ['truncated', svg(RECT).subarray(0, 90), 'svg'],
    ['entities', Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg/>'), 'svg'],
    ['encoding', Buffer.from(`${named('UTF-7')}<svg/>`), 'svg'],
    ['embedded picture', svg('<image href="data:image/png;base64,AAAA"/>'), 'svg'],
    ['active content', svg('<script>1</script>'), 'svg'],
    ['reference', svg('<use href="a.svg#b"/>'), 'svg'],
    ['text', svg(`${RECT}<text x="1" y="9" font-family="Arial">ACME</text>`), 'svg'],
    ['text', svg(`${RECT}<text><tspan>\n </tspan><tspan x="1">ACME</tspan></text>`), 'svg'],
    ['text', svg(`<g><text><textPath href="#a">ACME</textPath></text></g>`), 'svg'],
    ['text', svg('<text><![CDATA[ACME Academy]]></text>'), 'svg'],
    ['text', svg('<s:text xmlns:s="http://www.w3.org/2000/svg">&#65;</s:text>'), 'svg'],
    ['text', svg('<text><![CDATA[<ACME]]></text>'), 'svg'],
    ['text', svg('<text y="9" id="a/>b">ACME</text>'), 'svg'],
    ['text', svg(`<title id="a">ACME</title><text y="9"><tref xlink:href="#a"/></text>`), 'svg'],
    ['text', svg('<style>@import "https://fonts.example/a.css";</style><text>ACME</text>'), 'svg'],
    ['too many elements', svg('<g/>'.repeat(20_000)), 'svg'],
    ['not plain', Buffer.from('<!DOCTYPE html><svg/>'), 'svg'],
    ['broken', svg('<g></p>'), 'svg'],
    ['size', svg(RECT, 'width="1000000" height="1000000"'), 'svg'],
    ['size', svg(RECT, 'viewBox="0 0 4e9 2e9"'), 'svg'],
    ['no size', svg(RECT, 'width="0" height="0"'), 'svg'],
    ['no size', svg(RECT, 'viewBox="0 0 .4 .2"'), 'svg'],
    ['blank', svg(''), 'svg'],
    ['blank', svg('<rect x="100" width="40" height="20"/>'), 'svg'],
    ['styles', svg('<style>.a{fill:var(--brand)}</style><rect class="a" width="9" height="9"/>'), 'svg'],
    ['styles', svg('<rect width="9" height="9" fill="oklch(60% .2 250)"/>'), 'svg'],
  ])('%s', async (reason, bytes, type) => {
    await expect(rasterise(SITE, bytes, type)).rejects.toMatchObject({ reason });
  });
  it('blank, of a PNG', async () => {
    const nothing = {
      width: 40,
      height: 20,
      channels: 4,
      background: { r: 255, g: 255, b: 255, alpha: 0 },
    } as const;
    const bytes = await sharp({ create: nothing }).png().toBuffer();
    await expect(rasterise(SITE, bytes, 'png')).rejects.toMatchObject({ reason: 'blank' });
  });
  it('truncated, of a PNG', async () => {
    const bytes = (await picture(40, 20)).subarray(0, -40);
    await expect(rasterise(SITE, bytes, 'png')).rejects.toMatchObject({ reason: 'truncated' });
  });
});

it.each([
  ['white on nothing', 'white', '', true],
  ['pale yellow', '#fff3c0', '', true],
  ['white with a dark point', 'white', '<rect width="2" height="2"/>', true],
  ['half white, half black', 'white', '<rect width="10" height="10"/>', false],
  ['grey', '#999', '', false],
  ['white on white', 'white', '<rect width="40" height="20" fill="white"/>', false],
])('a logo is pale: %s', async (_, fill, more, expected) => {
  const bytes = svg(`${more}<rect width="20" height="10" fill="${fill}"/>${more}`);
  const png = await rasterise(SITE, bytes, 'svg');
  expect(isMarkedPale(png)).toBe(expected);
  expect((await sharp(png).metadata()).width).toBe(1200);
});

describe('the PNG', () => {
  const sizeOf = async (bytes: Buffer, type: 'png' | 'jpeg' | 'svg') => {
    const png = await rasterise(SITE, bytes, type);
    const { format, width, height } = await sharp(png).metadata();
    return [format, width, height];
  };

  it('of an SVG has the largest size allowed', async () => {
    expect(await sizeOf(svg('<rect width="40" height="20" fill="red"/>'), 'svg')).toEqual(['png', 1200, 600]);
  });

  it('of a bitmap is only ever scaled down', async () => {
    expect(await sizeOf(await picture(3_000, 1_000), 'png')).toEqual(['png', 1200, 400]);
    expect(await sizeOf(await picture(100, 50, 'jpeg'), 'jpeg')).toEqual(['png', 100, 50]);
  });

  it('has at most 1.1 MB, with any content', async () => {
    const raw = { width: 1200, height: 600, channels: 4 } as const;
    const bytes = await sharp(randomBytes(1200 * 600 * 4), { raw })
      .png({ compressionLevel: 1 })
      .toBuffer();
    expect((await rasterise(SITE, bytes, 'png')).length).toBeLessThan(1_200_000);
  });
});

it.each([
  ['a million units', svg('<rect/>', 'width="1000000" height="1000000"'), 'svg'],
  ['no end', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><g>'), 'svg'],
  ['60 megapixels', heavyPng(10_000, 6_000), 'png'],
  ['an SVG as JPEG', svg(''), 'jpeg'],
] as const)(
  'a picture with %s is refused',
  async (_, bytes, type) => {
    await expect(rasterise(SITE, bytes, type)).rejects.toThrow('not decoded');
  },
  60_000,
);

it('the first bytes decide whether a picture is allowed', async () => {
  expect(sniffDrawable(await picture(4, 4))).toBe('png');
  expect(sniffDrawable(await picture(4, 4, 'jpeg'))).toBe('jpeg');
  expect(sniffDrawable(await picture(4, 4, 'webp'))).toBeNull();
  expect(sniffDrawable(Buffer.from('\ufeff\n <svg/>'))).toBe('svg');
  expect(sniffDrawable(Buffer.from('%PDF-1.7'))).toBeNull();
});
