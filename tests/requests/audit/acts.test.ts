import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { addAddress, confirmAddress, removeAddress } from '#app/accounts/add-address.server.ts';
import { createSuperAdmin } from '#app/accounts/create-super-admin.server.ts';
import { decideIssuer } from '#app/accounts/decide-issuer.server.ts';
import {
  confirmEmailChange,
  undoEmailChange,
} from '#app/accounts/email-change/confirm-email-change.server.ts';
import { requestEmailChange } from '#app/accounts/email-change/request-email-change.server.ts';
import { googleLogin } from '#app/accounts/google-login.server.ts';
import { decideName } from '#app/accounts/organisations/request-name.server.ts';
import { updateName } from '#app/accounts/own-details.server.ts';
import {
  forgetDevice,
  offerSecondFactor,
  removeOwnApp,
  renewCodes,
  secondFactorOf,
  switchOff,
  switchOn,
} from '#app/accounts/second-factor/manage-second-factor.server.ts';
import { carryOutResets, objectToReset } from '#app/accounts/second-factor/resets.server.ts';
import { secondStep } from '#app/accounts/second-factor/second-step.server.ts';
import { confirmWithPassword } from '#app/accounts/second-factor/step-up.server.ts';
import { ACTS, type ActName } from '#app/audit/acts.ts';
import { checkAudit } from '#app/audit/check-audit.server.ts';
import { sweepAudit } from '#app/audit/record-act.server.ts';
import { rotateIssuerKeys } from '#app/credentials/issuer-keys.server.ts';
import { beginNewOrigin } from '#app/credentials/new-origin.server.ts';
import { removeDefaultDesign, setDefaultDesign } from '#app/designs/default-design.server.ts';
import { restoreBackup } from '#app/operations/restore-backup.server.ts';
import { writeBackup } from '#app/operations/write-backup.server.ts';
import { deleteDueAccounts } from '#app/privacy/account-deletion/delete-account.server.ts';
import { keepAccount, requestDeletion } from '#app/privacy/account-deletion/request-deletion.server.ts';
import { requestDataExport } from '#app/privacy/data-export/data-export.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { openDatabase, sqlite } from '#db/client.ts';
import { describedCalls } from '#tests/support/api-description.ts';
import { SAMPLES } from '#tests/support/api-samples.ts';
import { ACTS_OF, NO_ACT } from '#tests/support/audited-acts.ts';
import { codeOf } from '#tests/support/authenticator.ts';
import { openSite, placesIn, runScript, temporaryFolders } from '#tests/support/backups.ts';
import {
  mailedToken,
  makeCertificate,
  makeDesign,
  makeIssuer,
  makePendingIssuer,
  makeSuperAdmin,
  makeVerifier,
  PASSWORD,
  type Person,
  SUPER_ADMIN_PASSWORDS,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { mailsTo } from '#tests/support/mails.ts';
import { PAGE_ACTIONS } from '#tests/support/page-actions.ts';
import { SoftPasskey } from '#tests/support/passkey.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const folders = temporaryFolders();
afterEach(folders.removeAll);

type Recorded = {
  act: string;
  actor_kind: string;
  actor_id: string | null;
  organisation_id: string | null;
  object_kind: string | null;
  object_id: string | null;
  address: string | null;
  session_id: string | null;
};

const rows = () => sqlite().prepare('select * from audit_rows order by seq').all() as Recorded[];
const lastOf = (act: ActName) => rows().findLast((row) => row.act === act);

const changing = describedCalls.filter(({ method }) => method !== 'GET');

describe('every changing call of the API', () => {
  it('has acts in the table, and so has every form without a call', () => {
    const forms = Object.entries(PAGE_ACTIONS).flatMap(([form, calls]) =>
      typeof calls === 'string' && !NO_ACT.has(form) ? [form] : [],
    );
    expect(Object.keys(ACTS_OF).toSorted()).toEqual(
      [...changing.map(({ name }) => name), ...forms].toSorted(),
    );
  });

  it.each(changing.filter(({ name }) => ACTS_OF[name]?.length))('$name is recorded', async ({ name }) => {
    await SAMPLES[name]?.();
    const recorded = new Set(rows().map(({ act }) => act));
    expect([...recorded]).toEqual(expect.arrayContaining([...(ACTS_OF[name] ?? [])]));
    expect(checkAudit().problems).toEqual([]);
  });
});

const post = (person: Person, path: string, form: Record<string, string>) =>
  fetchPage(path, { cookie: person.cookie, form });

async function addPasskey(person: Person) {
  const options = await (await post(person, '/passkeys/options', { purpose: 'add' })).json();
  const { challenge } = (options as { create: { challenge: string } }).create;
  const passkey = new SoftPasskey().create({ challenge });
  await post(person, '/settings/second-factor', { intent: 'passkey', name: 'Phone', passkey });
}

/** Switches the second factor on. Returns the codes, and a function that logs in with one. */
async function withSecondFactor(person: Person) {
  const { secret, setup } = offerSecondFactor(person.browser);
  const { codes } = await switchOn(person.browser, { setup, code: codeOf(secret), password: PASSWORD });
  const client = { address: '192.0.2.7', userAgent: null };
  const logIn = async (remember = false) => {
    const answer = await fetchApi('users/login', { json: { email: person.email, password: PASSWORD } });
    const { challenge } = (await answer.json()) as { challenge: string };
    return secondStep(
      { challenge, code: String(codes?.pop()).replaceAll('-', '') },
      client,
      'browser',
      remember,
    );
  };
  return { codes, logIn };
}

/** A super admin's reset of a second factor, with the link to object that its owner gets. */
async function announcedReset() {
  await SAMPLES['POST /accounts/{userId}/second-factor-reset']?.();
  const id = String(sqlite().prepare('select user_id from second_factor_resets').pluck().get());
  const address = sqlite().prepare('select email from users where id = ?').pluck().get(id);
  const [link = ''] = mailsTo(String(address)).flatMap(
    ({ text }) => /second-factor-reset\/([\w-]+)/.exec(text)?.[1] ?? [],
  );
  return { id, link };
}

async function changeEmail(person: Person) {
  await requestEmailChange(person.browser, { email: 'new@people.example' });
  confirmEmailChange(person.browser, mailedToken('new@people.example', 'settings/email'));
}

const confirmed = { password: PASSWORD };
const own = ({ id }: Person, organisation: string | null = null) => ({
  actor_kind: 'user',
  actor_id: id,
  organisation_id: organisation,
  address: '127.0.0.1',
  session_id: expect.any(String),
});
const shell = { actor_kind: 'shell', actor_id: null, address: null, session_id: null };
const visitor = (address: string) => ({ actor_kind: 'visitor', actor_id: null, address, session_id: null });

/** How other acts are done, and what is recorded. */
const OTHERS: Partial<Record<ActName, () => Promise<Partial<Record<keyof Recorded, unknown>>>>> = {
  async 'login.locked'() {
    const { id, email } = await makeIssuer();
    for (let tries = 0; tries < 5; tries += 1)
      await fetchApi('users/login', { json: { email, password: 'wrong' }, address: '192.0.2.9' });
    return { ...visitor('192.0.2.9'), object_kind: 'account', object_id: id, organisation_id: null };
  },
  async 'google.linked'() {
    const { id, email } = await makeIssuer();
    const client = { address: '192.0.2.7', userAgent: null };
    googleLogin({ sub: 'google-1', email, emailVerified: true }, client, 'state');
    return { ...visitor('192.0.2.7'), object_id: id, organisation_id: id };
  },
  async 'google.unlinked'() {
    const person = await makeVerifier();
    sqlite().prepare("update users set google_sub = 'g' where id = ?").run(person.id);
    await fetchPage('/settings', { cookie: person.cookie, form: { intent: 'google' } });
    return own(person);
  },
  async 'second_factor.on'() {
    const person = await makeVerifier();
    await withSecondFactor(person);
    return own(person);
  },
  async 'second_factor.off'() {
    const person = await makeIssuer();
    await withSecondFactor(person);
    await switchOff(person.browser, confirmed);
    return own(person, person.id);
  },
  async 'passkey.added'() {
    const person = await makeVerifier();
    await withSecondFactor(person);
    await addPasskey(person);
    return own(person);
  },
  async 'passkey.removed'() {
    const person = await makeVerifier();
    await withSecondFactor(person);
    await addPasskey(person);
    const id = String(sqlite().prepare('select id from passkeys').pluck().get());
    await post(person, '/settings/second-factor', {
      intent: 'remove-passkey',
      passkeyId: id,
      password: PASSWORD,
    });
    return own(person);
  },
  async 'authenticator_app.added'() {
    const person = await makeVerifier();
    await addPasskey(person);
    const { secret, setup } = offerSecondFactor(person.browser);
    await switchOn(person.browser, { setup, code: codeOf(secret), password: PASSWORD });
    return own(person);
  },
  async 'authenticator_app.removed'() {
    const person = await makeVerifier();
    await withSecondFactor(person);
    await addPasskey(person);
    await removeOwnApp(person.browser, confirmed);
    return own(person);
  },
  async 'identity.confirmed'() {
    const person = await makeVerifier();
    await confirmWithPassword(person.browser, confirmed);
    return own(person);
  },
  async 'email.changed'() {
    const person = await makeIssuer();
    await changeEmail(person);
    return own(person, person.id);
  },
  async 'email.change_undone'() {
    const issuer = await makeIssuer();
    await changeEmail(issuer);
    undoEmailChange(mailedToken(issuer.email, 'undo-email-change'), '192.0.2.7');
    return { ...visitor('192.0.2.7'), object_id: issuer.id, organisation_id: issuer.id };
  },
  async 'recovery_codes.replaced'() {
    const person = await makeVerifier();
    await withSecondFactor(person);
    await renewCodes(person.browser, confirmed);
    return own(person);
  },
  async 'recovery_code.used'() {
    const person = await makeVerifier();
    const { logIn } = await withSecondFactor(person);
    await logIn();
    return { ...own(person), address: '192.0.2.7' };
  },
  async 'device.trusted'() {
    const person = await makeVerifier();
    const { logIn } = await withSecondFactor(person);
    await logIn(true);
    return { ...own(person), address: '192.0.2.7' };
  },
  async 'device.forgotten'() {
    const person = await makeVerifier();
    const { logIn } = await withSecondFactor(person);
    await logIn(true);
    const device = String(secondFactorOf(person.browser)?.devices[0]?.id);
    forgetDevice(person.browser, { device });
    return { ...own(person), object_kind: 'device', object_id: device };
  },
  async 'second_factor.reset_objected'() {
    const { id, link } = await announcedReset();
    objectToReset(link, '192.0.2.7');
    return { ...visitor('192.0.2.7'), object_kind: 'account', object_id: id };
  },
  async 'second_factor.reset'() {
    const { id } = await announcedReset();
    const later = Date.now() + 25 * 3_600_000;
    setClock(() => later);
    carryOutResets();
    return { actor_kind: 'system', object_kind: 'account', object_id: id };
  },
  async 'address.added'() {
    const person = await makeVerifier();
    await addAddress(person.browser, { email: 'second@people.example' });
    const [mail] = mailsTo('second@people.example');
    confirmAddress(person.browser, String(/addresses\/([\w-]+)/.exec(mail?.text ?? '')?.[1]));
    return own(person);
  },
  async 'address.removed'() {
    const person = await makeVerifier();
    sqlite()
      .prepare('insert into account_addresses values (?, ?, 1)')
      .run('second@people.example', person.id);
    removeAddress(person.browser, { email: 'second@people.example' });
    return own(person);
  },
  async 'issuer.approved'() {
    testEnvironment({ ISSUER_APPROVAL: 'auto' });
    const { id } = await makePendingIssuer();
    return { actor_kind: 'system', actor_id: null, address: null, object_id: id, organisation_id: id };
  },
  async 'issuer.suspended'() {
    const [office, { id }] = [await makeSuperAdmin(), await makeIssuer()];
    decideIssuer(office.browser, { issuerId: id, decision: 'suspend' });
    return { ...own(office, id), object_kind: 'account', object_id: id };
  },
  async 'issuer.reinstated'() {
    const [office, { id }] = [await makeSuperAdmin(), await makeIssuer()];
    decideIssuer(office.browser, { issuerId: id, decision: 'suspend' });
    decideIssuer(office.browser, { issuerId: id, decision: 'reinstate' });
    return { ...own(office, id), object_kind: 'account', object_id: id };
  },
  async 'name.withdrawn'() {
    const issuer = await makeIssuer();
    await updateName(issuer.browser, { name: 'Aurora Academy' });
    await updateName(issuer.browser, { name: issuer.name });
    return own(issuer, issuer.id);
  },
  async 'name.approved'() {
    const [office, issuer] = [await makeSuperAdmin(), await makeIssuer()];
    await updateName(issuer.browser, { name: 'Aurora Academy' });
    const nameChangeId = String(sqlite().prepare('select id from issuer_name_changes').pluck().get());
    decideName(office.browser, { nameChangeId, decision: 'approve' });
    return { ...own(office, issuer.id), object_id: issuer.id };
  },
  async 'design.no_default'() {
    const issuer = await makeIssuer();
    const id = makeDesign(issuer);
    setDefaultDesign(issuer.browser, id, { courseName: 'Clocks' });
    removeDefaultDesign(issuer.browser, id, { courseName: 'Clocks' });
    return { ...own(issuer, issuer.id), object_kind: 'design', object_id: id };
  },
  async 'account.deletion_requested'() {
    const person = await makeVerifier();
    await requestDeletion(person.browser, confirmed);
    return own(person);
  },
  async 'account.kept'() {
    const person = await makeVerifier();
    await requestDeletion(person.browser, confirmed);
    keepAccount(person.browser);
    return own(person);
  },
  async 'account.deleted'() {
    const person = await makeVerifier();
    await requestDeletion(person.browser, confirmed);
    const later = Date.now() + 8 * 86_400_000;
    setClock(() => later);
    await deleteDueAccounts();
    return { actor_kind: 'system', object_kind: 'account', object_id: person.id };
  },
  async 'data.requested'() {
    const person = await makeVerifier();
    await requestDataExport(person.browser);
    return own(person);
  },
  async exported() {
    const issuer = await makeIssuer();
    await (await fetchPage('/admin/issued-certificates.csv', { cookie: issuer.cookie })).text();
    return { ...own(issuer, issuer.id), object_kind: 'file', object_id: 'issued-certificates.csv' };
  },
  async 'superadmin.created'() {
    const { id } = await makeSuperAdmin();
    return { ...shell, object_kind: 'account', object_id: id };
  },
  async 'superadmin.reset'() {
    const { id, username } = await makeSuperAdmin();
    const [password1, password2] = SUPER_ADMIN_PASSWORDS;
    await createSuperAdmin({ id: username, password1, password2 }, { reset: true });
    return { ...shell, object_kind: 'account', object_id: id };
  },
  async 'keys.rotated'() {
    testEnvironment({ NODE_ENV: 'production', APP_URL: 'https://certs.example.org' });
    const issuer = await makeIssuer();
    await makeCertificate(issuer);
    rotateIssuerKeys(issuer.id);
    return { ...shell, object_id: issuer.id, organisation_id: issuer.id };
  },
  async 'log.new_origin'() {
    await makeCertificate(await makeIssuer());
    beginNewOrigin();
    return { ...shell, object_kind: 'log', object_id: 'localhost:3000/log/2' };
  },
  async 'log.caught_up'() {
    const home = folders.make();
    openSite(home);
    const issuer = await makeIssuer();
    await makeCertificate(issuer);
    const backup = join(folders.make(), 'site.tar');
    await writeBackup(backup);
    await makeCertificate(issuer);
    sqlite().close();
    const target = folders.make();
    testEnvironment({ ...placesIn(target), KEYS_DIR: placesIn(home).KEYS_DIR });
    await restoreBackup(backup);
    const { KEYS_DIR } = placesIn(home);
    const { code, output } = await runScript(target, 'log-catch-up', [], { KEYS_DIR });
    expect([code, output]).toEqual([0, expect.stringContaining('Restored 1 entry')]);
    openDatabase(placesIn(target).DATABASE_FILE);
    return shell;
  },
  async 'backup.written'() {
    openSite(folders.make());
    await makeIssuer();
    await writeBackup(join(folders.make(), 'site.tar'));
    return shell;
  },
  async 'backup.erased'() {
    const home = folders.make();
    openSite(home);
    const issuer = await makeIssuer();
    const { studentEmail: email } = await makeCertificate(issuer);
    const backup = join(folders.make(), 'site.tar');
    await writeBackup(backup);
    await fetchApi('holders/erasure', {
      token: issuer.token,
      json: { email, reason: 'Asked', password: PASSWORD },
    });
    expect((await runScript(home, 'erase', ['--apply-to', backup])).code).toBe(0);
    return shell;
  },
  async 'backup.restored'() {
    openSite(folders.make());
    await makeIssuer();
    const backup = join(folders.make(), 'site.tar');
    await writeBackup(backup);
    sqlite().close();
    const target = folders.make();
    testEnvironment(placesIn(target));
    await restoreBackup(backup);
    openDatabase(placesIn(target).DATABASE_FILE);
    return shell;
  },
  async 'storage.checked'() {
    const home = folders.make();
    openSite(home);
    await makeIssuer();
    expect((await runScript(home, 'fsck', ['--quick'])).code).toBe(0);
    return { ...shell, after: '{"problems":0,"quick":true}' };
  },
  async 'audit.expired'() {
    await makeSuperAdmin();
    await makeSuperAdmin();
    const later = Date.now() + 2_000 * 86_400_000;
    setClock(() => later);
    sweepAudit(200);
    return { actor_kind: 'system', object_kind: 'audit', object_id: '1' };
  },
};

describe('every other act', () => {
  it.each(Object.entries(OTHERS))('%s is recorded', async (act, perform) => {
    const expected = await perform?.();
    expect(lastOf(act as ActName)).toMatchObject(expected ?? {});
    expect(checkAudit().problems).toEqual([]);
  });

  it('is in one of the tables', () => {
    const past = 'credentials.backfilled';
    const done = new Set([past, ...Object.values(ACTS_OF).flat(), ...Object.keys(OTHERS)]);
    expect(Object.keys(ACTS).filter((act) => !done.has(act as ActName))).toEqual([]);
  });
});

it('issuing a certificate is no act', async () => {
  const issuer = await makeIssuer();
  await makeCertificate(issuer);
  expect(rows()).toEqual([]);
});
