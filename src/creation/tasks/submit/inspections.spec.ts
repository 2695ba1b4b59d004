import { describe, expect, it } from '@jest/globals';
import type { Inspection } from '../../../engine/inspection.shared.js';
import type { UserId } from '../../../kernel/ids.js';
import type { BlobHash } from '../../../platform/blobs/port.js';
import type { FairSemaphoreOptions } from '../../../platform/concurrency/semaphore.js';
import { Inspections } from './inspections.js';

const REFUSED: Inspection = { refusal: { identifier: 'NO_FACE_FOUND', params: { input: 'image' } } };
// Any digest will do: only equality counts.
const source = (role: 'image' | 'face', hash = 'a', type = 'image/png') => ({ role, hash: hash as BlobHash, type });

// The id's form does not matter here.
const [ann, ben] = ['ann' as UserId, 'ben' as UserId];

function inspections(answer: (need: string) => Promise<Inspection>, ...queue: readonly FairSemaphoreOptions[]) {
  const requested: string[] = [];
  const made = new Inspections(
    {
      blobs: {
        read: async (hash) =>
          hash === 'gone'
            ? undefined
            : (async function* () {
                yield new Uint8Array([1]);
              })(),
      },
      inspector: {
        inspect: (_image, need, input) => {
          requested.push(`${need} ${input}`);
          return answer(need);
        },
      },
    },
    ...queue,
  );
  return { made, requested };
}

describe('inspections of sources', () => {
  it('ask what the slot needs, once for each content, and give the first refusal', async () => {
    const { made, requested } = inspections(async (need) => (need === 'faces' ? REFUSED : {}));
    expect(await made.of(ann, 'imageTools.faceSwap', source('image'))).toEqual({ ok: true, value: REFUSED });
    expect(await made.refusalOf(ann, 'imageTools.faceSwap', [source('face'), source('image')])).toMatchObject({
      identifier: 'NO_FACE_FOUND',
      params: { input: 'image' },
    });
    expect(requested).toEqual(['faces image', 'own-face face']);
    await made.of(ann, 'imageTools.faceSwap', source('image', 'b'));
    expect(requested).toHaveLength(3);
  });

  it('ask for the shoulders, too, where the model works by body landmarks', async () => {
    const { made, requested } = inspections(async (need) => (need === 'posed-wearer' ? REFUSED : {}));
    const person = source('image');
    expect(await made.refusalOf(ann, 'template2Image.modelFitting', [person], 'fitting')).toBeUndefined();
    expect(await made.refusalOf(ann, 'template2Image.modelFitting', [person], 'fitting-movenet-1')).toMatchObject({
      identifier: 'NO_FACE_FOUND',
    });
    expect(requested).toEqual(['wearer image', 'posed-wearer image']);
  });

  it('pass what has no requirement, a video, and an image that could not be inspected, which is tried again', async () => {
    const { made, requested } = inspections(() => Promise.reject(new Error('the child process exited')));
    expect(await made.of(ann, 'imageTools.upscale', source('image'))).toEqual({ ok: true, value: {} });
    expect(await made.of(ann, 'imageTools.faceSwap', source('image', 'a', 'video/mp4'))).toEqual({
      ok: true,
      value: {},
    });
    expect(requested).toEqual([]);
    for (let time = 0; time < 2; time += 1)
      expect(await made.refusalOf(ann, 'imageTools.faceSwap', [source('face')])).toBeUndefined();
    expect(requested).toHaveLength(2);
  });

  it('say that a file is gone', async () => {
    const { made } = inspections(async () => ({}));
    expect(await made.of(ann, 'imageTools.faceSwap', source('image', 'gone'))).toMatchObject({
      ok: false,
      error: { identifier: 'IMAGE_NOT_FOUND', params: { input: 'image' } },
    });
    expect(await made.refusalOf(ann, 'imageTools.faceSwap', [source('image', 'gone')])).toMatchObject({
      identifier: 'IMAGE_NOT_FOUND',
    });
  });

  it('let a few images of one owner wait, and serve another owner first', async () => {
    const answers: (() => void)[] = [];
    const { made, requested } = inspections(
      () =>
        new Promise((resolve) => {
          answers.push(() => {
            resolve({});
          });
        }),
      { permits: 1, maxWaitingPerKey: 2, maxWaiting: 10 },
    );
    const answer = async () => {
      await new Promise(setImmediate);
      answers.shift()?.();
    };
    const of = (owner: UserId, hash: string) => made.of(owner, 'imageTools.faceSwap', source('image', hash));
    const [first, second, third] = [of(ann, 'a'), of(ann, 'b'), of(ann, 'c')];
    expect(await of(ann, 'd')).toMatchObject({
      ok: false,
      error: { identifier: 'AI_RATE_LIMIT', params: { seconds: 30 } },
    });
    const other = made.of(ben, 'imageTools.faceSwap', source('face', 'e'));
    for (let time = 0; time < 4; time += 1) await answer();
    expect(await Promise.all([first, second, third, other])).toEqual(Array(4).fill({ ok: true, value: {} }));
    expect(requested.indexOf('own-face face')).toBe(1);
    // Refused once, not for ever.
    const again = of(ann, 'd');
    await answer();
    expect(await again).toEqual({ ok: true, value: {} });
  });
});
