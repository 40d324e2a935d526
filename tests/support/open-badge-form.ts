import { z } from 'zod';

const text = z.string();
const uri = z.string();
const dateTime = z.iso.datetime({ offset: true });
const types = (...required: string[]) =>
  z.array(text).refine((found) => required.every((type) => found.includes(type)));

const identity = z.strictObject({
  type: z.literal('IdentityObject'),
  hashed: z.boolean(),
  identityHash: text,
  identityType: z.enum(['name', 'emailAddress']),
  salt: text.optional(),
});

const resultDescription = z.looseObject({
  id: uri,
  type: types('ResultDescription'),
  name: text,
  resultType: z.enum(['Percent', 'LetterGrade', 'PerformanceLevel', 'RawScore', 'Result', 'ScaledScore']),
});

const achievement = z.looseObject({
  id: uri,
  type: types('Achievement'),
  achievementType: text,
  criteria: z.looseObject({ narrative: text }),
  description: text,
  name: text,
  resultDescription: z.array(resultDescription).optional(),
});

const subject = z.looseObject({
  type: types('AchievementSubject'),
  achievement,
  identifier: z.array(identity).min(1),
  activityEndDate: dateTime.optional(),
  activityStartDate: dateTime.optional(),
  creditsEarned: z.number().optional(),
  licenseNumber: text.optional(),
  result: z.array(z.looseObject({ type: types('Result'), resultDescription: uri, value: text })).optional(),
  term: text.optional(),
});

/** The form that 1EdTech's JSON Schema of Open Badges 3.0 prescribes for the members that credentials of a site have. */
export const openBadgeForm = z
  .looseObject({
    '@context': z.tuple(
      [
        z.literal('https://www.w3.org/ns/credentials/v2'),
        z.string().regex(/^https:\/\/purl\.imsglobal\.org\/spec\/ob\/v3p0\/context(-3\.\d\.\d)*\.json$/),
      ],
      text,
    ),
    id: uri,
    type: types('VerifiableCredential', 'OpenBadgeCredential'),
    name: text,
    issuer: z.looseObject({ id: uri, type: types('Profile'), name: text }),
    validFrom: dateTime,
    validUntil: dateTime.optional(),
    awardedDate: dateTime,
    credentialSubject: subject,
    credentialStatus: z.looseObject({ id: uri, type: text }),
  })
  // A result is of a description in the achievement of the same credential.
  .refine(
    ({
      credentialSubject: {
        result = [],
        achievement: { resultDescription = [] },
      },
    }) => result.every((each) => resultDescription.some(({ id }) => id === each.resultDescription)),
  );
