import { describe, expect, it } from '@jest/globals';
import type { Inspection } from '../../../engine/inspection.shared.js';
import type { BlobHash } from '../../../platform/blobs/port.js';
import { Inspections } from './inspections.js';

const REFUSED: Inspection = { refusal: { identifier: 'NO_FACE_FOUND', params: { input: 'image' } } };
// Any digest will do: only equality counts.
const source = (role: 'image' | 'face', hash = 'a', type = 'image/png') => ({ role, hash: hash as BlobHash, type });

function inspections(answer: (need: string) => Promise<Inspection>) {
  const requested: string[] = [];
  const made = new Inspections({
    blobs: { read: async (hash) => (hash === 'gone' ? undefined : (async function* () { yield new Uint8Array([1]); })()) },
    inspector: { inspect: (_image, need, input) => { requested.push(`${need} ${input}`); return answer(need); } },
  });
  return { made, requested };
}

describe('inspections of sources', () => {
  it('ask what the slot needs, once for each content, and give the first refusal', async () => {
    const { made, requested } = inspections(async (need) => (need === 'faces' ? REFUSED : {}));
    expect(await made.of('imageTools.faceSwap', source('image'))).toEqual(REFUSED);
    expect(await made.refusalOf('imageTools.faceSwap', [source('face'), source('image')])).toMatchObject({ identifier: 'NO_FACE_FOUND', params: { input: 'image' } });
    expect(requested).toEqual(['faces image', 'own-face face']);
    await made.of('imageTools.faceSwap', source('image', 'b'));
    expect(requested).toHaveLength(3);
  });

  it('pass what has no requirement, a video, a missing file, and an image that could not be inspected, which is tried again', async () => {
    const { made, requested } = inspections(() => Promise.reject(new Error('the child process exited')));
    expect(await made.of('imageTools.upscale', source('image'))).toEqual({});
    expect(await made.of('imageTools.faceSwap', source('image', 'a', 'video/mp4'))).toEqual({});
    expect(await made.of('imageTools.faceSwap', source('image', 'gone'))).toEqual({});
    expect(requested).toEqual([]);
    for (let time = 0; time < 2; time += 1) expect(await made.refusalOf('imageTools.faceSwap', [source('face')])).toBeUndefined();
    expect(requested).toHaveLength(2);
  });
});
