/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, section 4.2.2). */
const K = new Uint32Array(64);
/** … and of the square roots of the first 8 (section 5.3.3). */
const START = new Uint32Array(8);

const fraction = (root: number): number => ((root - Math.floor(root)) * 4_294_967_296) >>> 0;
for (let candidate = 2, found = 0; found < 64; candidate++) {
  let prime = true;
  for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) prime = false;
  if (!prime) continue;
  K[found] = fraction(Math.cbrt(candidate));
  if (found < 8) START[found] = fraction(Math.sqrt(candidate));
  found += 1;
}

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));
const at = (words: Uint32Array, index: number): number => words[index] ?? 0;

/** The message with its padding and its length in bits (section 5.1.1). */
function padded(message: Uint8Array): DataView {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(message.length / 0x2000_0000));
  view.setUint32(bytes.length - 4, message.length << 3);
  return view;
}

/** The message schedule of one block (section 6.2.2, step 1). */
function schedule(view: DataView, offset: number): Uint32Array {
  const w = new Uint32Array(64);
  for (let i = 0; i < 16; i++) w[i] = view.getUint32(offset + i * 4);
  for (let i = 16; i < 64; i++) {
    const a = at(w, i - 15);
    const b = at(w, i - 2);
    w[i] =
      at(w, i - 16) + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + at(w, i - 7) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
  }
  return w;
}

/** One block folded into the state (section 6.2.2, steps 2 to 4). */
function fold(state: Uint32Array, w: Uint32Array): void {
  const s = state.slice();
  for (let i = 0; i < 64; i++) {
    const [a, b, c, e, f, g] = [at(s, 0), at(s, 1), at(s, 2), at(s, 4), at(s, 5), at(s, 6)];
    const one = at(s, 7) + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + at(K, i) + at(w, i);
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    s.copyWithin(1, 0, 7);
    s[4] = at(s, 4) + one;
    s[0] = one + two;
  }
  for (let i = 0; i < 8; i++) state[i] = at(state, i) + at(s, i);
}

/**
 * SHA-256 (FIPS 180-4) in plain arithmetic. Browsers provide no `crypto.subtle` on a plain http address other than
 * localhost.
 * @returns lower-case hex
 */
export function sha256(message: Uint8Array): string {
  const state = START.slice();
  const view = padded(message);
  for (let offset = 0; offset < view.byteLength; offset += 64) fold(state, schedule(view, offset));
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}
