// SHA-256 (FIPS 180-4). WebCrypto's is asynchronous, and the trees of logs need thousands of small hashes in order.

const FIRST_PRIMES = 64;

/** The first 32 bits of the fractional parts of roots of the first primes. */
function constants(): { k: Uint32Array; initial: Uint32Array } {
  const fraction = (root: number) => ((root % 1) * 2 ** 32) >>> 0;
  const primes: number[] = [];
  for (let candidate = 2; primes.length < FIRST_PRIMES; candidate += 1) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return {
    k: Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
    initial: Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
  };
}

const { k, initial } = constants();
const schedule = new Uint32Array(64);

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by));
const at = (words: Uint32Array, index: number) => words[index] as number;

function addBlock(state: Uint32Array, view: DataView, offset: number) {
  for (let i = 0; i < 16; i += 1) schedule[i] = view.getUint32(offset + i * 4);
  for (let i = 16; i < 64; i += 1) {
    const [near, far] = [at(schedule, i - 2), at(schedule, i - 15)];
    const small = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3);
    const large = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10);
    schedule[i] = at(schedule, i - 16) + small + at(schedule, i - 7) + large;
  }
  let [a, b, c, d] = [at(state, 0), at(state, 1), at(state, 2), at(state, 3)];
  let [e, f, g, h] = [at(state, 4), at(state, 5), at(state, 6), at(state, 7)];
  for (let i = 0; i < 64; i += 1) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + sum1 + ((e & f) ^ (~e & g)) + at(k, i) + at(schedule, i)) | 0;
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  const added = [a, b, c, d, e, f, g, h];
  for (const [index, word] of added.entries()) state[index] = at(state, index) + word;
}

const BLOCK = 64;

/** The SHA-256 of some bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const state = initial.slice();
  const whole = bytes.length - (bytes.length % BLOCK);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let offset = 0; offset < whole; offset += BLOCK) addBlock(state, view, offset);
  const rest = bytes.subarray(whole);
  const tail = new Uint8Array(rest.length + 9 > BLOCK ? 2 * BLOCK : BLOCK);
  tail.set(rest);
  tail[rest.length] = 0x80;
  const end = new DataView(tail.buffer);
  end.setBigUint64(tail.length - 8, BigInt(bytes.length) * 8n);
  for (let offset = 0; offset < tail.length; offset += BLOCK) addBlock(state, end, offset);
  const digest = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) digest.setUint32(index * 4, word);
  return new Uint8Array(digest.buffer);
}
