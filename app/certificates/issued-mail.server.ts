import { type Design, pageOf } from '#app/drawing/design.ts';
import { LANDSCAPE } from '#app/drawing/drawing.ts';
import { fillFormatted, type Placeholder } from '#app/drawing/placeholders.ts';
import { certificateIssuedMail, type MailDesign } from '#app/mail/certificate-mails.server.ts';
import type { Lane } from '#app/mail/compose.server.ts';
import { isolate } from '#app/messages/isolate.ts';
import { ENGLISH } from '#app/messages/reader-language.server.ts';
import { escapeHtml } from '#app/shared/escape-html.ts';
import { preparedSql } from '#db/client.ts';
import type { Content } from '#db/schema/certificates.ts';
import { mailedCertificate } from './certificate.server.ts';
import { placeholderValues } from './certificate-design.server.ts';
import { readFrozen } from './own-fields.ts';

/** What an issuer wrote for the mails about its certificates. */
export type MailTexts = { subject: string; text: string; html: string };

/** The longer side of the picture in a mail, in pixels. */
const PICTURE_SIDE = 512;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
/** Keeps letters from right to left from reordering the text around them. */
const isolated = (value: string) => (RIGHT_TO_LEFT.test(value) ? isolate(value) : value);

/** Links of Markdown, whose addresses the plain text writes out, as the HTML does. */
const LINKS = /\[([^[\]]*)\]\(<?((?:https?:|mailto:)[^()<>\s]*)>?(?:\s+"[^"]*")?\)/gi;

type ValueFor = (placeholder: Placeholder) => string;

/** Fills in values between the tags, so that words in brackets that are left out take no tag with them. */
const fillHtml = (html: string, valueFor: ValueFor) =>
  html
    .split(/(<[^>]*>)/)
    .map((part) => (part.startsWith('<') ? part : fillFormatted(part, (of) => escapeHtml(valueFor(of)))))
    .join('');

type Named = Parameters<typeof placeholderValues>[0] & {
  /** The column of own fields. */
  fields: string | null;
};

/**
 * The design's part of the mail about a certificate, with its placeholders filled in as text: a value becomes neither Markdown nor a link.
 * @param certificate its ID in stored form
 * @param design null for the built-in layout
 */
export function mailDesign(certificate: Named, design: Design | null, texts: MailTexts): MailDesign {
  const { width, height } = design ? pageOf(design) : LANDSCAPE;
  const { valueFor } = placeholderValues(certificate, design ?? {}, readFrozen(certificate.fields));
  const isolatedValue: ValueFor = (of) => isolated(valueFor(of));
  return {
    subject: fillFormatted(texts.subject, isolatedValue).trim(),
    text: fillFormatted(texts.text.replace(LINKS, '$1 ($2)'), isolatedValue),
    html: fillHtml(texts.html, isolatedValue),
    language: design?.language ?? ENGLISH,
    pictureWidth: Math.round((width / Math.max(width, height)) * PICTURE_SIDE),
    hasLogo: Boolean(design?.logo),
  };
}

const ofVersion = preparedSql<MailTexts & { design: string }>(
  `select v.design, d.mail_subject as subject, d.mail_text as text, d.mail_html as html
   from design_versions v join designs d on d.seq = v.design_seq where v.id = ?`,
);

const STANDARD: MailTexts = { subject: '', text: '', html: '' };

type Issued = Content & {
  /** In stored form. */
  uniqueId: string;
  issuerId: string;
  issuerName: string;
  designVersionId: number | null;
  fields: string | null;
};

type Options = { lane?: Lane; replaces?: string | null; renews?: string | null; token: string };

/** The mail about a new certificate, as its design has it now if a super admin has approved the issuer. */
export function issuedMail(certificate: Issued, options: Options) {
  const mailed = mailedCertificate(certificate);
  if (!mailed.isReviewed) return certificateIssuedMail({ ...mailed, ...options });
  const { design, ...texts } = (certificate.designVersionId !== null &&
    ofVersion().get(certificate.designVersionId)) || {
    design: 'null',
    ...STANDARD,
  };
  const ofDesign = mailDesign(certificate, JSON.parse(design) as Design | null, texts);
  return certificateIssuedMail({ ...mailed, ...options, design: ofDesign });
}
