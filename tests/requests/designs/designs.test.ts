import { describe, expect, it } from 'vitest';
import { setDefaultDesign } from '#app/designs/default-design.server.ts';
import { defaultSchema, designSchema } from '#app/designs/design.schema.server.ts';
import { findDesign, retireDesign } from '#app/designs/design.server.ts';
import { toFields } from '#app/designs/design-form.ts';
import { storeDesignImage, sweepDesignImages } from '#app/designs/design-image.server.ts';
import { duplicateDesign, updateDesign } from '#app/designs/save-design.server.ts';
import { baseDefaults } from '#app/drawing/design.ts';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import { readDesignForm } from '#app/routes/designs/read-design-form.server.ts';
import { now, setClock } from '#app/shared/clock.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { sqlite } from '#db/client.ts';
import { multipart, picture } from '#tests/support/course-factories.ts';
import { designFields, makeDesign, makeIssuer, type Person } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const count = (table: string) => sqlite().prepare(`select count(*) from ${table}`).pluck().get();
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>';

const send = ({ cookie }: Person, path: string, fields: Record<string, unknown>) =>
  fetchPage(`/admin/designs/${path}`, {
    cookie,
    form: multipart(fields as Parameters<typeof multipart>[0]),
  });

/** The value of a field in a page. */
const valueIn = (html: string, name: string) =>
  new RegExp(`name="${name}"[^>]*? value="([^"]*)"|value="([^"]*)"[^>]*? name="${name}"`)
    .exec(html)
    ?.slice(1)
    .find((value) => value !== undefined);

const invalidField = (name: string) =>
  new RegExp(`<(?:input|select)(?=[^>]* aria-invalid="true")[^>]* name="${name}"`);

