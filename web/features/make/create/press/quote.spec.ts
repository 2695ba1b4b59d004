import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ModelView } from '@src/catalog/model.shared';
import {
  FORMS,
  PROCEDURES,
  rolesOf,
  slotsOf,
  type ProcedureName,
  type SourceRole,
} from '@src/creation/procedures/params.shared';
import { emptyDraft, type Draft } from '../draft/draft';
import { firstDraft } from '../draft/first-draft';
import { placed, type Given, type GivenTo } from '../draft/given-inputs';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { pricedModels, type PricedModel } from '@/lib/data/priced-models';
import { byModel, chosenModel, finalOf, priceOf, quoteOf, surchargeShown, waysOut } from './quote';
import { lacksMain, problemOf, type DraftRequest } from '../draft/draft-request';

const model = (id: string, perOutput: number): ModelView => ({
  id,
  name: id,
  procedures: ['text2Image.create'],
  tier: 'free',
  engine: 'local',
  relaxed: false,
  typicalMs: 1_000,
  priceVersion: 1,
  longSide: 1_024,
  cost: {
    base: 0,
    perOutput,
    perSecond: 0,
    resolution: [
      { upToPixels: 1_024 * 1_024, percent: 100 },
      { upToPixels: 4_096 * 4_096, percent: 300 },
    ],
  },
});
const plain = model('plain', 1);
const fine = model('fine', 3);
const models = [plain, fine];
const words = (change: Partial<Draft>): DraftRequest => ({
  procedure: 'text2Image.create',
  draft: { ...emptyDraft('text2Image.create'), ...change },
  given: {},
});
const larger = (side: number): DraftRequest => ({
  procedure: 'imageTools.upscale',
  draft: { ...emptyDraft('imageTools.upscale'), options: { scale: 4 } },
  given: {
    image: {
      ref: { from: 'upload', id: 'a' },
      kind: 'image',
      url: '/api/x',
      width: side,
      height: side,
      name: '',
      bytes: 1,
      notes: [],
    },
  },
});

const image: Given = {
  ref: { from: 'upload', id: 'a' },
  kind: 'image',
  url: '/api/x',
  width: 640,
  height: 480,
  name: '',
  bytes: 1,
  consented: true,
  notes: [],
};
const video: Given = { ...image, kind: 'video', seconds: 5 };
/** What stands in a call's places, with one of each set of them left out. */
function absences(procedure: ProcedureName): readonly GivenTo[] {
  const whole = slotsOf(FORMS[procedure]).flatMap((slot) =>
    rolesOf(slot.name, slot).map((role): readonly [SourceRole, Given] => [
      role,
      slot.takes.includes('image') ? image : video,
    ]),
  );
  return whole
    .reduce<readonly (readonly (readonly [SourceRole, Given])[])[]>(
      (sets, one) => [...sets, ...sets.map((set) => [...set, one])],
      [[]],
    )
    .map((set) => Object.fromEntries(set));
}
/** Dear by what is set, so that an estimate differs from what is held. */
const timed: ModelView = { ...plain, cost: { ...plain.cost, perOutput: 0, perSecond: 1 } };
const draftFor = (procedure: ProcedureName, change: Partial<Draft> = {}): Draft => {
  const draft = firstDraft(procedure, image);
  return {
    ...draft,
    prompt: 'a lake',
    ...change,
    options: {
      ...draft.options,
      ...('headline' in draft.options ? { headline: 'Sale' } : {}),
      ...('resolution' in draft.options ? { resolution: '1080p', seconds: 10 } : {}),
      ...change.options,
    },
  };
};

/** Credits that pay for every model. */
const purse = (credits: number) => ({ available: credits, anyModel: credits });

