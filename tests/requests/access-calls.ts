import type { describedCalls } from '#tests/support/api-description.ts';
import type { Objects } from './access-table.ts';

type DescribedCall = (typeof describedCalls)[number];

/** The parameters of a call's path. Those of other things are the IDs of none. */
const parameters = (objects: Objects, path: string): Record<string, string> => ({
  ...objects,
  id: objects.courseId,
  backgroundId: objects.designBackground,
  fileId: objects.lessonFileId,
  paymentId: objects.receiptId,
  userId: path.startsWith('/credit') ? objects.creditId : objects.memberId,
  issuerId: objects.organisationId,
  libraryId: 'deco',
  language: 'en',
});
/** The URL of a call about the objects of the world. */
export const urlOf = (objects: Objects, { path }: DescribedCall) =>
  `/api/v1${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => parameters(objects, path)[name] ?? 'none')}`;

/** The fields of a body that name an object of the organisation. */
const NAMED = ['uniqueId', 'uniqueIds', 'courseId', 'moduleId', 'userId'] as const;

const exampleOf = ({ operation }: DescribedCall) =>
  Object.values(operation.requestBody?.content ?? {}).find(({ example }) => example)?.example as
    | Record<string, unknown>
    | undefined;

/** The example of a call's body, about the objects of the world. */
export function bodyOf(objects: Objects, call: DescribedCall): Record<string, unknown> | null {
  const example = exampleOf(call);
  if (!example) return null;
  const { uniqueId, courseId, moduleId, memberId: userId } = objects;
  const ours: Record<string, unknown> = { uniqueId, uniqueIds: [uniqueId], courseId, moduleId, userId };
  return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, ours[name] ?? value]));
}

/** Whether a call is about an object of the organisation. Designs of the library are everybody's. */
export const isAboutObject = (call: DescribedCall) =>
  /\{(?!libraryId)/.test(call.path) || NAMED.some((name) => name in (exampleOf(call) ?? {}));

export const isMultipart = ({ operation }: DescribedCall) =>
  Object.keys(operation.requestBody?.content ?? {})[0] === 'multipart/form-data';

export const toForm = (fields: Record<string, unknown>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) form.append(name, one instanceof File ? one : String(one));
  return form;
};