describe('the form of a design', () => {
  it('translates the layout’s own texts with the language, and leaves typed ones', async () => {
    const issuer = await makeIssuer();
    const english = toFields(baseDefaults('ribbon'));
    const fields = { ...english, name: 'Prom', beforeName: 'Certificate for', language: 'de' };
    const german = inLanguage('de', () => baseDefaults('ribbon').texts);
    expect(german.title).not.toBe(english.title);
    const shown = await send(issuer, 'new', { ...fields, textsLanguage: 'en', intent: 'preview' });
    const html = await shown.text();
    expect(valueIn(html, 'title')).toBe(german.title);
    expect(valueIn(html, 'beforeCourse')).toBe(german.beforeCourse);
    expect(valueIn(html, 'beforeName')).toBe('Certificate for');
    expect(valueIn(html, 'textsLanguage')).toBe('de');
    // English words of a design whose language is not changed were typed.
    const kept = await send(issuer, 'new', { ...fields, textsLanguage: 'de', intent: 'preview' });
    expect(valueIn(await kept.text(), 'title')).toBe(english.title);
  });

  it('names the layouts in the reader’s language', async () => {
    const { cookie } = await makeIssuer();
    const page = await fetchPage('/admin/designs/new', { cookie: `${cookie}; language=de` });
    const html = await page.text();
    expect(html).toContain('Hochschule');
    expect(html).not.toContain('Collegiate');
  });

  it('saves a new version only when the design changed', async () => {
    const issuer = await makeIssuer();
    const made = await send(issuer, 'new', { ...designFields(), intent: 'save' });
    expect(made.status).toBe(302);
    const id = made.headers.get('location')?.split('/').at(-1) ?? '';
    const again = { ...designFields({ version: '1' }), intent: 'save' };
    expect((await send(issuer, id, again)).status).toBe(302);
    expect(count('design_versions')).toBe(1);
    expect((await send(issuer, id, { ...again, name: 'Prom' })).status).toBe(302);
    expect([count('design_versions'), findDesign(issuer.actor, id).name]).toEqual([1, 'Prom']);
    expect((await send(issuer, id, { ...again, name: 'Prom', title: 'Diploma' })).status).toBe(302);
    expect(findDesign(issuer.actor, id)).toMatchObject({
      version: 2,
      design: { texts: { title: 'Diploma' } },
    });
    const versions = sqlite()
      .prepare("select number, design ->> '$.texts.title' from design_versions")
      .raw()
      .all();
    expect(versions).toEqual([
      [1, 'Certificate'],
      [2, 'Diploma'],
    ]);
  });

  it('rejects a save from an outdated version and keeps the input', async () => {
    const issuer = await makeIssuer();
    const id = makeDesign(issuer);
    const save = (title: string, version: string) =>
      send(issuer, id, { ...designFields({ title, version }), intent: 'save' });
    expect((await save('First', '1')).status).toBe(302);
    const second = await save('Second', '1');
    expect(second.status).toBe(409);
    const html = await second.text();
    expect(html).toContain('Version 2 of this design was saved meanwhile');
    expect([valueIn(html, 'title'), valueIn(html, 'version')]).toEqual(['Second', '2']);
    expect((await save('Second', '2')).status).toBe(302);
    expect(findDesign(issuer.actor, id).version).toBe(3);
  });

  it('shows a preview without JavaScript and keeps the input with its images', async () => {
    const issuer = await makeIssuer();
    const shown = await send(issuer, 'new', {
      ...designFields({ title: 'Half done' }),
      logo: { bytes: Buffer.from(SVG), name: 'logo.svg', type: 'image/svg+xml' },
      sample: 'arabic',
      intent: 'preview',
    });
    expect(shown.status).toBe(200);
    const html = await shown.text();
    expect(html).toContain('src="data:image/png;base64,');
    expect(valueIn(html, 'title')).toBe('Half done');
    const hash = valueIn(html, 'logoImage');
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect([count('designs'), count('design_images')]).toEqual([0, 1]);
    const image = await fetchPage(`/admin/designs/images/${hash}.png`, { cookie: issuer.cookie });
    expect(image.headers.get('content-type')).toBe('image/png');
    const saved = await send(issuer, 'new', { ...designFields({ logoImage: hash ?? '' }), intent: 'save' });
    expect(saved.status).toBe(302);
  });

  it.each([
    ['name', { name: ' ' }, 'Name of the design is required.'],
    ['base', { base: 'baroque' }, 'Layout must be one of'],
    ['typeface', { typeface: 'Comic Sans' }, 'Typeface must be one of'],
    ['pageSize', { pageSize: 'a3' }, 'Page size must be one of a4, letter.'],
    ['dateStyle', { dateStyle: 'runes' }, 'Dates must be one of numbers, words.'],
    ['signatory6Name', { signatory6Title: 'Dean' }, 'Name of signatory 6 is required.'],
    ['primary', { primary: 'red' }, 'Main colour must be a colour'],
    ['primary', { primary: '#eeeeee', paper: '#ffffff' }, 'Main colour is too close to “Paper colour”'],
    ['accent', { accent: '#fefefe', paper: '#ffffff' }, 'Accent colour is too close to “Paper colour”'],
    ['title', { title: 'x'.repeat(61) }, 'Title must have at most 60 characters.'],
    ['statement', { statement: 'For {name}' }, 'Statement has the unknown placeholder {name}.'],
    ['signatory2Name', { signatory2Title: 'Dean' }, 'Name of signatory 2 is required.'],
    ['logo', { logoImage: 'f'.repeat(64) }, 'Please choose it again.'],
    ['expiresAfter', { expiresAfter: 'a while' }, 'Valid for must be a duration'],
  ])('marks an invalid %s', async (field, wrong, message) => {
    const issuer = await makeIssuer();
    const answer = await send(issuer, 'new', { ...designFields(wrong), intent: 'save' });
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(html).toContain(message);
    expect(html).toMatch(invalidField(field));
    expect(count('designs')).toBe(0);
  });

  it('keeps the paper, the dates and six signatories of a design, also in copies', async () => {
    const issuer = await makeIssuer();
    const six = Object.fromEntries(
      [1, 2, 3, 4, 5, 6].flatMap((number) => [
        [`signatory${number}Name`, `Professor ${number}`],
        [`signatory${number}Title`, 'Dean'],
      ]),
    );
    const signature6 = { bytes: Buffer.from(SVG), name: 'a.svg', type: 'image/svg+xml' };
    const chosen = { pageSize: 'letter', dateStyle: 'words', ...six };
    const made = await send(issuer, 'new', { ...designFields(chosen), signature6, intent: 'save' });
    expect(made.status).toBe(302);
    const id = made.headers.get('location')?.split('/').at(-1) ?? '';
    const html = await (await fetchPage(`/admin/designs/${id}`, { cookie: issuer.cookie })).text();
    expect(html).toMatch(/<option value="letter" selected/);
    expect(html).toMatch(/<option value="words" selected/);
    expect(valueIn(html, 'signatory6Name')).toBe('Professor 6');
    for (const each of [id, duplicateDesign(issuer.actor, id)]) {
      const answer = await fetchApi(`designs/${each}`, { token: issuer.token });
      const { design } = (await answer.json()) as { design: { fields: Record<string, string> } };
      expect(design.fields).toMatchObject({
        ...chosen,
        signature6Image: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
    }
  });

  it('has the same content as before on A4 with dates in numbers', () => {
    const contentOf = (fields: Record<string, string>) =>
      JSON.stringify(parseInput(designSchema, designFields(fields)).design);
    expect(contentOf({ pageSize: 'a4', dateStyle: 'numbers' })).toBe(contentOf({}));
    expect(contentOf({})).not.toMatch(/pageSize|dateStyle/);
  });

  it('rejects a second design with the same name', async () => {
    const issuer = await makeIssuer();
    makeDesign(issuer);
    expect(() => makeDesign(issuer)).toThrow('You already have a design with this name.');
    const other = makeDesign(issuer, { name: 'Other' });
    expect(() =>
      updateDesign(issuer.actor, other, parseInput(designSchema, designFields({ version: '1' }))),
    ).toThrow('already have a design with this name');
  });
});

describe('a logo or a signature', () => {
  it.each([
    ['an SVG with a script', 'logo', SVG.replace('<rect', '<script>1</script><rect'), 400],
    [
      'an SVG that reads a file',
      'signature2',
      SVG.replace('<rect', '<use href="file:///etc/passwd"/><rect'),
      400,
    ],
    ['an SVG with entities', 'logo', `<!DOCTYPE svg [<!ENTITY a "b">]>${SVG}`, 400],
    ['a PDF', 'signature1', '%PDF-1.7', 400],
    ['2 MB and a byte', 'signature3', `${SVG}${' '.repeat(2 * 1_048_576)}`, 413],
    ['45 MB', 'logo', `${SVG}${' '.repeat(45 * 1_048_576)}`, 413],
  ])('is rejected with the field if it is %s, and not stored', async (_, field, bytes, status) => {
    const issuer = await makeIssuer();
    const file = { bytes: Buffer.from(bytes), name: 'a.svg', type: 'image/svg+xml' };
    const answer = await send(issuer, 'new', { ...designFields(), intent: 'save', [field]: file });
    expect(answer.status).toBe(status);
    expect(await answer.text()).toMatch(invalidField(field));
    expect([count('designs'), count('design_images')]).toEqual([0, 0]);
  });

  it.each([
    ['the kind WebP', 'RIFF\x10\0\0\0WEBPVP8 ', 'This file is of the kind WebP.'],
    ['the kind AVIF', '\0\0\0\x1cftypavif\0\0\0\0', 'This file is of the kind AVIF.'],
    ['the kind HEIC', '\0\0\0\x18ftypheic\0\0\0\0', 'This file is of the kind HEIC.'],
    ['the kind TIFF', 'II*\0\x08\0\0\0', 'This file is of the kind TIFF.'],
    ['compressed', '\x1f\x8b\x08\0', 'This file is of the kind gzip.'],
    ['without a size', SVG.replace('width="40"', 'width="0"'), 'less than half a unit wide or high'],
    ['empty', SVG.replace(/<rect.*?>/, ''), 'This picture shows nothing'],
    ['written with a font', SVG.replace('</svg>', '<text>ACME</text></svg>'), 'convert the text to paths'],
    ['of unknown colours', SVG.replace('<rect', '<rect fill="var(--a)"'), 'CSS variables or colours'],
  ])('that is %s says so', async (_, bytes, reason) => {
    const file = { bytes: Buffer.from(bytes, 'latin1'), name: 'a.svg', type: 'image/svg+xml' };
    const answer = await send(await makeIssuer(), 'new', { ...designFields(), intent: 'save', logo: file });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(reason)]);
  });

  it('counts against a limit of the account, also when it is refused, and keeps the other fields', async () => {
    testEnvironment({ RATE_LIMITS: 'on' });
    const [issuer, other] = [await makeIssuer(), await makeIssuer()];
    const file = (content: string) => ({
      bytes: Buffer.from(content),
      name: 'a.svg',
      type: 'image/svg+xml',
    });
    const refused = Object.fromEntries(
      ['logo', 'signature1', 'signature2', 'signature3'].map((name) => [name, file('%PDF-1.7')]),
    );
    const save = (person: Person, files: object) =>
      send(person, 'new', { ...designFields({ title: 'Kept' }), intent: 'save', ...files });
    for (let times = 0; times < 5; times += 1) expect((await save(issuer, refused)).status).toBe(400);
    const late = await save(issuer, { logo: file(SVG) });
    expect([late.status, late.headers.has('retry-after')]).toEqual([429, true]);
    expect(valueIn(await late.text(), 'title')).toBe('Kept');
    expect(count('design_images')).toBe(0);
    expect((await save(issuer, {})).status).toBe(302);
    expect((await save(other, { logo: file(SVG) })).status).toBe(302);
  });

  it('takes memory that is limited for all forms, of which the oldest ends', async () => {
    testEnvironment({ RATE_LIMITS: 'off' });
    const { actor } = await makeIssuer();
    const end = Promise.withResolvers<void>();
    async function* body(arrived: () => void) {
      for (const field of ['logo', 'signature1', 'signature2', 'signature3']) {
        yield Buffer.from(
          `\r\n--b\r\nContent-Disposition: form-data; name="${field}"; filename="a.png"\r\n\r\n`,
        );
        for (let n = 0; n < 2 * 1_024; n += 64) yield Buffer.alloc(64 * 1_024 - 1);
      }
      arrived();
      await end.promise;
      yield Buffer.from('more\r\n--b--\r\n');
    }
    const headers = new Headers({ 'content-type': 'multipart/form-data; boundary=b' });
    const forms: Promise<unknown>[] = [];
    for (let n = 0; n < 9; n += 1) {
      await new Promise<void>((arrived) => {
        forms.push(readDesignForm(actor, { headers, body: body(arrived) }).catch((error) => error.code));
      });
    }
    end.resolve();
    const [oldest, ...others] = await Promise.all(forms);
    expect(oldest).toBe('busy');
    expect(others).not.toContain('busy');
  });

  it('is deleted after a day unless a version refers to it', async () => {
    const issuer = await makeIssuer();
    const [kept, unused] = [
      await storeDesignImage(issuer.actor, 'logo', await picture(20, 10)),
      await storeDesignImage(issuer.actor, 'logo', await picture(10, 10)),
    ];
    const id = makeDesign(issuer, { logoImage: kept });
    updateDesign(
      issuer.actor,
      id,
      parseInput(designSchema, designFields({ version: '1', title: 'Without it' })),
    );
    const started = now();
    expect(sweepDesignImages(200)).toBe(0);
    setClock(() => started + 86_400_001);
    expect(sweepDesignImages(200)).toBe(1);
    const left = sqlite().prepare('select hash from design_images').pluck().all();
    expect(left).toEqual([kept]);
    expect(left).not.toContain(unused);
  });

  it('of another issuer cannot be seen, previewed or used', async () => {
    const [issuer, other] = [await makeIssuer(), await makeIssuer()];
    const hash = await storeDesignImage(issuer.actor, 'logo', await picture(20, 10));
    expect((await fetchPage(`/admin/designs/images/${hash}.png`, { cookie: other.cookie })).status).toBe(404);
    expect(() => makeDesign(other, { logoImage: hash })).toThrow('Please choose it again.');
  });
});

