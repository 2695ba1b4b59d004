import { expect, it } from '@jest/globals';
import { until } from '../../../test/support/until.js';
import type { StreamName } from '../../kernel/event-sourcing/event.js';
import { createMemoryDocumentStore } from '../documents/memory.js';
import { createMemoryEventStore } from '../event-store/memory.js';
import { Checkpoints } from './checkpoints.js';
import type { Refillable } from './follower.js';
import { Generations } from './generations.js';
import { PARKED_STREAMS, ParkedStreams } from './parked.js';
import { rebuildBeside } from './rebuild.js';

const clock = { now: () => 0 };
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const stream = 'walk-ann' as StreamName; // test stream
const event = (position: number) => ({ stream, position, id: `event ${position}`, type: 'Walked' });
const nothing = (): Promise<void> => Promise.resolve();

/** A projection with no events to replay. */
const distance: Refillable = {
  name: 'distance',
  prefix: 'walk-',
  indexes: [],
  openAnew: (_stores, generation) =>
    Promise.resolve({
      name: 'distance',
      reader: `distance_g${generation}`,
      prefix: 'walk-',
      begin: -1,
      retryFrom: 'beginning',
      waiting: 0,
      take: nothing,
      write: nothing,
      apply: nothing,
    }),
};

it('remembers what the live one sets aside while another generation begins to be filled', async () => {
  const documents = createMemoryDocumentStore();
  const collection = documents.collection.bind(documents);
  const held: (() => void)[] = [];
  let isHeld = false;
  documents.collection = async (definition, decode) => {
    const opened = await collection(definition, decode);
    if (definition.name !== PARKED_STREAMS.name) return opened;
    const find = opened.find.bind(opened);
    opened.find = async (query) => {
      const found = await find(query);
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
      return found;
    };
    return opened;
  };
  const parked = await ParkedStreams.open(documents, clock, quiet, { parked: () => {} });
  await (await Generations.open(documents)).ask(distance.name);
  isHeld = true;
  const filling = rebuildBeside(
    distance,
    { events: createMemoryEventStore(clock), documents, checkpoints: await Checkpoints.open(documents), parked },
    nothing,
  );
  await until(
    () => Promise.resolve(held.length),
    (count) => count > 0,
  );
  await parked.park(distance.name, event(3), new Error('not to be taken'));
  isHeld = false;
  for (const go of held.splice(0)) go();
  await filling;
  expect([parked.has(distance.name, stream), parked.size]).toEqual([true, 1]);
});

it('leaves out of a stream that is set aside the event that could not be taken and those after it, also after a restart', async () => {
  const documents = createMemoryDocumentStore();
  const open = () => ParkedStreams.open(documents, clock, quiet, { parked: () => {} });
  const first = await open();
  await first.park('distance', event(3), new Error('not to be taken'));
  for (const parked of [first, await open()]) {
    expect([2, 3, 4].map((position) => parked.leavesOut('distance', event(position)))).toEqual([false, true, true]);
    expect([
      parked.leavesOut('other', event(4)),
      parked.leavesOut('distance', { ...event(4), stream: 'walk-bob' as StreamName }),
    ]).toEqual([false, false]); // as above
  }
  await first.park('distance', event(2), new Error('nor this'));
  expect([first, await open()].map((parked) => parked.leavesOut('distance', event(2)))).toEqual([true, true]);
});