describe('the price on the button', () => {
  it.each(PROCEDURES)('of %s is the very one that is held, whatever may be left out', (procedure) => {
    let compared = 0;
    for (const behind of ['prompt', 'image'] as const)
      for (const given of absences(procedure)) {
        const request: DraftRequest = {
          procedure,
          draft: draftFor(procedure, procedure === 'imageTools.backgroundChanger' ? { options: { behind } } : {}),
          given,
        };
        if (problemOf(request) !== undefined) continue;
        for (const model of [plain, timed])
          expect(quoteOf(model, request)).toMatchObject({ price: priceOf(model, request) });
        compared += 1;
      }
    expect(compared).toBeGreaterThan(0);
  });
  it('is an estimate only before a needed place is filled, by the length and size that are set', () => {
    const procedure = 'video.createVideoByTemplate';
    const bare = (options: Draft['options']): DraftRequest => ({
      procedure,
      draft: draftFor(procedure, { options }),
      given: {},
    });
    for (const resolution of ['480p', '1080p'])
      for (const aspect of ['1:1', '16:9'])
        for (const seconds of [3, 10]) {
          const estimate = bare({ seconds, resolution, aspect });
          expect(lacksMain(estimate)).toBe(true);
          expect(priceOf(timed, estimate)).toBe(priceOf(timed, { ...estimate, given: { 'subject-3': image } }));
        }
    expect(lacksMain({ ...bare({}), given: { 'subject-2': image } })).toBe(false);
  });
  it('is the catalogue’s, for each image', () => {
    expect(priceOf(fine, words({ count: 4 }))).toBe(12);
  });
  it('goes by the size of what will be made', () => {
    expect(quoteOf(plain, larger(256))).toMatchObject({ price: 1, plan: { width: 1_024, height: 1_024 } });
    expect(quoteOf(plain, larger(512))).toMatchObject({ price: 3 });
  });
  it('is that of a usual image while it is still to be chosen', () => {
    expect(priceOf(plain, { ...larger(512), given: {} })).toBe(1);
  });
  it('is none for what cannot be made, and says why', () => {
    expect(priceOf(plain, larger(2_000))).toBeUndefined();
    expect(quoteOf(plain, larger(2_000))).toMatchObject({ refused: { identifier: 'UPSCALE_SIZE_TOO_LARGE' } });
  });
  it('takes the first model when the one asked for is not offered', () => {
    expect(chosenModel(models, 'gone')).toBe(plain);
    expect(chosenModel(models, 'fine')).toBe(fine);
  });
  it('takes the first that asks for no plan, where there is one', () => {
    const pro = { ...model('pro', 2), tier: 'pro' } as const;
    expect(chosenModel([pro, ...models], undefined)).toBe(plain);
    expect(chosenModel([pro, ...models], 'pro')).toBe(pro);
    expect(chosenModel([pro], undefined)).toBe(pro);
    expect(
      waysOut([pro, ...models], fine, words({ count: 1 }), purse(2)).map((way) =>
        way.kind === 'cheaper' ? way.model.id : way.kind,
      ),
    ).toEqual(['plain']);
  });

  it('is that of a connected engine which the plan opens, and the local engine’s is then a draft, free while some are left', () => {
    const facts = { relaxedLeft: 0, draftsLeft: 1, proModels: false, maxShortSide: 720 } as const;
    const remote = { ...model('x00000000-flux', 4), engine: 'remote' } as const;
    const roles = (some: Parameters<typeof pricedModels>[0], given: Parameters<typeof pricedModels>[2]) =>
      pricedModels(some, undefined, given).map(({ role, cost: { perOutput } }) => [role, perOutput]);
    expect(roles([remote, plain], facts)).toEqual([
      ['final', 4],
      ['draft', 0],
    ]);
    expect(roles([remote, plain], { ...facts, draftsLeft: 0 })).toEqual([
      ['final', 4],
      ['draft', 1],
    ]);
    expect(roles([{ ...remote, tier: 'pro' }, plain], facts)).toEqual([
      [undefined, 4],
      [undefined, 1],
    ]);
    expect(roles([{ ...remote, tier: 'pro' }, plain], { ...facts, proModels: true })).toEqual([
      ['final', 4],
      ['draft', 0],
    ]);
    expect(roles([{ ...remote, procedures: ['imageTools.upscale'] }, plain], facts)).toEqual([
      ['final', 4],
      [undefined, 1],
    ]);
    const pro = { ...remote, id: 'x00000001-pro', tier: 'pro' } as const;
    const priced = pricedModels([pro, remote, plain], 'text2Image.create', facts);
    expect(chosenModel(priced, undefined)?.id).toBe(remote.id);
    expect(chosenModel(priced, 'plain')?.id).toBe('plain');
    expect(chosenModel(pricedModels([pro, plain], 'text2Image.create', facts), undefined)?.id).toBe('plain');
    const free = pricedModels([remote, plain], 'text2Image.create', facts, { available: 10, anyModel: 0 });
    expect(chosenModel(free, undefined)?.id).toBe('plain');
    expect(chosenModel(free, remote.id)?.id).toBe(remote.id);
    expect(
      chosenModel(pricedModels([remote, plain], 'text2Image.create', facts, { available: 10, anyModel: 4 }), undefined)
        ?.id,
    ).toBe(remote.id);
    expect(
      chosenModel(pricedModels([remote, plain], 'text2Image.create', facts, { available: 10, anyModel: 3 }), undefined)
        ?.id,
    ).toBe('plain');
  });

  it('stays that of the model which was shown at the press, though the credits no longer pay for it when it is sent', () => {
    const facts = { relaxedLeft: 0, draftsLeft: 1, proModels: false, maxShortSide: 720 } as const;
    const offered = (anyModel: number) =>
      pricedModels([{ ...model('x00000000-flux', 4), engine: 'remote' }, plain], 'text2Image.create', facts, {
        available: 10,
        anyModel,
      });
    const request = words({ prompt: 'a fox' });
    const sent = byModel(request, chosenModel(offered(8), request.draft.model, request));
    expect(chosenModel(offered(0), request.draft.model, request)?.id).toBe('plain');
    expect(chosenModel(offered(0), sent.draft.model, sent)?.id).toBe('x00000000-flux');
    expect(byModel(request, undefined)).toBe(request);
  });

  it('is not that of a connected engine which cannot serve the request; chosen nevertheless, it says why', () => {
    const speaks = { ...model('lips', 1), procedures: ['lipSync.createLipSyncTask'] } as const;
    const remote = {
      ...speaks,
      id: 'x00000000-lips',
      engine: 'remote',
      operations: ['lip-sync'],
      role: 'final',
    } as const;
    const said = (given: GivenTo): DraftRequest => ({
      procedure: 'lipSync.createLipSyncTask',
      draft: draftFor('lipSync.createLipSyncTask'),
      given,
    });
    expect(chosenModel([remote, speaks], undefined, said({ face: video }))?.id).toBe('lips');
    expect(
      chosenModel([remote, speaks], undefined, said({ face: video, audio: { ...video, kind: 'audio' } }))?.id,
    ).toBe(remote.id);
    expect(
      chosenModel([remote, speaks], undefined, said({ face: image, audio: { ...video, kind: 'audio' } }))?.id,
    ).toBe('lips');
    expect(quoteOf(remote, said({ face: video }))).toMatchObject({
      refused: { identifier: 'INPUT_INVALID_FOR_SERVICE', params: { reason: 'engine-recording' } },
    });
  });
});

