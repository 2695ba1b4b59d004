import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EngineCalls } from '../../../src/creation/engines/calls.js';
import { modelsOf, Connections, Sealer } from '../../../src/creation/engines/connections.js';
import { Engines } from '../../../src/creation/engines/engines.js';
import { LoraStore } from '../../../src/creation/engines/loras/lora-store.js';
import { UseBook } from '../../../src/creation/engines/use.js';
import { WorkflowStore } from '../../../src/creation/engines/workflows/workflow-store.js';
import { Workflows } from '../../../src/creation/engines/workflows/workflows.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import { systemRandom } from '../../../src/platform/random.js';
import { createMemorySignals } from '../../../src/platform/signals/memory.js';
import { startComfyUi, type SmallComfyUi } from '../../support/servers/remote/comfyui/server.js';

const ENGINE = '0197a000-0000-7000-8000-000000000001';
const WORKFLOW = '0197a000-0000-7000-8000-000000000002';
const MODEL = `workflow/${WORKFLOW}`;
const DAY = 24 * 3_600_000;
const NOW = Date.UTC(2026, 0, 10);

const graphWith = (steps: number): string =>
  JSON.stringify({
    1: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'sd_xl_base_1.0.safetensors' } },
    2: { class_type: 'CLIPTextEncode', inputs: { text: 'a lake', clip: ['1', 1] } },
    3: { class_type: 'CLIPTextEncode', inputs: { text: 'blurry', clip: ['1', 1] } },
    4: { class_type: 'EmptyLatentImage', inputs: { width: 512, height: 512, batch_size: 1 } },
    5: {
      class_type: 'KSampler',
      inputs: {
        model: ['1', 0],
        seed: 1,
        steps,
        cfg: 7,
        sampler_name: 'euler',
        scheduler: 'karras',
        positive: ['2', 0],
        negative: ['3', 0],
        latent_image: ['4', 0],
        denoise: 1,
      },
    },
    6: { class_type: 'VAEDecode', inputs: { samples: ['5', 0], vae: ['1', 2] } },
    7: { class_type: 'SaveImage', inputs: { images: ['6', 0], filename_prefix: 'theirs' } },
  });

