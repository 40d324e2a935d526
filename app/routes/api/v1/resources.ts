import { z } from 'zod';
import { env } from '#app/config/env.server.ts';
import { callsRoute } from '#app/server/pages/api-calls.server.ts';
import { api as accounts } from './accounts.ts';
import { api as audit } from './audit.ts';
import { api as authoredCourses } from './authored-courses.ts';
import { api as authoredLessons } from './authored-lessons.ts';
import { api as batches } from './batches.ts';
import { api as certificateChanges } from './certificate-changes.ts';
import { api as certificates } from './certificates.ts';
import { api as coupons } from './coupons.ts';
import { api as courses } from './courses.ts';
import { api as credit } from './credit.ts';
import { describeApi } from './describe.ts';
import { api as designBackgrounds } from './design-backgrounds.ts';
import { api as designLibrary } from './design-library.ts';
import { api as designs } from './designs.ts';
import { api as enrolments } from './enrolments.ts';
import { api as events } from './events.ts';
import { api as fields } from './fields.ts';
import { api as lessons } from './lessons.ts';
import { api as logins } from './logins.ts';
import { api as me } from './me.ts';
import { api as organisations } from './organisations.ts';
import { api as payments } from './payments.ts';
import { api as quizzes } from './quizzes.ts';
import { api as registration } from './registration.ts';
import { resource, unknownPath } from './respond.ts';
import { api as site } from './site.ts';
import { api as tokens } from './tokens.ts';
import { api as verifications } from './verifications.ts';

const description = resource();

/** The resources of the API, in the order of its description. */
const RESOURCES = [
  audit,
  logins,
  registration,
  me,
  events,
  organisations,
  tokens,
  accounts,
  certificates,
  batches,
  designs,
  designBackgrounds,
  designLibrary,
  fields,
  verifications,
  certificateChanges,
  payments,
  credit,
  site,
  courses,
  coupons,
  enrolments,
  lessons,
  quizzes,
  authoredLessons,
  authoredCourses,
  description,
];

description('openapi.json').get({
  auth: 'none',
  cache: 'public, max-age=300',
  summary: 'This description, as OpenAPI 3.1',
  responses: { 200: z.looseObject({ openapi: z.literal('3.1.1') }) },
  handle: () => ({ body: apiDocument() }),
});

const calls = new Map(RESOURCES.flatMap((each) => [...each.calls]));

/** The loader and action of every URL under /api. */
export const allCalls = callsRoute(calls, unknownPath);

let made: { of: ReturnType<typeof env>; document: ReturnType<typeof describeApi> } | undefined;

/** The description of all calls, built once for a configuration, whose gateways it names. */
export function apiDocument() {
  if (made?.of !== env()) made = { of: env(), document: describeApi(calls) };
  return made.document;
}