describe('the final of a draft', () => {
  const procedure = 'lipSync.createLipSyncTask';
  const spoken: TaskView = {
    id: 'a',
    version: 1,
    createdAt: 0,
    procedure,
    params: { procedure, language: 'en', voice: 'woman', seconds: 5 },
    status: 'succeeded',
    media: 'video',
    projectId: 'p',
    width: 1_024,
    height: 768,
    price: 1,
    percent: 100,
    outputs: [{ index: 0, state: 'ready', type: 'video/mp4', seed: 1, url: '/x', width: 1_024, height: 768, bytes: 1 }],
    input: { prompt: '', negativePrompt: '', model: 'lips', count: 1, seed: 1 },
    sources: [
      { role: 'face', kind: 'image', url: '/s', width: 1_024, height: 768 },
      { role: 'audio', kind: 'audio', url: '/t', width: 1, height: 1, seconds: 5 },
    ],
  };
  const final = (id: string, operations: PricedModel['operations']): PricedModel => ({
    ...model(id, 2),
    procedures: [procedure],
    engine: 'remote',
    role: 'final',
    ...(operations === undefined ? {} : { operations }),
  });
  it('is made by the first model that can make it and that can be paid', () => {
    const [onVideo, both] = [
      final('x00000000-video', ['lip-sync']),
      final('x00000000-both', ['lip-sync', 'talking-image']),
    ];
    expect(finalOf([onVideo, both], spoken, 0, 0)).toMatchObject({
      model: { id: both.id },
      request: { draft: { model: both.id } },
      quote: { price: 2 },
    });
    expect(finalOf([onVideo, { ...both, unpayable: true }, { ...both, role: 'draft' }], spoken, 0, 0)).toBeUndefined();
  });
});

