// Email addresses as `<input type=email>` takes them (HTML standard, 'valid e-mail address'), with domains of all scripts (UTS #46) and
// local parts in UTF-8 (RFC 6532). They are stored with the domain in ASCII, and shown as people write them.

const LABEL = '[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?';
const DOMAIN = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`);
const LOCAL_PART = /^(?:[\w.!#$%&'*+/=?^`{|}~-]|[^\p{ASCII}\p{Z}\p{C}])+$/u;
const ASCII = /^\p{ASCII}*$/u;
/** Characters that end the host of a URL, or that a URL would decode. */
const NOT_IN_HOST = /[\s/?#@:\\%[\]]/;

/** The domain in lower case and ASCII, or null when it is none. */
function domainToAscii(domain: string): string | null {
  if (NOT_IN_HOST.test(domain)) return null;
  const ascii = ASCII.test(domain) ? domain.toLowerCase() : URL.parse(`http://${domain}`)?.hostname;
  // A URL reads digits and dots as the address of a machine.
  const isNumber = !ASCII.test(domain) && /^[\d.]*$/.test(ascii ?? '');
  return ascii && !isNumber && DOMAIN.test(ascii) ? ascii : null;
}

/** Parses a typed address into its stored form, or null. Keyboards of East Asia write full-width letters and signs. */
export function parseEmailAddress(typed: string): string | null {
  const text = typed.includes('@') ? typed : typed.replace('\uff20', '@');
  const at = text.lastIndexOf('@');
  const [written, domain] = [text.slice(0, Math.max(at, 0)), domainToAscii(text.slice(at + 1))];
  const folded = written.normalize('NFKC');
  const local = (ASCII.test(folded) ? folded : written.normalize('NFC')).toLowerCase();
  return domain !== null && LOCAL_PART.test(local) ? `${local}@${domain}` : null;
}

/** Whether only a mail server with SMTPUTF8 (RFC 6531) delivers to a stored address. */
export const needsSmtpUtf8 = (address: string) => !ASCII.test(address);

/** Decodes a label of a domain without its `xn--` (RFC 3492). Returns null when it is none. */
function decodeLabel(encoded: string): string | null {
  const end = encoded.lastIndexOf('-');
  const output = [...encoded.slice(0, Math.max(end, 0))];
  let [code, at, bias] = [128, 0, 72];
  let next = end + 1;
  while (next < encoded.length) {
    const from = at;
    for (let weight = 1, k = 36; ; k += 36) {
      const digit = Number.parseInt(encoded[next] ?? '', 36);
      if (Number.isNaN(digit)) return null;
      // Letters stand for 0 to 25, and digits for 26 to 35.
      const value = digit < 10 ? digit + 26 : digit - 10;
      next += 1;
      at += value * weight;
      const threshold = Math.min(Math.max(k - bias, 1), 26);
      if (value < threshold) break;
      weight *= 36 - threshold;
    }
    const length = output.length + 1;
    let delta = Math.floor((at - from) / (from === 0 ? 700 : 2));
    delta += Math.floor(delta / length);
    let steps = 0;
    for (; delta > 455; steps += 36) delta = Math.floor(delta / 35);
    bias = steps + Math.floor((36 * delta) / (delta + 38));
    code += Math.floor(at / length);
    at %= length;
    if (code > 0x10_ffff) return null;
    output.splice(at, 0, String.fromCodePoint(code));
    at += 1;
  }
  return output.join('');
}

function shownDomain(domain: string): string {
  const shown = domain.replace(
    /(?<=^|\.)xn--([a-z\d-]+)/g,
    (label, encoded) => decodeLabel(encoded) ?? label,
  );
  return domainToAscii(shown) === domain ? shown : domain;
}

/** A text with its addresses as people write them. A domain that would be stored as another one stays as it is. */
export const shownEmail = (text: string) =>
  text.includes('xn--') ? text.replace(/(?<=@)[a-z\d.-]*xn--[a-z\d.-]*[a-z\d]/g, shownDomain) : text;

/** A search with the addresses in it as they are stored. */
export const withStoredEmails = (q: string) =>
  q.replace(/\S+[@\uff20]\S+/g, (typed) => parseEmailAddress(typed) ?? typed);
