import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renewCertificates } from '#app/certificates/renew-certificates.server.ts';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { designSchema } from '#app/designs/design.schema.server.ts';
import { findDesign } from '#app/designs/design.server.ts';
import { storeDesignImage } from '#app/designs/design-image.server.ts';
import { updateDesign } from '#app/designs/save-design.server.ts';
import { createDelivery } from '#app/mail/delivery.server.ts';
import { drawMailPicturesWith } from '#app/mail/pictures.server.ts';
import { createMailTransport } from '#app/mail/transport.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { connectDomains } from '#app/start/connect.server.ts';
import { sqlite } from '#db/client.ts';
import { picture } from '#tests/support/course-factories.ts';
import {
  designFields,
  makeCertificate,
  makeDesign,
  makeIssuer,
  type Person,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { makeField } from '#tests/support/own-fields.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { type ReceivedMail, startSmtp } from '#tests/support/smtp.ts';

let smtp: Awaited<ReturnType<typeof startSmtp>>;
beforeEach(async () => {
  smtp = await startSmtp();
  testEnvironment({ SMTP_URL: smtp.url });
});
afterEach(() => {
  connectDomains();
  return smtp.stop();
});

async function deliver() {
  const transport = createMailTransport(smtp.url);
  await createDelivery(transport).deliverDue();
  transport.close();
}

const STUDENT = 'ingrid@students.example';
const TEXT =
  'Dear\n**{student}**,\n\nsee [our site](https://uni.example/alumni) for {course} of {issueDate}.';

/** Issues a certificate and returns its mail as a program received it. */
async function mailOf(issuer: Person, fields: Record<string, unknown> = {}) {
  const { uniqueId } = await makeCertificate(issuer, fields);
  await deliver();
  return {
    uniqueId,
    mail: smtp.mails.filter(({ envelopeTo }) => envelopeTo.includes(STUDENT)).at(-1) as ReceivedMail,
  };
}

const withMail = (issuer: Person, mail: Record<string, string>, fields = {}) =>
  makeDesign(issuer, { mailSubject: '', mailText: '', ...mail, ...fields });

/** The bytes of the attached pictures by their names. */
const picturesOf = ({ attachments }: ReceivedMail) =>
  new Map(attachments.map(({ filename, content }) => [filename, Buffer.from(content as ArrayBuffer)]));

const JPEG = 'ffd8ff';
const logoOf = async (issuer: Person) => storeDesignImage(issuer.actor, 'logo', await picture(600, 200));

describe('the mail about a certificate', () => {
  it('has the issuer’s subject and text, after what the site says, and pictures in the message', async () => {
    const issuer = await makeIssuer();
    const logoImage = await logoOf(issuer);
    const designId = withMail(
      issuer,
      { mailSubject: '{course}: well done, {student}!', mailText: TEXT },
      { logoImage },
    );
    const { uniqueId, mail } = await mailOf(issuer, {
      designId,
      studentName: 'Ingrid Sørensen',
      courseName: 'Law',
    });
    expect(mail.subject).toBe('Law: well done, Ingrid Sørensen!');
    const { html = '', text = '' } = mail;
    expect(html).toContain('Dear<br>\n<strong>Ingrid Sørensen</strong>,');
    expect(html).toContain(
      'our site (<a href="https://uni.example/alumni" dir="ltr">https://uni.example/alumni</a>) for Law of',
    );
    expect(text).toContain('see our site (https://uni.example/alumni) for Law of');
    for (const body of [html, text]) {
      const block = body.slice(0, body.indexOf('Message from'));
      for (const said of [
        `${issuer.name} has issued a certificate to you`,
        'Law',
        'Ingrid Sørensen',
        uniqueId,
        `/verify?id=${uniqueId}`,
      ])
        expect(block).toContain(said);
    }
    const raw = mail.raw.toString();
    expect(raw).toMatch(/Content-Type: multipart\/alternative[\s\S]*Content-Type: multipart\/related/);
    const pictures = picturesOf(mail);
    expect([...pictures.keys()]).toEqual(['certificate.jpg', 'logo.jpg']);
    expect([...pictures.values()].map((bytes) => bytes.toString('hex', 0, 3))).toEqual([JPEG, JPEG]);
    expect([...pictures.values()].reduce((sum, { length }) => sum + length, 0)).toBeLessThan(150_000);
    for (const { contentId = '', filename } of mail.attachments) {
      expect(raw).toMatch(new RegExp(`Content-Disposition: inline; filename=${filename}`));
      expect(html).toContain(`src="cid:${contentId.slice(1, -1)}"`);
    }
    expect(html).toMatch(/alt="Picture of the certificate “Law” of Ingrid Sørensen, issued by [^"]+"/);
    expect(html).toContain(`alt="Logo of ${issuer.name}"`);
    expect(html).not.toContain('<!--');
  });

  it('is the standard one without words of the issuer, with a picture', async () => {
    const issuer = await makeIssuer();
    const { mail } = await mailOf(issuer);
    expect(mail.subject).toBe(`Your certificate from ${issuer.name}`);
    expect(mail.html).not.toContain('Message from');
    expect([...picturesOf(mail).keys()]).toEqual(['certificate.jpg']);
  });

  it('is the standard one of an issuer whom no super admin has approved, without pictures', async () => {
    const issuer = await makeIssuer({ reviewed: false });
    expect(() => withMail(issuer, { mailText: TEXT })).toThrow('once a super admin has approved');
    const designId = makeDesign(issuer, { logoImage: await logoOf(issuer) });
    // As if it had been approved once.
    sqlite()
      .prepare("update designs set mail_subject = 'Own', mail_text = 'Own', mail_html = '<p>Own</p>'")
      .run();
    const { mail } = await mailOf(issuer, { designId });
    expect([mail.subject, mail.attachments]).toEqual([`Your certificate from ${issuer.name}`, []]);
    expect(mail.html).not.toMatch(/Own|<img/);
  });

  it('fills in values as text: neither Markdown, HTML, a link nor a header', async () => {
    const issuer = await makeIssuer();
    const name = '**Eve** [x](https://evil.example) <img src=x onerror=alert(1)> {id} $& "a"';
    const designId = withMail(issuer, {
      mailSubject: '{student}',
      mailText: '# {student}\n\n`{student}`\n\n```{student}\n{course}\n```',
    });
    const { mail } = await mailOf(issuer, { designId, studentName: name, courseName: 'Bcc: x@evil.example' });
    expect(mail.subject).toBe(name);
    const own = mail.html?.slice(mail.html.indexOf('Message from'), mail.html.indexOf('src="cid:')) ?? '';
    expect(own).toContain(
      '<h1>**Eve** [x](https://evil.example) &lt;img src=x onerror=alert(1)&gt; {id} $&amp; &quot;a&quot;</h1>',
    );
    expect(own).not.toMatch(/<a |<img src=x|<strong>|class=/);
    expect(mail.raw.toString().split('\r\n\r\n')[0]).not.toMatch(/^bcc/im);
  });

  it('fills in own fields on the certificate, and leaves out words in brackets without them', async () => {
    const issuer = await makeIssuer();
    makeField(issuer, 'hours', { kind: 'number' });
    makeField(issuer, 'grade');
    makeField(issuer, 'secret', { visibility: ['verifiers'] });
    const mailText = '**{hours:1}** hours[, grade {grade}]\n\n[a *{grade}] b*';
    const designId = withMail(issuer, { mailSubject: '{course}[ · {grade}]', mailText });
    const { mail } = await mailOf(issuer, { designId, courseName: 'Law', fields: { hours: 12 } });
    expect(mail.subject).toBe('Law');
    expect(mail.html).toContain('<p><strong>12.0</strong> hours</p>');
    // A tag is never left out.
    expect(mail.html).toContain('<p>[a <em>] b</em></p>');
    const { mail: other } = await mailOf(issuer, { designId, fields: { hours: 12, grade: '<b>' } });
    expect(other.html).toContain('hours, grade &lt;b&gt;</p>');
    expect(() => withMail(issuer, { mailText: '{secret}' })).toThrow(
      'Text of the mail has {secret}, but your field secret is not on the certificate.',
    );
  });

  it('keeps a long text, HTML, comments and addresses of scripts from its block', async () => {
    const issuer = await makeIssuer();
    const mailText = `${'a\n\n'.repeat(200)}<div style="display:none">\n\n<!--certificate--> <!--/logo-->\n\n![b](https://t.example/p.png) [c](javascript:alert(1)) www.d.example`;
    const { mail } = await mailOf(issuer, { designId: withMail(issuer, { mailText }) });
    const { html = '' } = mail;
    expect(html.indexOf('/verify?id=')).toBeLessThan(html.indexOf('Message from'));
    expect(html).toContain('&lt;div style=&quot;display:none&quot;&gt;');
    expect(html).toContain('&lt;!--certificate--&gt; &lt;!--/logo--&gt;');
    expect(html).toContain(
      '<p>b [c](javascript:alert(1)) <a href="https://www.d.example" dir="ltr">www.d.example</a></p>',
    );
    expect(html.match(/<img /g)).toHaveLength(1);
  });

  it('is in the holder’s language but for the issuer’s words, and isolates names from right to left', async () => {
    const issuer = await makeIssuer();
    const designId = withMail(
      issuer,
      { mailText: 'Hallo {student}, {issueDate}' },
      { language: 'de', dateStyle: 'words' },
    );
    const holder = sqlite().prepare('update users set language = ? where id = ?');
    holder.run('ar', issuer.id);
    const fields = {
      studentName: 'عبد الرحمن',
      studentEmail: issuer.email,
      designId,
      issueDate: '2026-02-28',
    };
    await makeCertificate(issuer, fields);
    await deliver();
    const mail = smtp.mails.filter(({ envelopeTo }) => envelopeTo.includes(issuer.email)).at(-1);
    expect(mail?.html).toContain('<html lang="ar" dir="rtl">');
    expect(mail?.html).toMatch(
      /رسالة من .*<div dir="auto" lang="de"[^>]*border-right[^>]*><p>Hallo \u2068عبد الرحمن\u2069, 28\. Februar 2026<\/p>/,
    );
  });

  it('shows no picture of a certificate that was revoked or changed before it was delivered', async () => {
    const issuer = await makeIssuer();
    const first = await makeCertificate(issuer);
    revokeCertificate(issuer.actor, first.uniqueId, { reason: 'Wrong name' });
    const second = await makeCertificate(issuer);
    sqlite().prepare("update certificates set course_name = 'Forged' where id = ?").run(second.id);
    await deliver();
    const mails = smtp.mails.filter(({ envelopeTo }) => envelopeTo.includes(STUDENT));
    expect(mails.map(({ subject }) => subject)).toContain(`Your certificate from ${issuer.name}`);
    for (const { attachments, html } of mails)
      expect([attachments, html?.includes('<img')]).toEqual([[], false]);
  });

  it('is not sent when it is deleted while its picture is drawn, as by an erasure, and is sent without one that fails', async () => {
    const issuer = await makeIssuer();
    await makeCertificate(issuer);
    drawMailPicturesWith(async () => {
      sqlite().exec('delete from outbox');
      return null;
    });
    await deliver();
    expect(smtp.mails.flatMap(({ envelopeTo }) => envelopeTo)).not.toContain(STUDENT);
    drawMailPicturesWith(() => Promise.reject(new AppError('busy', 'Busy')));
    const { mail } = await mailOf(issuer);
    expect([mail.attachments, mail.html?.includes('<img')]).toEqual([[], false]);
  });

  it('keeps the issuer’s words when it is sent again or renewed, and follows their changes without a new version', async () => {
    const issuer = await makeIssuer();
    const id = withMail(issuer, { mailSubject: 'One {id}' });
    const { uniqueId, mail } = await mailOf(issuer, { designId: id, expiryDate: '2027-01-01' });
    expect(mail.subject).toBe(`One ${uniqueId}`);
    const changed = designFields({ mailSubject: 'Two {id}', version: '1' });
    expect(updateDesign(issuer.actor, id, parseInput(designSchema, changed))).toBe(true);
    expect(updateDesign(issuer.actor, id, parseInput(designSchema, changed))).toBe(false);
    expect(findDesign(issuer.actor, id)).toMatchObject({
      version: 1,
      mail: { subject: 'Two {id}', text: '' },
    });
    expect(sqlite().prepare('select count(*) from design_versions').pluck().get()).toBe(1);
    await fetchApi(`certificates/${uniqueId}/mail`, { token: issuer.token, method: 'POST' });
    await deliver();
    expect(smtp.mails.at(-1)?.subject).toBe(`Two ${uniqueId}`);
    await renewCertificates(issuer.actor, [uniqueId], {
      issueDate: '2026-03-01',
      expiryDate: '2029-01-01',
      neverExpires: undefined,
    });
    await deliver();
    expect(smtp.mails.at(-1)?.subject).toMatch(/^Two /);
    expect(smtp.mails.at(-1)?.subject).not.toContain(uniqueId);
  });
});

describe('the words of a mail', () => {
  it.each<[about: string, field: string, value: string, message: string]>([
    [
      'an unknown placeholder in a line',
      'mailText',
      'Dear {student},\n\nsee {grade}',
      'Text of the mail has the unknown placeholder {grade} in line 3.',
    ],
    [
      'an unknown placeholder in a subject',
      'mailSubject',
      '{name}',
      'Subject of the mail has the unknown placeholder {name}.',
    ],
    [
      'a placeholder in a link',
      'mailText',
      'a\n[x](https://uni.example/?id={id})',
      'Text of the mail has a placeholder in an address in line 2',
    ],
    [
      'a placeholder in an address',
      'mailText',
      'https://{course}',
      'Text of the mail has a placeholder in an address in line 1',
    ],
    [
      'an encoded placeholder',
      'mailText',
      'a <https://x.example/%7Bid%7D>',
      'Text of the mail has a placeholder in an address in line 1',
    ],
    ['a long text', 'mailText', 'x'.repeat(2_001), 'Text of the mail must have at most 2000 characters'],
    [
      'many placeholders',
      'mailText',
      '{student}'.repeat(60),
      'Text of the mail must have at most 10000 characters with its placeholders filled in.',
    ],
    [
      'a second header',
      'mailSubject',
      'a\r\nBcc: x@evil.example',
      'Subject of the mail contains characters that are not allowed',
    ],
    [
      'a turned subject',
      'mailSubject',
      'a\u202eb',
      'Subject of the mail contains characters that are not allowed',
    ],
    [
      'a long subject',
      'mailSubject',
      'x'.repeat(101),
      'Subject of the mail must have at most 100 characters',
    ],
    ['a control character', 'mailText', 'a\u0000b', 'Text of the mail'],
  ])('are refused with %s', async (_, field, value, message) => {
    const issuer = await makeIssuer();
    const body = new FormData();
    for (const [name, entered] of Object.entries(designFields({ [field]: value }))) body.set(name, entered);
    const answer = await fetchApi('designs', { token: issuer.token, body: body as never });
    expect(answer.status).toBe(400);
    expect((await answer.json()).errors[field][0]).toContain(message);
  });

  it('are shown by the preview of the form, in the reader’s language', async () => {
    const issuer = await makeIssuer();
    const form = new FormData();
    const fields = {
      ...designFields({ mailSubject: 'S {id}', mailText: '**{student}**' }),
      intent: 'preview',
    };
    for (const [name, entered] of Object.entries(fields)) form.set(name, entered);
    const page = await fetchPage('/admin/designs/new', { cookie: `${issuer.cookie}; language=de`, form });
    const html = await page.text();
    expect(html).toContain('S 7K3M-9QZX-2HVB-4TND');
    expect(html).toContain('<p><strong>Ingrid Sørensen</strong></p>');
    expect(html).toContain(`${issuer.name} hat auf Certrace ein Zertifikat für Sie ausgestellt.`);
  });

  it('are copied with their design', async () => {
    const issuer = await makeIssuer();
    const id = withMail(issuer, { mailSubject: 'S', mailText: 'T' });
    const copy = await fetchApi(`designs/${id}/copy`, { token: issuer.token, method: 'POST' });
    expect((await copy.json()).design.fields).toMatchObject({ mailSubject: 'S', mailText: 'T' });
  });
});

describe('a test mail', () => {
  it('is the saved mail about a sample, sent to oneself', async () => {
    const issuer = await makeIssuer();
    const id = withMail(
      issuer,
      { mailSubject: 'For {student}', mailText: TEXT },
      { logoImage: await logoOf(issuer) },
    );
    const sent = await fetchApi(`designs/${id}/test-mail`, { token: issuer.token, method: 'POST' });
    expect([sent.status, await sent.json()]).toEqual([
      202,
      { success: true, message: 'The test mail is on its way.' },
    ]);
    await deliver();
    const mail = smtp.mails.at(-1) as ReceivedMail;
    expect([mail.envelopeTo, mail.subject]).toEqual([[issuer.email], 'For Ingrid Sørensen']);
    expect(mail.text).toContain('This is a test mail that you asked for.');
    expect([...picturesOf(mail).keys()]).toEqual(['certificate.jpg', 'logo.jpg']);
    expect(mail.html).toContain(`/admin/designs/${id}`);
    expect(mail.html).not.toContain('/holder/');
  });

  it('is sent from the design’s page, as often as other mails about certificates', async () => {
    const issuer = await makeIssuer();
    const other = await makeIssuer();
    const id = makeDesign(issuer);
    const send = (cookie = issuer.cookie) =>
      fetchPage(`/admin/designs/${id}`, { cookie, form: { intent: 'test-mail' } });
    const answer = await send();
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/admin/designs/${id}`]);
    expect((await send(other.cookie)).status).toBe(404);
    for (let count = 1; count < 60; count += 1) await send();
    const refused = await send();
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain('Send a test mail');
  });
});
