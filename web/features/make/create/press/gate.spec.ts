import { beforeEach, describe, expect, it } from '@jest/globals';
import { entitlementsOf } from '@src/billing/plans/entitlements.shared';
import { allowedTo } from '@src/creation/tasks/submit/allowed.shared';
import type { VideoTemplate } from '@src/engine/options.shared';
import type { Params, Resolution } from '@src/creation/procedures/params.shared';
import { closeAllPopups, currentPopup } from '@/lib/popups/queue';
import { missingPlan, offersPlan } from './gate';

const FREE = entitlementsOf(undefined, 0);
const image: Params = { procedure: 'text2Image.create', style: 'natural', aspect: '1:1' };
const video = (resolution: Resolution): Params => ({
  procedure: 'video.createVideoByImage',
  motion: 'drift',
  reach: 1,
  seconds: 3,
  resolution,
});
const extension: Params = { procedure: 'video.videoExtender', added: 3 };
const effect = (template: VideoTemplate): Params => ({
  procedure: 'video.createVideoByTemplate',
  template,
  aspect: '4:5',
  seconds: 3,
  resolution: '480p',
});
const before = (camera: 'path' | 'orbit'): Params => ({
  procedure: 'video.createVideoByImageV2',
  camera,
  reach: 1,
  across: 0.5,
  up: 0,
  closer: 0,
  roll: 0,
  easing: 'smooth',
  seconds: 3,
  resolution: '720p',
});
const free = allowedTo({ email: 'ada@example.org', roles: [] }, FREE);

beforeEach(closeAllPopups);

describe('what belongs to plans', () => {
  it.each([
    ['a visitor', allowedTo({ roles: [] }, FREE), true],
    ['somebody without a plan', free, true],
    ['an admin', allowedTo({ roles: ['admin'] }, FREE), false],
    ['a subscriber', allowedTo({ email: 'ada@example.org', roles: [] }, { ...FREE, tier: 'basic' }), false],
    ['somebody who is not known yet', undefined, false],
  ])(
    'asks %s for a plan: a model of plans, also to extend a video, an effect of plans, a path for the camera, and a video finer than 720p',
    (_who, allowance, asks) => {
      expect(missingPlan({ tier: 'pro' }, image, allowance)).toBe(asks ? 'ProFeature' : undefined);
      expect(missingPlan({ tier: 'pro' }, extension, allowance)).toBe(asks ? 'Extend' : undefined);
      expect(missingPlan({ tier: 'free' }, video('1080p'), allowance)).toBe(asks ? 'VideoMode' : undefined);
      expect(missingPlan({ tier: 'free' }, effect('kaleidoscope'), allowance)).toBe(asks ? 'Template' : undefined);
      expect(missingPlan({ tier: 'free' }, before('path'), allowance)).toBe(asks ? 'AdvancedCamera' : undefined);
      expect(
        [image, video('720p'), effect('snow'), before('orbit')].map((params) =>
          missingPlan({ tier: 'free' }, params, allowance),
        ),
      ).toEqual([undefined, undefined, undefined, undefined]);
    },
  );

  it('opens the offer of a plan, and none for what is open to everybody', () => {
    expect(offersPlan({ tier: 'free' }, image, free)).toBe(false);
    expect(currentPopup()).toBeUndefined();
    expect(offersPlan({ tier: 'pro' }, image, free)).toBe(true);
    expect(currentPopup()).toMatchObject({ name: 'upgradePlan', props: { reason: 'ProFeature' } });
  });
});
