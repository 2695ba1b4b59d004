import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { createMemoryDocumentStore } from '../documents/memory.js';
import { StoreUnavailable } from '../unavailable.js';
import { GENERATIONS, Generations } from './generations.js';
import { LiveCollection } from './live-collection.js';

const DISTANCE = { name: 'distance', indexes: [] };
const made = { generation: 1, events: 0, position: 0, documents: 0, differing: 0, examples: [] };

it.each(['answered', 'refused'])(
  'knows of a switch that it was told of, though a lookup from before the switch is still to be %s',
  async (outcome) => {
    const documents = createMemoryDocumentStore();
    const generations = await Generations.open(documents);
    await generations.ask(DISTANCE.name);
    const collection = documents.collection.bind(documents);
    const held: (() => void)[] = [];
    let isHeld = false;
    documents.collection = async (definition, decode) => {
      const opened = await collection(definition, decode);
      if (definition.name !== GENERATIONS.name) return opened;
      const get = opened.get.bind(opened);
      opened.get = async (id) => {
        const found = await get(id);
        if (!isHeld) return found;
        await new Promise<void>((resolve) => held.push(resolve));
        if (outcome === 'refused') throw new StoreUnavailable('documents', 'unreachable', 'away');
        return found;
      };
      return opened;
    };
    const time = { ms: 0 };
    // As if other processes shared the documents: only then is the live generation polled.
    const shared = new Proxy(documents, {
      get: (target, property): unknown => (property === 'shared' ? true : Reflect.get(target, property, target)),
    });
    const answering = await LiveCollection.open(shared, DISTANCE, (stored) => z.unknown().parse(stored), undefined, {
      now: () => time.ms,
    });
    time.ms = 1_000;
    isHeld = true;
    const before = answering.lookIfDue().catch(() => undefined);
    while (held.length === 0) await new Promise((resolve) => setImmediate(resolve));
    isHeld = false;
    await generations.switchTo(DISTANCE.name, made);
    const looked = answering.look();
    for (const go of held.splice(0)) go();
    await looked;
    expect(answering.current.name).toBe('distance_g1');
    await before;
  },
);