describe('imported workflows in the stores', () => {
  let comfy: SmallComfyUi;
  let connections: Connections;
  let store: WorkflowStore;
  let workflows: Workflows;
  let engines: Engines;
  let crash: ((written: Parameters<Connections['put']>[0]) => void) | undefined;
  beforeAll(async () => {
    comfy = await startComfyUi();
  });
  afterAll(() => comfy.close());
  beforeEach(async () => {
    const documents = createMemoryDocumentStore();
    connections = await Connections.open(documents, new Sealer(Buffer.alloc(32)));
    store = await WorkflowStore.open(documents);
    crash = undefined;
    await connections.put(
      {
        id: ENGINE,
        kind: 'comfyui',
        name: 'Studio',
        address: comfy.url,
        enabled: true,
        offers: [],
        connectedAt: NOW,
        changedAt: NOW,
      },
      undefined,
    );
    const crashing = {
      get: connections.get.bind(connections),
      addressOf: connections.addressOf.bind(connections),
      put: (...given: Parameters<Connections['put']>) => {
        crash?.(given[0]);
        return connections.put(...given);
      },
    };
    workflows = new Workflows({
      connections: crashing,
      store,
      clock: { now: () => NOW },
      random: { uuid: () => WORKFLOW },
      publish: () => Promise.resolve(),
    });
    const clock = { now: () => NOW };
    engines = new Engines({
      connections,
      clock,
      calls: await EngineCalls.open(documents, createMemorySignals(clock), clock, undefined),
      workflows: store,
      loras: await LoraStore.open(documents),
      use: await UseBook.open(documents),
      log: { warn: () => undefined },
      random: systemRandom,
      programs: () => Promise.reject(new Error('no videos here')),
      offer: () => Promise.resolve(),
    });
  });

  const inputs = [
    { node: '2', input: 'text', role: 'prompt', name: 'Prompt' },
    { node: '5', input: 'steps', role: 'setting', name: 'Patience' },
  ] as const;
  const save = (steps: number, credits: number, workflow?: string) =>
    workflows.save({
      id: ENGINE,
      text: graphWith(steps),
      output: '7',
      inputs: [...inputs],
      name: 'My lake',
      credits,
      tier: 'free',
      ...(workflow === undefined ? {} : { workflow }),
    });
  /** What the catalogue shows and sells. */
  async function sold() {
    const offers = (await connections.get(ENGINE))?.document.offers ?? [];
    const settings = new Map(
      await Promise.all(offers.map(async (offer) => [offer.model, await store.settingsOf(offer)] as const)),
    );
    return modelsOf((await connections.get(ENGINE))!.document, settings).map(({ cost, settings: form }) => [
      cost.perOutput,
      form?.version,
      form?.fields[0]?.option.initial,
    ]);
  }

  it('change their price and their version together, also when the process dies between the two writes', async () => {
    expect((await save(20, 3)).ok).toBe(true);
    expect(await sold()).toEqual([[3, 1, 20]]);
    crash = () => {
      throw new Error('the process has died');
    };
    await expect(save(90, 9, WORKFLOW)).rejects.toThrow('died');
    expect(await sold()).toEqual([[3, 1, 20]]);
    expect(await workflows.get(ENGINE, WORKFLOW)).toMatchObject({ ok: true, value: { version: 1 } });
    crash = undefined;
    expect((await save(40, 5, WORKFLOW)).ok).toBe(true);
    expect(await sold()).toEqual([[5, 3, 40]]);
  });

  it('keep the version they were sold by, also when the offer names none and the process dies while a newer one is saved', async () => {
    await save(20, 3);
    const before = (await connections.get(ENGINE))!;
    const { sealedKey: _none, ...engine } = before.document;
    await connections.put(
      { ...engine, offers: engine.offers.map(({ version: _version, ...offer }) => offer) },
      undefined,
      before,
    );
    expect(await sold()).toEqual([[3, 1, 20]]);
    crash = ({ offers }) => {
      if (offers.some(({ credits }) => credits === 9)) throw new Error('the process has died');
    };
    await expect(save(90, 9, WORKFLOW)).rejects.toThrow('died');
    expect(await sold()).toEqual([[3, 1, 20]]);
  });

  it('are not sold at an earlier price, nor sold again, by a page that was loaded before they changed', async () => {
    await save(20, 3);
    const seen = (await connections.get(ENGINE))!.document.offers;
    await save(90, 9, WORKFLOW);
    const update = (offers: typeof seen) => engines.update(ENGINE, { offers });
    expect(await update(seen)).toMatchObject({ ok: false, error: { identifier: 'TRY_AGAIN' } });
    expect(await sold()).toEqual([[9, 2, 90]]);
    const now = (await connections.get(ENGINE))!.document.offers;
    expect((await update(now.map((offer) => ({ ...offer, preferred: true as const })))).ok).toBe(true);
    expect(await sold()).toEqual([[9, 2, 90]]);
    expect((await workflows.remove(ENGINE, WORKFLOW)).ok).toBe(true);
    expect(await update(now)).toMatchObject({ ok: false, error: { identifier: 'TRY_AGAIN' } });
    expect(await sold()).toEqual([]);
  });

  it('are tested in the version that is offered, not in one that was stored and never offered', async () => {
    await save(20, 3);
    crash = () => {
      throw new Error('the process has died');
    };
    await expect(save(90, 9, WORKFLOW)).rejects.toThrow('died');
    const at = { kind: 'comfyui', address: comfy.url } as const;
    const stepsBy = async (version?: number) => {
      await engines.test(at, MODEL, 'image', 30_000, version);
      return /"steps":(\d+)/.exec(
        comfy.received.findLast(({ path }) => path === '/prompt')?.body.toString() ?? '',
      )?.[1];
    };
    expect([await stepsBy(1), await stepsBy()]).toEqual(['20', '90']);
  });

  it('stay while they are offered, and a day longer for what runs', async () => {
    await save(20, 3);
    await save(30, 3, WORKFLOW);
    const offered = [{ engineId: ENGINE, model: MODEL }];
    await store.sweep(offered, NOW);
    await store.sweep([], NOW);
    await store.sweep(offered, NOW + 2 * DAY);
    await store.sweep([], NOW + 3 * DAY);
    await store.sweep([], NOW + 4 * DAY - 1);
    expect(await Promise.all([store.find(MODEL, 1), store.find(MODEL, 2)])).toMatchObject([
      { version: 1 },
      { version: 2 },
    ]);
    await store.sweep([], NOW + 4 * DAY);
    expect(await Promise.all([store.find(MODEL, 1), store.find(MODEL)])).toEqual([undefined, undefined]);
  });

  it('are not those of another engine that offers a model of the same name', async () => {
    await save(20, 3);
    await store.sweep([{ engineId: WORKFLOW, model: MODEL }], NOW);
    await store.sweep([{ engineId: WORKFLOW, model: MODEL }], NOW + DAY);
    expect(await store.find(MODEL)).toBeUndefined();
  });
});
