import type { Page } from 'playwright-core';
import type { startSmtp } from './smtp.ts';

type Site = { url: string; smtp: Awaited<ReturnType<typeof startSmtp>> };
/** `role` is the label of the choice on the form. */
type NewPerson = { name: string; email: string; role: string; password: string };

/** Registers a person and follows the link in the mail, which leads to the login. */
export async function registerInBrowser(
  page: Page,
  { url, smtp }: Site,
  { name, email, role, password }: NewPerson,
) {
  await page.goto(`${url}/register`);
  await page.getByLabel('Full Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel(role).check();
  await page.getByRole('button', { name: 'Register Now' }).click();
  await page.getByText('Please verify your email!').waitFor();
  await page.waitForURL(`${url}/`);

  const mail = await smtp.mailTo(email);
  await page.goto(/https?:\/\/\S+\/verify\/\S+/.exec(mail.text ?? '')?.[0] ?? '');
  // Without JavaScript the page confirms the address with a button.
  const confirm = page.getByRole('button', { name: 'Verify email' });
  if ((await confirm.count()) > 0) await confirm.click();
  await page.getByText('Email verified successfully!').waitFor();
  await page.waitForURL(`${url}/`);
}
