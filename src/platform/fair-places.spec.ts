import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FairPlaces, TooMuchWaits } from './fair-places.js';

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('places that are shared fairly', () => {
  it('are given next to whoever was served least recently', async () => {
    const places = new FairPlaces({ places: 1, maxWaitingPerKey: 10, maxWaiting: 100 });
    const order: string[] = [];
    const work = (key: string) => places.take(key, async () => { order.push(key); await settled(); });
    await Promise.all([work('flood'), work('flood'), work('flood'), work('other'), work('person'), work('flood')]);
    expect(order).toEqual(['flood', 'other', 'person', 'flood', 'flood', 'flood']);
  });

  it('refuse what one key has too much of, and let others wait', async () => {
    const places = new FairPlaces({ places: 1, maxWaitingPerKey: 2, maxWaiting: 3 });
    const leave = await places.enter('flood');
    const waiting = ['flood', 'flood'].map((key) => places.enter(key));
    await expect(places.enter('flood')).rejects.toThrow(TooMuchWaits);
    const person = places.enter('person');
    leave();
    (await person)();
    (await waiting[0])?.();
    (await waiting[1])?.();
  });

  it('make room in a full queue for a newcomer by the newest of whoever has most in it', async () => {
    const places = new FairPlaces({ places: 1, maxWaitingPerKey: 3, maxWaiting: 3 });
    const leave = await places.enter('flood');
    const waiting = [1, 2, 3].map(() => places.enter('flood'));
    const refused = expect(waiting[2]).rejects.toThrow(TooMuchWaits);
    const person = places.enter('person');
    await refused;
    leave();
    (await person)();
    (await waiting[0])?.();
    (await waiting[1])?.();
  });

  it('are never more than there are, and are all given back, whatever is asked, refused and thrown', async () => {
    await fc.assert(fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean()), { maxLength: 30 }), async (count, asked) => {
      const places = new FairPlaces({ places: count, maxWaitingPerKey: 4, maxWaiting: 6 });
      let [underWay, most] = [0, 0];
      await Promise.allSettled(asked.map(([key, fails]) => places.take(key, async () => {
        most = Math.max(most, (underWay += 1));
        await settled();
        underWay -= 1;
        if (fails) throw new Error('failed');
      })));
      expect(most).toBeLessThanOrEqual(count);
      expect(underWay).toBe(0);
      // All places are free again: as many as there are may be entered without a wait.
      const entered = await Promise.all(Array.from({ length: count }, () => places.enter('d')));
      for (const leave of entered) leave();
    }), { numRuns: 50 });
  });
});
