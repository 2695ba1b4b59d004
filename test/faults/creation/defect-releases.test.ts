import { describe, expect, it } from '@jest/globals';
import { findLocalModel } from '../../../src/creation/procedures/models.shared.js';
import type { Engine } from '../../../src/engine/port.js';
import type { FindDefect } from '../../../src/creation/tasks/run/find-defect.js';
import type { ModelView } from '../../../src/catalog/model.shared.js';
import { CREATION_DEFAULTS } from '../../../src/creation/tasks/settings.js';
import { taskIdOf } from '../../../src/creation/tasks/submit/submit.js';
import { hasEnded } from '../../../src/creation/tasks/task.js';
import { assertClean, colourEngine, everyTaskOf, request, World } from './creation-world.js';
import { ann } from './creation-press.js';

const CONNECTED: ModelView = {
  id: 'x00000001-flux-abcdef',
  name: 'Flux',
  procedures: ['text2Image.create'],
  tier: 'free',
  engine: 'remote',
  relaxed: false,
  typicalMs: 1_000,
  cost: { base: 0, perOutput: 3, perSecond: 0, resolution: [{ upToPixels: 4_194_304, percent: 100 }] },
  priceVersion: 1,
  longSide: 1_024,
};
const A_DAY = 2;
const pressOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

describe('results with a defect', () => {
  async function scene(engine = colourEngine, findDefect: FindDefect = async () => 'blank') {
    const world = new World({ ...CREATION_DEFAULTS, requestsAMinute: 1_000, defectReleasesADay: A_DAY });
    await world.ledger.grant(ann.id, 100, 'any');
    const process = await world.boot(undefined, engine, {
      findModel: async (id) => (id === CONNECTED.id ? CONNECTED : findLocalModel(id)),
      findDefect,
    });
    let count = 0;
    /** What a creation ended as: its captured credits, and its first output. */
    const make = async (model?: string) => {
      count += 1;
      await process.creation.submission.submit(
        ann,
        request({
          requestId: pressOf(count),
          seed: count,
          count: 1,
          price: { amount: 1_000, priceVersion: 1 },
          ...(model === undefined ? {} : { model }),
        }),
      );
      const id = taskIdOf(ann.id, pressOf(count));
      for (let round = 0; round < 60; round += 1) {
        await process.round();
        const task = (await everyTaskOf(process, ann.id)).find(({ document }) => document.id === id)?.document;
        if (task !== undefined && hasEnded(task) && task.settlement.state === 'settled')
          return [task.settlement.captured, task.outputs[0]] as const;
      }
      throw new Error('not settled');
    };
    return { world, process, make };
  }
  const RELEASED = [0, { state: 'failed', error: { identifier: 'RESULT_DEFECTIVE', params: { reason: 'blank' } } }];

  it('of a connected engine are released so many times a day, then delivered with a note and charged', async () => {
    const { world, process, make } = await scene();
    for (let time = 0; time < A_DAY; time += 1) expect(await make(CONNECTED.id)).toMatchObject(RELEASED);
    expect(await make(CONNECTED.id)).toMatchObject([3, { state: 'ready', defect: 'blank' }]);
    world.clock.move(24 * 3_600_000);
    expect(await make(CONNECTED.id)).toMatchObject(RELEASED);
    await assertClean(world, process, [ann.id]);
  });

  it.each(['short', 'opaque'] as const)(
    'that the engine itself tells of are released, charged and noted like all others: %s',
    async (shortfall) => {
      const engine: Engine = {
        async *generate(...given) {
          for await (const outcome of colourEngine.generate(...given))
            yield outcome.state === 'made' ? { ...outcome, shortfall } : outcome;
        },
      };
      const { make } = await scene(engine, async () => undefined);
      for (let time = 0; time < A_DAY; time += 1)
        expect(await make(CONNECTED.id)).toMatchObject([
          0,
          { state: 'failed', error: { params: { reason: shortfall } } },
        ]);
      expect(await make(CONNECTED.id)).toMatchObject([3, { state: 'ready', defect: shortfall }]);
    },
  );

  it('of the local engine are always released, because they cost its operator nothing', async () => {
    const { make } = await scene();
    for (let time = 0; time <= A_DAY; time += 1) expect(await make()).toMatchObject(RELEASED);
    expect(await make(CONNECTED.id)).toMatchObject(RELEASED);
  });
});
