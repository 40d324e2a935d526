import { cancelBatch } from '#app/batches/run-batch.server.ts';
import { renewalSchema } from '#app/certificates/certificate.schema.ts';
import { todayUtc } from '#app/certificates/certificate.server.ts';
import { renewCertificates } from '#app/certificates/renew-certificates.server.ts';
import { replaceCertificate } from '#app/certificates/replace-certificate.server.ts';
import { revokeCertificates } from '#app/certificates/revoke-certificate.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { CLOSED_DOMAIN, inputOf, issue, issueBatch, issuedIds, student } from './acts.server.ts';
import { AURORA, MARA } from './people.ts';
import { around, range, type Scene } from './stage.server.ts';
import {
  CORRECTIONS,
  RENEWALS,
  REVOCATIONS,
  SINGLES,
  TERMS,
  THIRD_ISSUER,
  UNFINISHED_BATCHES,
} from './story.ts';

const FIRST_SINGLE = 300;
const FIRST_UNFINISHED = 340;
const FIRST_CORRECTED = 500;
const FIRST_OF_THIRD_ISSUER = 600;

/** Batches start at different times of day. */
const HOURS = [1, 6, 3, 8, 5, 2, 7];

const students = (from: number, count: number) => range(count).map((index) => student(from + index));

/** Two students of a class continue in the next one, so that some have more than one certificate. */
const terms = TERMS.map(([daysAgo, issuer, count, course, expiresAfter], term): Scene => {
  const before = TERMS.slice(0, term).reduce((sum, [, , earlier]) => sum + earlier - 2, 0);
  return {
    daysAgo: daysAgo + around(HOURS, term) / 24,
    act: (stage) => issueBatch(stage.actor(issuer), students(before, count), { course, expiresAfter }),
  };
});

const unfinished = UNFINISHED_BATCHES.map(
  ([daysAgo, issuer, course, end]): Scene => ({
    daysAgo,
    async act(stage) {
      const options = { course, isReady: true };
      const { id } = await issueBatch(stage.actor(issuer), students(FIRST_UNFINISHED, 12), options);
      if (end) await cancelBatch(stage.actor(issuer), id);
    },
  }),
);

const SINGLE_DAYS = [
  ...range(62).map((index) => 690 - index * 10.63),
  ...range(16).map((index) => 29.4 - index * 1.83),
];
/** Singles whose students have left their address. */
const MOVED = [52, 70];

const singles = SINGLE_DAYS.map(
  (daysAgo, index): Scene => ({
    daysAgo,
    act(stage) {
      const [issuer, course, validDays] = around(SINGLES, index);
      const { studentName, studentEmail } = student(FIRST_SINGLE + index);
      const email = MOVED.includes(index) ? studentEmail.replace(/@.*/, CLOSED_DOMAIN) : studentEmail;
      return issue(stage.actor(issuer), { studentName, studentEmail: email }, course, validDays);
    },
  }),
);

/** An account of the demo that is also the holder of a certificate. */
const holder: Scene = {
  daysAgo: 170.4,
  async act(stage) {
    const student = { studentName: 'Mara Osei', studentEmail: MARA };
    stage.certificates.set(MARA, await issue(stage.actor(AURORA), student, 'Distributed Systems'));
  },
};

const thirdIssuer = THIRD_ISSUER.issues.map(
  (daysAgo, index): Scene => ({
    daysAgo,
    act: (stage) =>
      issue(stage.actor(THIRD_ISSUER.email), student(FIRST_OF_THIRD_ISSUER + index), THIRD_ISSUER.course),
  }),
);

const renewals = RENEWALS.map(
  ([daysAgo, issuer, course, from, to]): Scene => ({
    daysAgo,
    act(stage) {
      const ids = issuedIds(stage.actor(issuer), course).slice(from, to);
      return renewCertificates(stage.actor(issuer), ids, parseInput(renewalSchema(todayUtc()), {}));
    },
  }),
);

const corrections = CORRECTIONS.flatMap(([daysAgo, issuer, course, wrong, right], index): Scene[] => {
  const { studentEmail } = student(FIRST_CORRECTED + index);
  return [
    {
      daysAgo,
      async act(stage) {
        const certificate = await issue(stage.actor(issuer), { studentName: wrong, studentEmail }, course);
        stage.certificates.set(studentEmail, certificate);
      },
    },
    {
      daysAgo: daysAgo - 1.9,
      act(stage) {
        return replaceCertificate(
          stage.actor(issuer),
          stage.certificateOf(studentEmail).uniqueId,
          inputOf({ studentName: right, studentEmail }, course),
        );
      },
    },
  ];
});

const revocations = REVOCATIONS.map(
  ([daysAgo, by, course, from, count, reason]): Scene => ({
    daysAgo,
    async act(stage) {
      const ids = issuedIds(by === null ? undefined : stage.actor(by), course).slice(from, from + count);
      revokeCertificates(by === null ? await stage.office() : stage.actor(by), ids, { reason });
    },
  }),
);

export const certificateScenes = [
  ...terms,
  ...unfinished,
  ...singles,
  holder,
  ...thirdIssuer,
  ...renewals,
  ...corrections,
  ...revocations,
];
