import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

// Preloaded into a server under test, which it kills with SIGKILL at the point that CRASH_FILE names. The file contains a point
// such as `settlePayment enter#2`, where the number counts calls. The test writes the file once the server is ready.

const FUNCTIONS: Record<string, string | string[]> = {
  'app/audit/record-act.server.ts': 'recordAct',
  'app/certificates/revoke-certificate.server.ts': 'revokeCertificate',
  'app/batches/pictures/batch-pictures.server.ts': 'storeRowPicture',
  'app/payments/settle-payment.server.ts': 'settlePayment',
  'app/payments/receipt.server.ts': 'issueReceipt',
  'app/payments/reconcile.server.ts': 'receiveEvent',
  'app/payments/refund-payment.server.ts': 'refundPayment',
  'app/mail/outbox.server.ts': 'enqueueMail',
  'app/certificates/issue-certificate.server.ts': 'issueOnce',
  'app/certificates/new-certificate.server.ts': 'storeCertificate',
  'app/courses/completion/certificate-requests.server.ts': ['askForCertificate', 'approveCertificates'],
  'app/courses/completion/complete-course.server.ts': 'completeIfDue',
  'app/courses/moves/confirm-move.server.ts': ['confirmMove', 'moveCourses'],
  'app/courses/progress/report-progress.server.ts': 'reportProgress',
  'app/courses/duplicates/duplicate-course.server.ts': 'copyLesson',
  'app/courses/quizzes/end-attempt.server.ts': 'endAttempt',
  'app/courses/conversions/convert-videos.server.ts': 'replaceVideo',
  'app/files/convert/convert-video.server.ts': 'convertVideo',
  'app/files/media/files.server.ts': 'place',
  'app/privacy/erasure/erase-certificate.server.ts': 'eraseCertificates',
  'app/privacy/erasure/erase-holder.server.ts': 'eraseRemains',
  'app/operations/write-backup.server.ts': 'recordBackup',
  'db/files.ts': 'syncFolder',
  'app/drawing/file-cache.server.ts': 'removeDrawn',
  'app/mail/delete-mails.server.ts': 'deleteMailsSince',
  'app/privacy/account-deletion/delete-account.server.ts': 'deleteAccount',
};

for (const file of Object.keys(FUNCTIONS))
  if (!existsSync(new URL(`../../${file}`, import.meta.url))) throw new Error(`${file} has moved`);

const CRASH_FILE = process.env.CRASH_FILE ?? '';

function armed(): [point: string, calls: number] | null {
  try {
    const [point = '', calls = '1'] = readFileSync(CRASH_FILE, 'utf8').split('#');
    return [point, Number(calls)];
  } catch {
    return null;
  }
}

function crashPoint(point: string) {
  const found = armed();
  if (found?.[0] !== point) return;
  if (found[1] === 1) process.kill(process.pid, 'SIGKILL');
  writeFileSync(CRASH_FILE, `${point}#${found[1] - 1}`);
}

Object.assign(globalThis, { crashPoint });

function withCrashPoints(source: string, file: string, name: string): string {
  const declaration = new RegExp(`^(export )?(async )?function ${name}(<[^(]+>)?\\(`, 'm');
  if (!declaration.test(source)) throw new Error(`${file} has no function ${name}`);
  return source.replace(declaration, (_, exported = '', isAsync = '', generic = '') => {
    const [wait, inner] = [isAsync && 'await ', `${name}Uninterrupted`];
    return `${exported}${isAsync}function ${name}(...args) {
        crashPoint('${name} enter');
        const result = ${wait}${inner}(...args);
        crashPoint('${name} leave');
        return result;
      }
      ${isAsync}function ${inner}${generic}(`;
  });
}

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const file = Object.keys(FUNCTIONS).find((path) => url.endsWith(`/${path}`));
    if (!file) return loaded;
    let source = loaded.source?.toString() ?? '';
    for (const name of [FUNCTIONS[file] ?? []].flat()) source = withCrashPoints(source, file, name);
    return { ...loaded, source };
  },
});
