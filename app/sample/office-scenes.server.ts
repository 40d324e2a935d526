import { SYSTEM } from '#app/accounts/actor.server.ts';
import { decideIssuer } from '#app/accounts/decide-issuer.server.ts';
import { declareField, retireField } from '#app/certificates/declare-fields.server.ts';
import { declarationSchema } from '#app/certificates/field.schema.server.ts';
import { readyDeclaration } from '#app/certificates/ready-fields.ts';
import { setDefaultDesign } from '#app/designs/default-design.server.ts';
import { designSchema } from '#app/designs/design.schema.server.ts';
import { retireDesign } from '#app/designs/design.server.ts';
import { createDesign, updateDesign } from '#app/designs/save-design.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { listMessages, listMessagesSchema, markMessage, sendMessage } from '#app/support/messages.server.ts';
import { catchUp, student } from './acts.server.ts';
import { LATER_DESIGNS, NEW_RECTOR, type SampleDesign } from './designs.ts';
import { AURORA, OTHERS } from './people.ts';
import { range, type Scene } from './stage.server.ts';
import { MESSAGES, SUSPENSION, THIRD_ISSUER } from './story.ts';

const WEEK = 7;
const FIRST_WEEK = 735;

const arrivals: Scene = { daysAgo: 702, act: (stage) => stage.join(OTHERS) };

const decide = (daysAgo: number, decision: 'suspend' | 'reinstate'): Scene => ({
  daysAgo,
  async act(stage) {
    const issuer = stage.actor(THIRD_ISSUER.email);
    decideIssuer(await stage.office(), { issuerId: issuer.user.id, decision });
  },
});

/** Creates a design, and retires it later if it is not kept. */
export function designScenes({ daysAgo, issuer, fields, defaultOf, retired }: SampleDesign): Scene[] {
  const create: Scene = {
    daysAgo,
    act(stage) {
      const id = createDesign(stage.actor(issuer), parseInput(designSchema, fields));
      stage.designs.set(fields.name, id);
      setDefaultDesign(stage.actor(issuer), id, { courseName: defaultOf });
    },
  };
  if (retired === undefined) return [create];
  const retire: Scene = {
    daysAgo: retired,
    act: (stage) => retireDesign(stage.actor(issuer), stage.designId(fields.name)),
  };
  return [create, retire];
}

/** A field that certificates may have, and one that they no longer get. */
export const fieldScene: Scene = {
  daysAgo: 716,
  act(stage) {
    const actor = stage.actor(AURORA);
    const [, retired] = (['hours', 'term'] as const).map((key) =>
      declareField(actor, parseInput(declarationSchema, readyDeclaration(key))),
    );
    if (retired) retireField(actor, retired.id);
  },
};

const newRector: Scene = {
  daysAgo: NEW_RECTOR.daysAgo,
  act(stage) {
    const { issuer, fields } = NEW_RECTOR;
    updateDesign(stage.actor(issuer), stage.designId(fields.name), parseInput(designSchema, fields));
  },
};

const messages = MESSAGES.map(([daysAgo, from, topic, subject, message]): Scene => {
  const { studentName: name, studentEmail: email } = student(from);
  return { daysAgo, act: () => sendMessage(SYSTEM, topic, { name, email, subject, message }) };
});

/** The super admin answers a message before the next one arrives. */
const answers = MESSAGES.slice(1, -1).map(
  ([daysAgo]): Scene => ({
    daysAgo: daysAgo + 3,
    async act(stage) {
      const office = await stage.office();
      for (const { id } of listMessages(office, parseInput(listMessagesSchema, { show: 'open' })).messages) {
        markMessage(office, { messageId: id, mark: 'handled' });
      }
    },
  }),
);

const weeks = range(FIRST_WEEK / WEEK).map(
  (week): Scene => ({
    daysAgo: FIRST_WEEK - week * WEEK,
    act: async (stage) => catchUp(await stage.office()),
  }),
);

export const officeScenes = [
  arrivals,
  decide(SUSPENSION.suspended, 'suspend'),
  decide(SUSPENSION.reinstated, 'reinstate'),
  ...LATER_DESIGNS.flatMap(designScenes),
  newRector,
  ...messages,
  ...answers,
  ...weeks,
];
