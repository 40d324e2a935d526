import { startServer } from '#tests/support/server.ts';

const TRIES = 300;
const PARALLEL = 200;
const KNOWN = 'known@people.example';

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

let addresses = 0;
/** Each attempt comes from its own address, so that no lockout interferes. */
const nextAddress = () => {
  addresses += 1;
  return `198.18.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
};

async function call(url: string, path: string, body: unknown, address = nextAddress()) {
  const started = performance.now();
  const answer = await fetch(`${url}/api/v1/users/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return { ms: performance.now() - started, answer: `${answer.status} ${text}`, status: answer.status };
}

const CALLS = {
  login: (email: string) => ({ email, password: 'not the right password' }),
  register: (email: string) => ({
    name: 'Somebody',
    email,
    password: 'blue-heron-over-fen',
    role: 'individual',
  }),
  'forgot-password': (email: string) => ({ email }),
};

/** Compares responses and times for addresses with and without an account, in alternating attempts. */
async function compare(url: string, path: keyof typeof CALLS) {
  const times = { known: [] as number[], unknown: [] as number[] };
  const answers = { known: new Set<string>(), unknown: new Set<string>() };
  for (let n = 0; n < TRIES; n += 1) {
    // The order alternates too, so that neither side always comes second.
    for (const side of n % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const email = side === 'known' ? KNOWN : `unknown-${path}-${n}@people.example`;
      const { ms, answer } = await call(url, path, CALLS[path](email));
      times[side].push(ms);
      answers[side].add(answer);
    }
  }
  const [known, unknown] = [median(times.known), median(times.unknown)];
  const same = [...answers.known].join() === [...answers.unknown].join() && answers.known.size === 1;
  const apart = Math.abs(known - unknown);
  console.log(
    `${path.padEnd(16)} known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms, apart ${apart.toFixed(2)} ms${apart < 5 ? '' : ' (over 5)'}, answers ${same ? 'the same' : 'DIFFERENT'}`,
  );
}

/** Sends many wrong logins to one account at once, while another client keeps opening the start page. */
async function flood(url: string) {
  const pages: number[] = [];
  let flooding = true;
  const reader = (async () => {
    while (flooding) {
      const started = performance.now();
      await (await fetch(`${url}/`)).text();
      pages.push(performance.now() - started);
    }
  })();
  const address = nextAddress();
  const started = performance.now();
  const answers = await Promise.all(
    Array.from({ length: PARALLEL }, () => call(url, 'login', CALLS.login(KNOWN), address)),
  );
  const took = performance.now() - started;
  flooding = false;
  await reader;
  const checked = answers.filter(({ answer }) => !answer.includes('disabled for 1 hour due')).length;
  console.log(
    `${PARALLEL} wrong logins at once: ${took.toFixed(0)} ms, ${checked} passwords checked; GET / meanwhile ${pages.length} times, p95 ${percentile(pages, 0.95).toFixed(0)} ms`,
  );
}

/** Prints medians for addresses with and without an account, and how a flood of wrong logins slows other requests. */
export async function run() {
  const server = await startServer({ env: { RATE_LIMITS: 'off', TRUST_PROXY: '1', LOG_LEVEL: 'error' } });
  try {
    await call(server.url, 'register', CALLS.register(KNOWN));
    for (let n = 0; n < 30; n += 1) await call(server.url, 'login', CALLS.login(KNOWN));
    for (const path of Object.keys(CALLS) as (keyof typeof CALLS)[]) await compare(server.url, path);
    await flood(server.url);
  } finally {
    await server.stop();
  }
}
