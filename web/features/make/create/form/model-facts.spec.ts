import { describe, expect, it } from '@jest/globals';
import { emptyDraft } from '../draft/draft';
import { isExperimental, limitsOf, speedOf } from './model-facts';

const model = { id: 'preview', typicalMs: 2_500, longSide: 1_024 };
const task = (
  ms: number,
  change: { readonly model?: string; readonly status?: 'succeeded' | 'failed'; readonly outputs?: number } = {},
) => ({
  procedure: 'text2Image.create' as const,
  input: { prompt: '', negativePrompt: '', model: change.model ?? 'preview', count: 1, seed: 1 },
  status: change.status ?? ('succeeded' as const),
  startedAt: 1_000,
  finishedAt: 1_000 + ms,
  outputs: Array.from({ length: change.outputs ?? 1 }, (_none, index) => ({
    index,
    state: 'pending' as const,
    seed: index,
    stage: 'waiting' as const,
    percent: 0,
  })),
});

describe('what is told of a model', () => {
  it('is how long the last creations took, an output, once there are two of them', () => {
    expect(speedOf(model, 'text2Image.create', [task(9_000)])).toEqual({ ms: 2_500 });
    expect(
      speedOf(model, 'text2Image.create', [
        task(9_000),
        task(4_000, { status: 'failed' }),
        task(1_000, { model: 'other' }),
      ]),
    ).toEqual({ ms: 2_500 });
    expect(speedOf(model, 'text2Image.create', [task(9_000), task(4_000), task(12_000, { outputs: 4 })])).toEqual({
      ms: 4_000,
      measured: 3,
    });
    // One slow task on a busy day must not change the typical time, and neither must old tasks.
    expect(
      speedOf(model, 'text2Image.create', [...Array.from({ length: 9 }, () => task(3_000)), task(600_000)]),
    ).toEqual({ ms: 3_000, measured: 9 });
    expect(speedOf(model, 'image2Image.create', [task(9_000), task(4_000)])).toEqual({ ms: 2_500 });
  });

  it('is whether its results are experimental, until a connected engine makes them', () => {
    expect(isExperimental('template2Image.modelFitting', { engine: 'local' })).toBe(true);
    expect(isExperimental('template2Image.modelFitting', { engine: 'remote' })).toBe(false);
    expect(isExperimental('template2Image.modelFitting', undefined)).toBe(false);
    expect(isExperimental('imageTools.upscale', { engine: 'local' })).toBe(false);
  });

  it('is what it takes and makes at most', () => {
    expect(
      limitsOf(model, { procedure: 'text2Image.create', draft: emptyDraft('text2Image.create'), given: {} }),
    ).toEqual({ longSide: 1_024 });
    expect(
      limitsOf(model, { procedure: 'video.videoExtender', draft: emptyDraft('video.videoExtender'), given: {} }),
    ).toEqual({ longSide: 1_024, video: { min: 3, max: 180 } });
    expect(
      limitsOf(
        { longSide: 4_096 },
        {
          procedure: 'video.upscaleVideo',
          draft: { ...emptyDraft('video.upscaleVideo'), options: { width: 3_840 } },
          given: {},
        },
      ),
    ).toEqual({ longSide: 4_096, video: { min: 3, max: 60 } });
  });
});
