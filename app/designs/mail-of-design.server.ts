import type { RendererRule, StateCore, Token } from 'markdown-it';
import { type Actor, type Issuer, requireIssuer } from '#app/accounts/actor.server.ts';
import { isReviewedIssuer } from '#app/accounts/issuers.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { limit } from '#app/accounts/rate-limits.server.ts';
import { designOfVersion } from '#app/certificates/certificate-design.server.ts';
import { mailDesign } from '#app/certificates/issued-mail.server.ts';
import { toColumn } from '#app/certificates/own-fields.ts';
import { formatUniqueId } from '#app/certificates/unique-id.ts';
import type { Design } from '#app/drawing/design.ts';
import { drawMailPictures } from '#app/drawing/mail-pictures.server.ts';
import { certificateIssuedMail, testMail } from '#app/mail/certificate-mails.server.ts';
import { enqueueMail, wakeDelivery } from '#app/mail/outbox.server.ts';
import { readerLanguage } from '#app/messages/reader-language.server.ts';
import { AppError, forbidden } from '#app/shared/errors.server.ts';
import { plainMarkdown } from '#app/shared/markdown.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { preparedSql, transaction } from '#db/client.ts';
import type { DesignInput } from './design.schema.server.ts';
import { publishedDesign } from './design.server.ts';
import { requireTexts, sampleFields } from './design-texts.server.ts';
import type { Sample } from './own-rows.server.ts';
import { drawingOfSample, sampleCertificate, sampleDay } from './preview-design.server.ts';

// Lines of a mail stay lines, such as those of a signature.
const markdown = plainMarkdown().set({ breaks: true });
// 2,000 characters of a table become 190,000 of HTML.
markdown.disable('table');
// Others, such as javascript:, stay as they were typed.
markdown.validateLink = (address) => /^(?:https?:\/\/|mailto:)/i.test(address);

const wordsOf = (tokens: Token[]) => tokens.map(({ content }) => content).join('');

