import { eq } from 'drizzle-orm';
import { registerSchema } from '#app/accounts/account.schema.server.ts';
import { type Member, requireMember, SYSTEM } from '#app/accounts/actor.server.ts';
import { superAdminLogin } from '#app/accounts/login.server.ts';
import { register } from '#app/accounts/register.server.ts';
import { identify, startSession } from '#app/accounts/sessions.server.ts';
import { verifyEmail } from '#app/accounts/verify-email.server.ts';
import type { Certificate } from '#app/certificates/certificate.server.ts';
import { openMessage } from '#app/mail/outbox.server.ts';
import { now, setClock } from '#app/shared/clock.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { db, transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { outbox } from '#db/schema/mail.ts';
import { DEMO_PASSWORD, SUPER_ADMIN } from './people.ts';

export const DAY_MS = 86_400_000;
const CLIENT = { address: '127.0.0.1', userAgent: 'Demo' };

/** What happens at a time of the story. A fraction of `daysAgo` is a time of day. */
export type Scene = { daysAgo: number; act: (stage: Stage) => unknown };

export const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** The element at a position, counted in circles. */
export function around<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('The list is empty');
  return item;
}

function memberOf(secret: string): Member {
  const actor = identify(secret, 'bearer', CLIENT.address);
  requireMember(actor);
  return actor;
}

function madeEarlier<Made>(made: ReadonlyMap<string, Made>, name: string): Made {
  const found = made.get(name);
  if (found === undefined) throw new Error(`No earlier scene made ${name}`);
  return found;
}

/** What earlier scenes made and later ones need. */
export class Stage {
  readonly #actors = new Map<string, Member>();
  readonly courses = new Map<string, string>();
  readonly designs = new Map<string, string>();
  /** IDs of paid verifications, in their order. */
  readonly payments: string[] = [];
  /** Certificates that later scenes name, by the student's email. */
  readonly certificates = new Map<string, Certificate>();

  /** Registers people, opens their mailed links and logs them in. Their passwords are hashed in parallel. */
  async join(people: readonly { name: string; email: string; role: string }[]) {
    await Promise.all(
      people.map((person) =>
        register(SYSTEM, parseInput(registerSchema, { ...person, password: DEMO_PASSWORD })),
      ),
    );
    transaction((tx) => {
      for (const { email } of people) {
        const mail = db().select().from(outbox).where(eq(outbox.toAddress, email)).get();
        const { text = '' } = (mail && openMessage(mail)) ?? {};
        const token = /\/verify\/([\w-]+)/.exec(text)?.[1];
        const user = db().select({ id: users.id }).from(users).where(eq(users.email, email)).get();
        if (!token || !user) throw new Error(`No verification mail reached ${email}`);
        verifyEmail(token);
        // Visitors of the demo read it in the language of their browser.
        tx.update(users).set({ language: null }).where(eq(users.id, user.id)).run();
        const secret = startSession(tx, user.id, 'bearer', CLIENT);
        this.#actors.set(email, memberOf(secret));
      }
    });
  }

  actor = (email: string) => madeEarlier(this.#actors, email);
  certificateOf = (student: string) => madeEarlier(this.certificates, student);
  courseId = (title: string) => madeEarlier(this.courses, title);
  designId = (name: string) => madeEarlier(this.designs, name);

  async office(): Promise<Member> {
    const known = this.#actors.get(SUPER_ADMIN.id);
    if (known) return known;
    const { id: userId, password1, password2 } = SUPER_ADMIN;
    const { token } = await superAdminLogin({ userId, password1, password2 }, CLIENT, 'bearer');
    const office = memberOf(token);
    this.#actors.set(SUPER_ADMIN.id, office);
    return office;
  }
}

/**
 * Plays scenes in the order of their times, with the clock set back. The time never goes backwards.
 * @param afterEach runs after each scene, at its time
 */
export async function play(scenes: readonly Scene[], afterEach?: (scene: Scene) => void) {
  const stage = new Stage();
  const today = now();
  let time = 0;
  try {
    for (const scene of scenes.toSorted((a, b) => b.daysAgo - a.daysAgo)) {
      const start = Math.max(time, Math.round(today - scene.daysAgo * DAY_MS));
      const began = performance.now();
      setClock(() => start + Math.floor(performance.now() - began));
      await scene.act(stage);
      afterEach?.(scene);
      time = now();
    }
  } finally {
    setClock();
  }
}
