import type { Report } from '@certrace/verify';
import { makeCertificate, makeIssuer, type Person } from './factories.ts';
import { fetchApi, fetchPage, fetchRaw } from './handler.ts';

/** A form with a file in the field that both the page and the API read. */
export function fileForm(bytes: Uint8Array, name = 'certificate') {
  const form = new FormData();
  form.set('file', new File([Buffer.from(bytes)], name));
  return form;
}

/** Checks a file over the API. */
export async function authenticateOverApi(bytes: Uint8Array): Promise<Report & { success: boolean }> {
  const response = await fetchApi('authenticate', { body: fileForm(bytes) as never });
  if (response.status !== 200) throw new Error(`responded ${response.status}: ${await response.text()}`);
  return response.json() as Promise<Report & { success: boolean }>;
}

/** Checks a file on the page, without JavaScript. */
export const authenticateOnPage = (bytes: Uint8Array) =>
  fetchPage('/authentication', { form: fileForm(bytes) });

/** Downloads a certificate's file as its issuer. */
export async function download(issuer: Person, uniqueId: string, format: string): Promise<Buffer> {
  const response = await fetchRaw(`/certificates/${uniqueId}.${format}`, {
    headers: { cookie: issuer.cookie },
  });
  if (response.status !== 200) throw new Error(`${format} responded ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/** Issues a certificate, and returns a function that downloads its files. */
export async function issued(fields: Record<string, unknown> = {}) {
  const issuer = await makeIssuer();
  const certificate = await makeCertificate(issuer, fields);
  return { issuer, certificate, file: (format: string) => download(issuer, certificate.uniqueId, format) };
}