/** A link whose words are not its address gets the address after them, which alone is linked. */
function writtenOut(state: StateCore, open: Token, within: Token[], close: Token): Token[] {
  const href = String(open.attrGet('href') ?? '');
  open.attrs = [
    ['href', href],
    ['dir', 'ltr'],
  ];
  const address = href.replace(/^mailto:/i, '');
  const shown = [address, markdown.normalizeLinkText(address)];
  if ([...shown, ...shown.map((text) => text.replace(/^https?:\/\//i, ''))].includes(wordsOf(within)))
    return [open, ...within, close];
  const textToken = (content: string) => Object.assign(new state.Token('text', '', 0), { content });
  return [...within, textToken(' ('), open, textToken(address), close, textToken(')')];
}

function writeAddressesOut(state: StateCore) {
  for (const block of state.tokens) {
    const tokens = block.children ?? [];
    if (!tokens.some(({ type }) => type === 'link_open')) continue;
    block.children = [];
    for (let at = 0; at < tokens.length; at += 1) {
      const token = tokens[at] as Token;
      const isEnd = ({ type }: Token, index: number) => index > at && type === 'link_close';
      const end = token.type === 'link_open' ? tokens.findIndex(isEnd) : -1;
      if (end === -1) block.children.push(token);
      else {
        block.children.push(...writtenOut(state, token, tokens.slice(at + 1, end), tokens[end] as Token));
        at = end;
      }
    }
  }
}
markdown.core.ruler.push('addresses', writeAddressesOut);

/** Code keeps its lines and its indentation without a style, which pages forbid and mail programs remove. */
const code: RendererRule = (tokens, index) => {
  const lines = markdown.utils.escapeHtml(tokens[index]?.content.trimEnd() ?? '');
  return `<p><code>${lines.replaceAll('  ', '&nbsp; ').replaceAll('\n', '<br>')}</code></p>\n`;
};

Object.assign(markdown.renderer.rules, {
  image: (tokens, index, options, env, self) =>
    markdown.utils.escapeHtml(self.renderInlineAsText(tokens[index]?.children ?? [], options, env)),
  fence: code,
  code_block: code,
} satisfies Record<string, RendererRule>);

/**
 * Renders the text of a mail as HTML: Markdown without images, with the address of each link written out, so that its reader sees where
 * it leads. No attribute has words of the text but `href`. Placeholders stay as they are. A text of `MAX_MAIL_TEXT` characters takes 3 ms at
 * most, so it needs no thread.
 */
export const renderMailText = (text: string): string => markdown.render(text);

/** The mail of a design about a sample, without a link to it. */
function sampleMail(
  { organisation, user }: Issuer,
  design: Design,
  mail: DesignInput['mail'],
  sample: Sample,
) {
  const { content, fields } =
    typeof sample === 'string' ? { content: sample, fields: sampleFields(organisation.id) } : sample;
  const certificate = {
    ...sampleCertificate(organisation.name, content, sampleDay()),
    fields: toColumn([...fields]),
  };
  const isReviewed = isReviewedIssuer(organisation.id);
  const texts = { ...mail, html: renderMailText(mail.text) };
  return {
    ...certificate,
    uniqueId: formatUniqueId(certificate.uniqueId),
    studentEmail: user.email ?? '',
    isReviewed,
    design: isReviewed ? mailDesign(certificate, design, texts) : null,
  };
}

/** A mail for a page that shows it. */
export type ShownMail = {
  subject: string;
  lines: string[];
  facts: [label: string, value: string][];
  own: { heading: string; html: string; language: string } | null;
};

/**
 * What the mail of an unsaved design about a sample says, in the reader's language.
 * @throws AppError unauthenticated; forbidden unless the actor is an active issuer; invalid, naming texts
 */
export function previewMail(actor: Actor, { design, mail }: DesignInput, sample: Sample): ShownMail {
  requireIssuer(actor, 'certificates');
  requireTexts(actor.organisation.id, { design, mail });
  const written = certificateIssuedMail({ ...sampleMail(actor, design, mail, sample), token: '' }).write();
  const { subject, lines, facts = [], own = null } = written;
  return {
    subject,
    lines: lines.filter((line) => line !== null),
    facts: facts.filter((fact) => fact !== null),
    own: own && { heading: own.heading, html: own.html, language: own.language },
  };
}

/**
 * Sends the mail of a saved design about a sample to the actor's own address, which it has confirmed.
 * @returns the address
 * @throws AppError as `publishedDesign`; rate-limited
 */
export async function sendTestMail(actor: Actor, id: string): Promise<string> {
  requireIssuer(actor, 'certificates');
  const { record } = publishedDesign(actor, id);
  const { email, name } = actor.user;
  // Only super admins have none.
  if (email === null) throw forbidden();
  await limit(actor, 'certificate-mails');
  transaction((tx) => {
    requireStillMay(tx, actor, 'certificates');
    const { version, design } = publishedDesign(actor, id);
    const texts = { subject: record.mailSubject, text: record.mailText };
    const sample = sampleMail(actor, design, texts, 'usual');
    const mail = testMail({ name, email }, sample, { designId: id, designVersionId: version.id });
    enqueueMail(tx, mail, undefined, readerLanguage());
    storeAnswer(tx, email);
  });
  wakeDelivery();
  return email;
}

const issuerOf = preparedSql<{ id: string; name: string }>(
  `select o.id, o.name from design_versions v join designs d on d.seq = v.design_seq
   join organisations o on o.id = d.issuer_id where v.id = ?`,
);

/** The pictures in a test mail. Null when the design is not as it was saved, or when too much is being drawn. */
export async function testMailPictures(designVersionId: number) {
  const issuer = issuerOf().get(designVersionId);
  if (!issuer) return null;
  const { design, images, isAsSaved } = designOfVersion(designVersionId, issuer.id);
  if (!design || !isAsSaved) return null;
  try {
    return await drawMailPictures(drawingOfSample(issuer, design, 'usual', sampleDay()), images);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
