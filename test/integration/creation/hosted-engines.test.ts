import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { claimAdmin, creating, PATIENCE, requestEnvelope, type Creator } from '../../support/people/creating.js';
import { startFal, type SmallFal } from '../../support/servers/remote/fal.js';
import { plainColour } from '../../support/servers/remote/plain-image.js';
import { replicateHeaders, startReplicate, type SmallReplicate } from '../../support/servers/remote/replicate.js';
import { until } from '../../support/until.js';

const BOTH = ['text2Image.create' as const, 'image2Image.create' as const];

describe('accounts at Replicate and fal, over the wire', () => {
  const me = creating('hosted', (url) => ({ PUBLIC_URL: url }));
  let replicate: SmallReplicate;
  let fal: SmallFal;
  let admin: Creator;
  let model: string;
  let engineId: string;
  beforeAll(async () => {
    [replicate, fal] = await Promise.all([startReplicate(), startFal()]);
    admin = await me.arrive();
    await claimAdmin(me, admin);
    await me.give(admin, 10);
  }, PATIENCE);
  afterAll(() => Promise.all([replicate.close(), fal.close()]), PATIENCE);

  const modelIds = async () =>
    (await admin.api.catalog.models.query({ procedure: 'text2Image.create' })).models.map(({ id }) => id);
  const create = (prompt: string) =>
    admin.api.text2Image.create.mutate({ ...requestEnvelope(model), prompt, seed: 3, count: 1 });
  const predictions = () =>
    replicate.received.filter(({ method, path }) => method === 'POST' && path.endsWith('/predictions'));
  const usedBy = async (id: string) =>
    (await admin.api.engines.list.query()).engines.find((engine) => engine.id === id)?.use;

  it(
    'are connected with the calls that the model can serve, and asked for a picture in its own words',
    async () => {
      const trial = await admin.api.engines.test.mutate({
        kind: 'replicate',
        address: replicate.url,
        key: replicate.key,
        model: 'black-forest-labs/flux-schnell',
      });
      expect(trial.picture).toMatch(/^data:image\/webp;base64,/);
      const engine = await admin.api.engines.connect.mutate({
        kind: 'replicate',
        address: replicate.url,
        key: replicate.key,
        name: 'Replicate',
        offers: [
          {
            model: 'black-forest-labs/flux-schnell',
            name: 'Flux',
            procedures: BOTH,
            credits: 2,
            cost: { micros: 3_000, per: 'picture' },
          },
        ],
      });
      expect(engine.offers[0]?.procedures).toEqual(['text2Image.create']);
      [engineId, model] = [engine.id, engine.modelIds[0] ?? ''];
      expect(await modelIds()).toContain(model);
    },
    PATIENCE,
  );

  it(
    'call when a picture is done, at an address that takes no forged call',
    async () => {
      replicate.stopped = true;
      const before = predictions().length;
      const { id } = await create('a lake');
      await until(
        async () => predictions().length,
        (now) => now > before,
      );
      const { webhook } = JSON.parse(predictions().at(-1)?.body.toString('utf8') ?? '') as { webhook: string }; // what was sent, by the schema
      expect(webhook).toBe(`${me.server.url}/api/engines/${engineId}/calls?run=${id}_0`);
      const body = JSON.stringify({ id: 'p1', status: 'succeeded' });
      const forged = await fetch(webhook, {
        method: 'POST',
        body,
        headers: replicateHeaders(`whsec_${Buffer.alloc(24).toString('base64')}`, body),
      });
      expect([forged.status, await forged.json()]).toMatchObject([403, { error: { identifier: 'PERMISSION_ERROR' } }]);
      expect((await fetch(webhook.replace(engineId, randomUUID()), { method: 'POST', body })).status).toBe(404);
      await replicate.step();
      await replicate.step();
      expect(replicate.answered).toEqual([200]);
      expect(await admin.settled(id)).toMatchObject({
        status: 'succeeded',
        captured: 2,
        outputs: [{ state: 'ready', type: 'image/png' }],
      });
      expect(await usedBy(engineId)).toMatchObject({
        made: 1,
        failed: 0,
        computeMs: 1_250,
        cost: { micros: 3_000, pictures: 1 },
      });
    },
    PATIENCE,
  );

  it(
    'are looked after when a call is lost',
    async () => {
      [replicate.stopped, replicate.mute] = [false, true];
      const { id } = await create('a lake by night');
      expect(await admin.settled(id)).toMatchObject({ status: 'succeeded', captured: 2 });
    },
    PATIENCE,
  );

  it(
    'stand in for one another: a picture whose engine dies in the middle is made by the other, and paid for once',
    async () => {
      const other = await admin.api.engines.connect.mutate({
        kind: 'fal',
        address: fal.url,
        key: fal.key,
        name: 'fal',
        offers: [
          { model: 'fal-ai/fast-sdxl/image-to-image', name: 'SDXL', procedures: BOTH, credits: 0, standsInFor: model },
        ],
      });
      expect(await modelIds()).not.toContain(other.modelIds[0]);
      replicate.stopped = true;
      const before = predictions().length;
      const { id, data } = await create('a harbour');
      await until(
        async () => predictions().length,
        (now) => now > before,
      );
      replicate.dead = true;
      expect(data.price).toBe(2);
      expect(await admin.settled(id)).toMatchObject({
        status: 'succeeded',
        captured: 2,
        outputs: [{ state: 'ready', type: 'image/png' }],
      });
      // Three pictures at 2 credits of the 10 given for engines; the 10 of a visitor pay for local models alone.
      expect(await until(admin.available, (now) => now === 14)).toBe(14);
      expect(await usedBy(engineId)).toMatchObject({ made: 2, failed: 1, handedOn: 1 });
      expect(await usedBy(other.id)).toMatchObject({
        made: 1,
        stoodIn: 1,
        computeMs: 1_750,
        cost: { micros: 5_000, pictures: 1 },
      });
      expect(fal.answered).toEqual([200]);
    },
    PATIENCE,
  );

  it(
    'are passed over while they are left alone, and refuse for one another',
    async () => {
      [replicate.dead, replicate.stopped, replicate.mute] = [false, false, false];
      const before = predictions().length;
      const { id } = await create('something forbidden by its maker');
      expect(await admin.settled(id)).toMatchObject({
        status: 'failed',
        captured: 0,
        error: { identifier: 'SENSITIVE_CONTENT' },
      });
      const [own, other] = (await admin.api.engines.list.query()).engines
        .map(({ use }) => use)
        .sort((one, two) => two.handedOn - one.handedOn);
      expect([own, other]).toMatchObject([
        { refused: 0, handedOn: 2 },
        { refused: 1, handedOn: 0, stoodIn: 2 },
      ]);
      expect(predictions()).toHaveLength(before);
    },
    PATIENCE,
  );

  it(
    'edit an image by an instruction, which only connected engines do, and are refused before the hold what they cannot',
    async () => {
      Object.assign(replicate, { stopped: false, mute: false, dead: false });
      const edits = 'imageTools.editByInstruction' as const;
      const image = await admin.upload(await plainColour({ width: 256, height: 256 }, '#406080'));
      await expect(
        admin.api.imageTools.editByInstruction.mutate({
          ...requestEnvelope('preview'),
          prompt: 'make it night',
          image,
        }),
      ).rejects.toMatchObject({ message: 'MODEL_NOT_SUPPORTED' });
      const engine = await admin.api.engines.connect.mutate({
        kind: 'replicate',
        address: replicate.url,
        key: replicate.key,
        name: 'Edits',
        offers: [
          {
            model: 'google/nano-banana',
            name: 'Banana',
            procedures: [edits, 'imageTools.backgroundChanger'],
            credits: 2,
          },
        ],
      });
      expect(engine.offers[0]).toMatchObject({
        procedures: [edits, 'imageTools.backgroundChanger'],
        operations: expect.arrayContaining(['edit', 'compose']),
      });
      const [banana = ''] = engine.modelIds;
      const { id } = await admin.api.imageTools.editByInstruction.mutate({
        ...requestEnvelope(banana),
        prompt: 'make it night',
        image,
      });
      expect(await admin.settled(id)).toMatchObject({
        status: 'succeeded',
        captured: 2,
        outputs: [{ state: 'ready', type: 'image/png' }],
      });
      expect(JSON.parse(predictions().at(-1)?.body.toString('utf8') ?? '')).toMatchObject({
        input: { prompt: 'make it night', image_input: [expect.stringContaining('/v1/files/')] },
      });
      const sent = predictions().length;
      await expect(
        admin.api.imageTools.backgroundChanger.mutate({ ...requestEnvelope(banana), image, behind: 'colour' }),
      ).rejects.toMatchObject({ message: 'INPUT_INVALID_FOR_SERVICE' });
      expect(predictions()).toHaveLength(sent);
    },
    PATIENCE,
  );

  it(
    'are not connected with a model that forbids commercial use, unless the operator may use it',
    async () => {
      const offer = {
        model: 'lucataco/faceswap',
        name: 'Faces',
        procedures: ['imageTools.faceSwap' as const],
        credits: 2,
      };
      const connect = (more: { readonly nonCommercial?: true }) =>
        admin.api.engines.connect.mutate({
          kind: 'replicate',
          address: replicate.url,
          key: replicate.key,
          name: 'Faces',
          offers: [{ ...offer, ...more }],
        });
      await expect(connect({})).rejects.toMatchObject({
        message: 'MODEL_UNAVAILABLE',
        data: { params: { reason: 'licence' } },
      });
      // The small server has no such model: the licence is no longer what refuses it.
      await expect(connect({ nonCommercial: true })).rejects.toMatchObject({
        data: { params: { reason: 'rejected' } },
      });
    },
    PATIENCE,
  );
});
