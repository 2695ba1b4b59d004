import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KOKORO_RATE, STEP, STYLE, withNetwork } from './network.js';
import { speakByKokoro } from './speak.js';

/**
 * A runtime with the interface of onnxruntime-web: its network sings a tone for each symbol, as loud as the style says.
 * It shows the thread and its messages, which are the same for the real one.
 */
const RUNTIME = `
export const env = { wasm: {} };
export class Tensor { constructor(type, data, dims) { Object.assign(this, { type, data, dims }); } }
export const InferenceSession = {
  create: async (model, { executionProviders }) => {
    if (executionProviders[0] !== 'wasm' || env.wasm.numThreads !== 1 || env.wasm.wasmBinary[0] !== 7) throw new Error('not set up');
    if (!Buffer.from(model).includes('/encoder/Clip_output_0')) throw new Error('durations are no output');
    return { run: async ({ tokens, style, speed }) => {
      if (tokens.type !== 'int64' || style.dims[1] !== ${STYLE} || speed.data[0] !== 1) throw new Error('other inputs');
      const durations = Float32Array.from(tokens.data, (token) => (token === 0n ? 10 : 4));
      const sound = new Float32Array(durations.reduce((sum, one) => sum + one, 0) * ${STEP});
      for (let at = 10 * ${STEP}; at < sound.length - 10 * ${STEP}; at += 1) sound[at] = style.data[0] * Math.sin(at / 10);
      return { audio: { data: sound }, '/encoder/Clip_output_0': { data: durations } };
    } };
  },
};`;

describe('the thread of Kokoro’s network', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kokoro-'));
    await mkdir(join(folder, 'voices'));
    await writeFile(join(folder, 'ort.wasm.min.mjs'), RUNTIME);
    await writeFile(join(folder, 'ort-wasm-simd-threaded.wasm'), Uint8Array.of(7));
    await writeFile(join(folder, 'model.onnx'), Uint8Array.of(0x08, 9, 0x3a, 0));
    // The style of n symbols begins with n tenths.
    await writeFile(
      join(folder, 'voices', 'af_heart.bin'),
      Float32Array.from({ length: 40 * STYLE }, (_, index) => (index % STYLE === 0 ? index / STYLE / 10 : 0)),
    );
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('says what it is given with the style for its length, several times', async () => {
    const [three, five] = await withNetwork(
      folder,
      async (say) => [
        await say({ tokens: [0, 50, 51, 52, 0], voice: 'af_heart' }),
        await say({ tokens: [0, 50, 51, 52, 53, 54, 0], voice: 'af_heart' }),
      ],
      [],
    );
    expect(three.durations).toEqual([10, 4, 4, 4, 10]);
    expect(three.sound).toHaveLength(32 * STEP);
    expect(Math.max(...three.sound)).toBeCloseTo(0.3, 2);
    expect(Math.max(...five.sound)).toBeCloseTo(0.5, 2);
  });

  it('fails when the files cannot be used, and when it is asked for a voice that is absent', async () => {
    await expect(withNetwork(folder, (say) => say({ tokens: [0, 50, 0], voice: 'im_nicola' }), [])).rejects.toThrow(
      'Kokoro failed',
    );
    await expect(
      withNetwork(join(folder, 'none'), (say) => say({ tokens: [0, 50, 0], voice: 'af_heart' }), []),
    ).rejects.toThrow();
  });

  it('ends with the work, also when that fails', async () => {
    let later: unknown;
    await withNetwork(
      folder,
      (say) => {
        later = say;
        return Promise.resolve();
      },
      [],
    );
    // What `withNetwork` gave to the work.
    await expect(
      (later as Parameters<Parameters<typeof withNetwork>[1]>[0])({ tokens: [0, 50, 0], voice: 'af_heart' }),
    ).rejects.toThrow();
    await expect(withNetwork(folder, () => Promise.reject(new Error('the work failed')), [])).rejects.toThrow(
      'the work failed',
    );
  });

  it('is loaded only from files that are those of the list, and verifies them once in a process', async () => {
    const pinned = async (path: string) => {
      const bytes = await readFile(join(folder, path));
      return { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), from: [] };
    };
    const files = [await pinned('ort.wasm.min.mjs'), await pinned('model.onnx')];
    const said = () => withNetwork(folder, (say) => say({ tokens: [0, 50, 0], voice: 'af_heart' }), files);
    await writeFile(join(folder, 'ort.wasm.min.mjs'), `${RUNTIME} `);
    await expect(said()).rejects.toMatchObject({
      identifier: 'ENGINE_UNAVAILABLE',
      params: { reason: 'damaged', file: 'ort.wasm.min.mjs' },
    });
    await writeFile(join(folder, 'ort.wasm.min.mjs'), RUNTIME);
    expect((await said()).durations).toEqual([10, 4, 10]);
    await writeFile(join(folder, 'model.onnx'), Uint8Array.of(0x08, 9, 0x3a, 0, 0x08, 9));
    expect((await said()).durations).toEqual([10, 4, 10]);
  });

  it('refuses speech when it fails', async () => {
    const failing = (): Promise<never> => Promise.reject(new Error('out of memory'));
    await expect(speakByKokoro('...', { language: 'en', voice: 'af_heart' }, failing)).rejects.toMatchObject({
      identifier: 'INPUT_INVALID_FOR_SERVICE',
    });
    expect(KOKORO_RATE % STEP).toBe(0);
  });
});