describe('the surcharge of a recipe', () => {
  it('is part of the price, once for all outputs, also before an input is chosen', () => {
    const request = { ...words({ count: 4 }), surcharge: 5 };
    expect(quoteOf(plain, request)).toMatchObject({ price: 9, surcharge: 5, deducted: 0 });
    expect([priceOf(plain, request), surchargeShown(plain, request)]).toEqual([9, 5]);
  });
  it('is not asked for drafts, nor for what costs nothing', () => {
    const request = { ...words({ count: 1 }), surcharge: 5 };
    expect(quoteOf({ ...plain, role: 'draft' }, request)).toMatchObject({ price: 1, surcharge: 0 });
    const free = { ...plain, cost: { ...plain.cost, base: 0, perOutput: 0, perSecond: 0 } };
    expect(quoteOf(free, request)).toMatchObject({ price: 0, surcharge: 0 });
  });
  it('comes on top of a final, whose draft is deducted from the rest', () => {
    const request = { ...words({ count: 4 }), surcharge: 5, final: { draftId: 'd', deductible: 3 } };
    expect(quoteOf(plain, request)).toMatchObject({ price: 6, surcharge: 5, deducted: 3 });
  });
});

describe('the ways out of not having enough credits', () => {
  it('offers fewer images, then a cheaper model', () => {
    expect(waysOut(models, fine, words({ count: 4 }), purse(7))).toEqual([
      { kind: 'fewer', count: 2, price: 6 },
      { kind: 'cheaper', model: plain, count: 4, price: 4 },
    ]);
  });
  it('offers nothing when nothing can be made', () => {
    expect(waysOut(models, plain, words({ count: 1 }), purse(0))).toEqual([]);
  });
  it('never offers what costs more than there is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(...models),
        (available, count, from) => {
          for (const way of waysOut(
            models,
            from,
            words({ count, options: { style: 'natural', aspect: '4:5' } }),
            purse(available),
          ))
            expect(way.price).toBeLessThanOrEqual(available);
        },
      ),
    );
  });
});

describe('what is given', () => {
  const procedure = 'video.createVideoByTemplate';
  const other: Given = { ...image, ref: { from: 'upload', id: 'b' } };
  it('moves up where something before it is taken away, and leaves no empty place behind', () => {
    const both = placed(procedure, placed(procedure, {}, 'subject-1', image), 'subject-2', other);
    expect(both).toEqual({ 'subject-1': image, 'subject-2': other });
    expect(placed(procedure, both, 'subject-1', undefined)).toEqual({ 'subject-1': other });
    expect(Object.keys(placed('imageTools.faceSwap', { image, face: other }, 'face', undefined))).toEqual(['image']);
  });
  it('is only what the place takes', () => {
    expect(placed(procedure, { 'subject-1': image }, 'subject-1', video)).toEqual({ 'subject-1': image });
    expect(placed(procedure, {}, 'image', image)).toEqual({});
  });
});