describe('managing a design', () => {
  const manage = ({ cookie }: Person, id: string, form: Record<string, string>) =>
    fetchPage(`/admin/designs/${id}/manage`, { cookie, form });

  it('sets and removes defaults of the issuer and of a course', async () => {
    const issuer = await makeIssuer();
    const [one, two] = [makeDesign(issuer), makeDesign(issuer, { name: 'Two' })];
    expect((await manage(issuer, one, { intent: 'default' })).status).toBe(302);
    expect((await manage(issuer, one, { intent: 'course-default', courseName: 'Law' })).status).toBe(302);
    expect(findDesign(issuer.actor, one)).toMatchObject({ isDefault: true, defaultCourses: ['Law'] });
    expect((await manage(issuer, one, { intent: 'course-default', courseName: ' ' })).status).toBe(400);
    expect((await manage(issuer, two, { intent: 'default' })).status).toBe(302);
    expect((await manage(issuer, one, { intent: 'no-default', courseName: 'Law' })).status).toBe(302);
    expect(findDesign(issuer.actor, one)).toMatchObject({ isDefault: false, defaultCourses: [] });
    expect(findDesign(issuer.actor, two).isDefault).toBe(true);
  });

  it('removes the default of a course whose name has an invisible character', async () => {
    const issuer = await makeIssuer();
    const id = makeDesign(issuer);
    await manage(issuer, id, { intent: 'course-default', courseName: 'Law' });
    sqlite().prepare("update design_defaults set course_name = 'La\u200bw'").run();
    expect((await manage(issuer, id, { intent: 'no-default', courseName: 'La\u200bw' })).status).toBe(302);
    expect(count('design_defaults')).toBe(0);
  });

  it('shows a validity in words of the reader, and saving them changes nothing', async () => {
    const issuer = await makeIssuer();
    const id = makeDesign(issuer, { expiresAfter: 'P2Y' });
    const cookie = `${issuer.cookie}; language=de`;
    const html = await (await fetchPage(`/admin/designs/${id}`, { cookie })).text();
    expect(valueIn(html, 'expiresAfter')).toBe('2 Jahre');
    const save = (expiresAfter: string, version: string) =>
      send({ ...issuer, cookie }, id, { ...designFields({ expiresAfter, version }), intent: 'save' });
    await (await save('2 Jahre', '1')).text();
    expect(findDesign(issuer.actor, id)).toMatchObject({ expiresAfter: 'P2Y', version: 1 });
    updateDesign(
      issuer.actor,
      id,
      parseInput(designSchema, designFields({ expiresAfter: '2 years', version: '1' })),
    );
    expect(findDesign(issuer.actor, id).version).toBe(1);
    await (await save('18 Monate', '1')).text();
    expect(findDesign(issuer.actor, id)).toMatchObject({ expiresAfter: 'P18M', version: 2 });
  });

  it('copies designs, including retired ones, and retires a design once', async () => {
    const issuer = await makeIssuer();
    const id = makeDesign(issuer, { expiresAfter: 'P2Y' });
    setDefaultDesign(issuer.actor, id, parseInput(defaultSchema, {}));
    expect((await manage(issuer, id, { intent: 'retire' })).status).toBe(302);
    expect((await manage(issuer, id, { intent: 'retire' })).status).toBe(409);
    expect((await manage(issuer, id, { intent: 'default' })).status).toBe(409);
    expect(count('design_defaults')).toBe(0);
    const edit = await send(issuer, id, { ...designFields({ version: '1' }), intent: 'save' });
    expect(edit.status).toBe(409);
    const names = [duplicateDesign(issuer.actor, id), duplicateDesign(issuer.actor, id)].map(
      (copy) => findDesign(issuer.actor, copy).name,
    );
    expect(names).toEqual(['Copy of Graduation', 'Copy of Graduation (2)']);
    expect(makeDesign(issuer)).toMatch(/-/);
    const long = duplicateDesign(issuer.actor, makeDesign(issuer, { name: `A${'🎓'.repeat(45)}` }));
    expect(findDesign(issuer.actor, long).name).toBe(`Copy of A${'🎓'.repeat(40)}`);
  });

  it('lists active and retired designs with a search', async () => {
    const issuer = await makeIssuer();
    retireDesign(issuer.actor, makeDesign(issuer, { name: 'Old look' }));
    makeDesign(issuer, { name: 'New look' });
    const html = async (query: string) =>
      (await fetchPage(`/admin/designs${query}`, { cookie: issuer.cookie })).text();
    const [used, retired, found] = [await html(''), await html('?show=retired'), await html('?q=new')];
    expect([used.includes('New look'), used.includes('Old look')]).toEqual([true, false]);
    expect([retired.includes('New look'), retired.includes('Old look')]).toEqual([false, true]);
    expect(found).toContain('New look');
    expect(await html('?q=nothing')).toContain('No designs match your search');
    const nobody = await makeIssuer();
    expect(await (await fetchPage('/admin/designs', { cookie: nobody.cookie })).text()).toContain(
      'No designs yet',
    );
  });
});

