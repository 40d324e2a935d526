import { env } from '#app/config/env.server.ts';
import { escapeHtml } from '#app/shared/escape-html.ts';
import { log } from '#app/shared/log.server.ts';
import { preparedValue } from '#db/client.ts';
import type { outbox } from '#db/schema/mail.ts';

/** The pictures that a mail gets when it is delivered. */
export type Pictures = {
  /** `width` in pixels. */
  certificate: { alt: string; width: number };
  /** The text of the logo, or null without one. */
  logo: { alt: string } | null;
  /** The version of a design whose sample a test mail shows. */
  designVersionId?: number;
};

type Row = Pick<typeof outbox.$inferSelect, 'id' | 'seq' | 'html' | 'certificateSeq' | 'designVersionId'>;
type Name = 'certificate' | 'logo';
/** JPEGs. */
type Drawn = { certificate: Uint8Array; logo: Uint8Array | null };

// Comments that no text of a mail can have, because texts are escaped.
const before = (name: Name) => `<!--${name}-->`;
const after = (name: Name) => `<!--/${name}-->`;

/** The place of a picture in the HTML of a mail. Delivery removes it if there is no picture. */
export const placeOf = (name: Name, { alt, width }: { alt: string; width?: number }) =>
  `${before(name)}<p style="margin:24px 0"><img src="cid:${name}" alt="${escapeHtml(alt)}"${width ? ` width="${width}"` : ''} style="max-width:100%;${name === 'logo' ? 'max-height:96px' : 'height:auto;border:1px solid #d8d4c8'}"></p>${after(name)}`;

let draw: (of: Pick<Row, 'certificateSeq' | 'designVersionId'>) => Promise<Drawn | null> = async () => null;

/** Sets the function that draws the pictures of a mail. It returns null for a certificate that is not to be shown. */
export const drawMailPicturesWith = (drawPictures: typeof draw) => {
  draw = drawPictures;
};

const isStored = preparedValue<1>('select 1 from outbox where seq = ?');

async function drawn(row: Row): Promise<Drawn | null> {
  try {
    return await draw(row);
  } catch (error) {
    // The mail says everything that the picture shows.
    log.error({ err: error, mail: row.id }, 'the picture of a mail was not drawn');
    return null;
  }
}

const JPEG = { contentType: 'image/jpeg', contentDisposition: 'inline' } as const;
type Attachment = typeof JPEG & { cid: string; content: Buffer; filename: string };

/**
 * The HTML of a mail with its pictures, which are attached to it. They are drawn now, so that issuing does not wait for them and the mail
 * shows no certificate that was revoked, erased or changed meanwhile.
 * @param row with its token in place
 * @throws Error when the message was deleted meanwhile
 */
export async function withPictures(row: Row) {
  const attachments: Attachment[] = [];
  let { html } = row;
  if (!html.includes(before('certificate'))) return { html, attachments };
  const pictures = await drawn(row);
  // An erasure deletes the mails to a holder.
  if (!isStored().get(row.seq))
    throw Object.assign(new Error('The message was deleted.'), { code: 'EDELETED' });
  for (const name of ['certificate', 'logo'] as const) {
    const content = pictures?.[name];
    const [start, end] = [html.indexOf(before(name)), html.indexOf(after(name))];
    if (start === -1) continue;
    const place = html.slice(start + before(name).length, end);
    const cid = `${name}.${row.id}@${new URL(env().APP_URL).hostname}`;
    const shown = content ? place.replace(`cid:${name}`, () => `cid:${cid}`) : '';
    html = html.slice(0, start) + shown + html.slice(end + after(name).length);
    if (content) attachments.push({ ...JPEG, cid, content: Buffer.from(content), filename: `${name}.jpg` });
  }
  return { html, attachments };
}
