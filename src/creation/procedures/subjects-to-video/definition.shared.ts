import { ASPECT, GENERATED_VIDEO, RESOLUTION, SECONDS, VIDEO_FORM } from '../common.shared.js';
import { defineProcedure } from '../define.shared.js';
import { ofImages, videoPlan, videoShape } from '../sizes.shared.js';

/** One to four images' subjects in a scene of the prompt. */
export const definition = defineProcedure(
  {
    id: 'video.createVideoBySubjects',
    key: 'cast',
    href: '/tools/subjects',
    ...VIDEO_FORM,
    prompt: 'required',
    slots: { subject: { takes: ['image'], min: 1, max: 4 } },
    reads: 'subjects',
    options: { aspect: ASPECT, seconds: SECONDS, resolution: RESOLUTION },
    provenance: 'composed',
    formType: 'subject_video',
    needs: { subject: 'subject' },
    models: [{ id: 'puppet-stage', name: 'Puppet stage', typicalMs: 30_000, longSide: 1_280, cost: GENERATED_VIDEO }],
  },
  {
    plan: ({ aspect, resolution, seconds }, sources) =>
      ofImages(sources, () => videoPlan(videoShape(aspect, resolution), seconds)),
  },
);
