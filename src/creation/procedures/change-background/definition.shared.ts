import { IMAGE_FORM, maybe, one, perImage, STYLE } from '../common.shared.js';
import { defineProcedure } from '../define.shared.js';
import { imagePlan, ofImage } from '../sizes.shared.js';

/** The subject of an image before a scene of the prompt, another image or a colour. */
export const definition = defineProcedure(
  {
    id: 'imageTools.backgroundChanger',
    key: 'backdrop',
    href: '/tools/background-changer',
    ...IMAGE_FORM,
    prompt: 'optional',
    negativePrompt: false,
    emptyPrompt: 'nothing-drawn',
    seeded: true,
    failure: 'BACKGROUND_CHANGER_FAILED',
    slots: { image: one('image'), background: maybe('image') },
    reads: 'scene',
    options: {
      behind: { kind: 'choice', values: ['prompt', 'image', 'colour'], initial: 'prompt' },
      style: STYLE,
      colour: { kind: 'colour', initial: '#e9e4dc' },
    },
    formerly: ['background'],
    provenance: 'composed',
    formType: 'background_change',
    result: { differsFrom: 'image' },
    needs: { image: 'subject' },
    experimental: true,
    remote: {
      operations: ['replace-background', 'edit'],
      instruction:
        'Replace the background of this image. New background: {prompt}. Keep the subject exactly as it is, and match the light.',
    },
    models: [
      { id: 'backdrop', name: 'Backdrop', typicalMs: 10_000, longSide: 4_096, cost: perImage(1, 4_096 * 4_096) },
    ],
  },
  {
    plan: (_options, sources) => ofImage(sources, imagePlan),
    demand: ({ behind }) => ({
      prompt: behind === 'prompt' ? 'required' : 'none',
      slots: { background: behind === 'image' ? 'required' : 'ignored' },
    }),
    remoteProblem: ({ behind }) => (behind === 'prompt' ? undefined : 'engine-words-only'),
    drawing: ({ behind, style }) => (behind === 'prompt' ? { style } : {}),
    // `background` was once a single setting: an object with a kind in stored tasks, a flat value in recipes and URLs.
    upgrade: ({ background, ...rest }) => {
      if (typeof background === 'string') return { ...rest, behind: background };
      return typeof background === 'object' && background !== null && 'kind' in background
        ? { ...rest, ...background, behind: background.kind }
        : rest;
    },
    unused: ({ behind }) => [...(behind === 'prompt' ? [] : ['style']), ...(behind === 'colour' ? [] : ['colour'])],
  },
);
