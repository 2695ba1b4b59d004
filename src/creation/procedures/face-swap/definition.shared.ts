import { IMAGE_FORM, one, perImage } from '../common.shared.js';
import { defineProcedure } from '../define.shared.js';
import { imagePlan, ofImage } from '../sizes.shared.js';

/** One image's face in another image. */
export const definition = defineProcedure(
  {
    id: 'imageTools.faceSwap',
    key: 'faceSwap',
    href: '/tools/face-swap',
    ...IMAGE_FORM,
    likeness: true,
    slots: { image: one('image'), face: one('image') },
    failure: 'FACE_SWAP_FAILED',
    needs: { image: 'faces', face: 'own-face' },
    experimental: true,
    remote: { operations: ['face-swap'] },
    options: { faces: { kind: 'choice', values: ['largest', 'all'], initial: 'largest' } },
    provenance: 'composed',
    formType: 'face_swap',
    result: { differsFrom: 'image', face: true },
    models: [
      { id: 'face-swap', name: 'Face swap', typicalMs: 7_000, longSide: 4_096, cost: perImage(1, 4_096 * 4_096) },
    ],
  },
  {
    plan: (_options, sources) => ofImage(sources, imagePlan),
    remoteProblem: ({ faces }) => (faces === 'all' ? 'engine-one-face' : undefined),
  },
);
