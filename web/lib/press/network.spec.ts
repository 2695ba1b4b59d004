import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { fetchOnline } from './network';

const NAMES = ['navigator', 'addEventListener', 'removeEventListener'] as const;
const before = NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
let online: boolean;
let page: EventTarget;

beforeEach(() => {
  online = true;
  page = new EventTarget();
  const has = {
    navigator: {
      get onLine() {
        return online;
      },
    },
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
  };
  for (const name of NAMES) Object.defineProperty(globalThis, name, { value: has[name], configurable: true });
});
afterEach(() => {
  for (const [name, property] of before) {
    if (property === undefined) Reflect.deleteProperty(globalThis, name);
    else Object.defineProperty(globalThis, name, property);
  }
});

const go = (isOnline: boolean): void => {
  online = isOnline;
  page.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
};

it('waits for the network before it fetches, and fetches again what broke off because the network went', async () => {
  let tries = 0;
  online = false;
  const fetched = fetchOnline(() => {
    tries += 1;
    if (tries > 1) return Promise.resolve('a popup');
    online = false;
    return Promise.reject(new TypeError('away'));
  });
  await new Promise(setImmediate);
  expect(tries).toBe(0);
  go(true);
  await new Promise(setImmediate);
  expect(tries).toBe(1);
  go(true);
  expect(await fetched).toBe('a popup');
});

it('says what fails while there is a network', async () => {
  await expect(fetchOnline(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
});
