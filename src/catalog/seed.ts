import type { ModelView } from './model.shared.js';

/** Raised whenever a price below changes: a price shown from an older seed is compared with the new one. */
export const PRICE_VERSION = 1;

/**
 * Every model the product offers, in the order in which the picker shows them; the operator's to change. The two that
 * need nothing else installed are named for what they are: a preview engine that draws scenes, no generative model.
 */
export const SEED: readonly ModelView[] = [
  {
    id: 'preview',
    name: 'Preview engine',
    procedures: ['text2Image.create'],
    tier: 'free',
    engine: 'local',
    typicalMs: 2_500,
    cost: { base: 0, perOutput: 1, perSecond: 0, resolution: [{ upToPixels: 1_024 * 1_024, percent: 100 }] },
    priceVersion: PRICE_VERSION,
    longSide: 1_024,
  },
  {
    id: 'preview-fine',
    name: 'Preview engine Fine',
    procedures: ['text2Image.create'],
    tier: 'free',
    engine: 'local',
    typicalMs: 5_500,
    cost: { base: 0, perOutput: 3, perSecond: 0, resolution: [{ upToPixels: 1_536 * 1_536, percent: 100 }] },
    priceVersion: PRICE_VERSION,
    longSide: 1_536,
  },
];
