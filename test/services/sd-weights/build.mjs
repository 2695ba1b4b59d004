// `node build.mjs OUT` writes random weights of the shape of SDXS-512 (610 tensors, 883 MB as binary16) as safetensors
// into the file OUT. What a server makes with them is noise, the same for the same seed.
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';

const shapes = Object.entries(JSON.parse(readFileSync(new URL('shapes.json', import.meta.url), 'utf8')));
const sizeOf = (shape) => shape.reduce((product, side) => product * side, 1);

/** Random numbers are drawn once and repeated: a weight is one of these, scaled to its tensor. */
const DRAWN = 1 << 18;

/** Bits of a small number as binary16; what is too small becomes zero. */
const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);
function half(value) {
  float[0] = value;
  const exponent = ((bits[0] >>> 23) & 255) - 112;
  const sign = (bits[0] >>> 16) & 0x8000;
  return exponent <= 0 ? sign : sign | (exponent << 10) | ((bits[0] >>> 13) & 1023);
}

let state = 7;
function uniform() {
  state = (state * 1_664_525 + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}
const normal = Float32Array.from(
  { length: DRAWN },
  () => Math.sqrt(-2 * Math.log(uniform() + 1e-12)) * Math.cos(2 * Math.PI * uniform()),
);

/** Blocks by scale: few tensors differ in it. */
const blocks = new Map();
function blockOf(name, shape) {
  const isFlat = shape.length === 1;
  const key = name.endsWith('bias')
    ? 'zero'
    : isFlat && name.includes('norm')
      ? 'one'
      : String(isFlat ? sizeOf(shape) : sizeOf(shape) / shape[0]);
  const valueAt = { zero: () => 0, one: () => 1 }[key] ?? ((place) => normal[place] / Math.sqrt(Number(key)));
  if (!blocks.has(key))
    blocks.set(key, Buffer.from(Uint16Array.from({ length: DRAWN }, (_, place) => half(valueAt(place))).buffer));
  return blocks.get(key);
}

let offset = 0;
const header = Object.fromEntries(
  shapes.map(([name, shape]) => {
    const begin = offset;
    offset += 2 * sizeOf(shape);
    return [name, { dtype: 'F16', shape, data_offsets: [begin, offset] }];
  }),
);
const text = JSON.stringify(header);
const padded = Buffer.from(text.padEnd(Math.ceil(text.length / 8) * 8));
const length = Buffer.alloc(8);
length.writeBigUInt64LE(BigInt(padded.length));

const out = createWriteStream(process.argv[2]);
const write = async (part) => out.write(part) || once(out, 'drain');
await write(length);
await write(padded);
for (const [name, shape] of shapes) {
  const block = blockOf(name, shape);
  for (let left = 2 * sizeOf(shape); left > 0; left -= block.length)
    await write(block.subarray(0, Math.min(block.length, left)));
}
out.end();
await once(out, 'finish');