describe('the live preview', () => {
  const preview = ({ cookie }: Person, form: Record<string, string>, of = '') =>
    fetchPage(`/admin/designs/preview${of}`, { cookie, form });

  it('of the mail is what it says, or an error message', async () => {
    const issuer = await makeIssuer();
    const mail = { mailSubject: 'Well done, {student}', mailText: '**{course}** <b>' };
    const shown = await preview(issuer, designFields({ ...mail, sample: 'shortest' }), '/mail');
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    const { subject, own } = await shown.json();
    expect([subject, own.html]).toEqual(['Well done, Li', '<p><strong>Go</strong> &lt;b&gt;</p>\n']);
    const wrong = await preview(issuer, designFields({ mailText: 'Dear\n{nobody}' }), '/mail');
    expect(wrong.status).toBe(400);
    expect((await wrong.json()).message).toContain('unknown placeholder {nobody} in line 2');
    expect(count('designs')).toBe(0);
  });

  it('is a PNG of the input, or an error message', async () => {
    const issuer = await makeIssuer();
    const drawn = await preview(issuer, designFields({ sample: 'cjk' }));
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(drawn.headers.get('cache-control')).toBe('no-store');
    const wrong = await preview(issuer, designFields({ title: '{nobody}' }));
    expect(wrong.status).toBe(400);
    expect((await wrong.json()).message).toContain('unknown placeholder {nobody}');
    expect(count('designs')).toBe(0);
  });
});
