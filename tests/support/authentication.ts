import type { Report } from '@certrace/verify';
import { makeCertificate, makeIssuer, type Person } from './factories.ts';
import { fetchApi, fetchPage, fetchRaw } from './handler.ts';

/** A form with a file under the name that both the page and the API take. */
export function fileForm(bytes: Uint8Array, name = 'certificate') {
  const form = new FormData();
  form.set('file', new File([Buffer.from(bytes)], name));
  return form;
}

/** The API's result for a file. */
export async function authenticateOverApi(bytes: Uint8Array): Promise<Report & { success: boolean }> {
  const response = await fetchApi('authenticate', { body: fileForm(bytes) as never });
  if (response.status !== 200) throw new Error(`answered ${response.status}: ${await response.text()}`);
  return response.json() as Promise<Report & { success: boolean }>;
}

/** The page's result for a file, without JavaScript. */
export const authenticateOnPage = (bytes: Uint8Array) =>
  fetchPage('/authentication', { form: fileForm(bytes) });

/** A file of a certificate, as its issuer downloads it. */
export async function download(issuer: Person, uniqueId: string, format: string): Promise<Buffer> {
  const response = await fetchRaw(`/certificates/${uniqueId}.${format}`, {
    headers: { cookie: issuer.cookie },
  });
  if (response.status !== 200) throw new Error(`${format} answered ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/** A certificate of an approved issuer. */
export async function issued(fields: Record<string, unknown> = {}) {
  const issuer = await makeIssuer();
  const certificate = await makeCertificate(issuer, fields);
  return { issuer, certificate, file: (format: string) => download(issuer, certificate.uniqueId, format) };
}
