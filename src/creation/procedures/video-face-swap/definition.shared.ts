import { productError } from '../../../kernel/errors.shared.js';
import { err } from '../../../kernel/result.js';
import { IMAGE_FORM, one, perSecond } from '../common.shared.js';
import { defineProcedure } from '../define.shared.js';
import { asLongVideo, imagePlan, MIN_SIDE, ofVideo, tooSmall, VIDEO_USED } from '../sizes.shared.js';

/** One image's face in an image or a video. */
export const definition = defineProcedure(
  {
    id: 'task.createFaceSwapTask',
    key: 'swapFaces',
    href: '/tools/video-face-swap',
    ...IMAGE_FORM,
    makes: 'as-given',
    likeness: true,
    slots: { target: one('image', 'video'), face: one('image') },
    failure: 'FACE_SWAP_FAILED',
    options: { faces: { kind: 'choice', values: ['largest', 'all'], initial: 'largest' } },
    provenance: 'composed',
    formType: 'face_swap_task',
    result: { face: true },
    needs: { target: 'faces', face: 'own-face' },
    experimental: true,
    models: [
      {
        id: 'face-tracks',
        name: 'Face tracks',
        typicalMs: 60_000,
        longSide: 1_280,
        cost: perSecond([[4_096 * 4_096, 100]], 1),
      },
    ],
  },
  {
    /** An image keeps its size; a video is scaled down to the model's maximum. */
    plan: (_options, sources, longSide) => {
      const target = sources.find(({ role }) => role === 'target');
      if (target === undefined) return err(productError('IMAGE_NOT_FOUND', { input: 'target' }));
      if (target.seconds !== undefined)
        return ofVideo(sources, (video) => asLongVideo(video, longSide), VIDEO_USED, 'target');
      return Math.min(target.width, target.height) < MIN_SIDE ? tooSmall('target') : imagePlan(target);
    },
  },
);
