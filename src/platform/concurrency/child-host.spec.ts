import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ChildHost, type ChildOptions } from './child-host.js';

/** A child that does what it is told. */
const CHILD = `
const answers = {
  echo: (given) => process.send({ given, at: process.pid }),
  environment: () => { const { env } = process; process.send(Object.keys(env)); },
  exit: () => { process.stderr.write('first words\\nlast words\\n', () => process.exit(3)); },
  spin: () => { for (;;) ; },
  eat: () => { const eaten = []; setInterval(() => eaten.push(Buffer.alloc(32e6, 1)), 5); },
};
process.on('message', ({ what, given }) => answers[what](given));
process.on('disconnect', () => process.exit(0));
process.send('ready');
`;

let folder: string;
let entry: URL;
const children: ChildHost[] = [];

/** @returns the child, and what it said so far; `next` resolves with the next message */
function open(options: Partial<ChildOptions> = {}): {
  readonly child: ChildHost;
  readonly next: () => Promise<unknown>;
} {
  const said: unknown[] = [];
  let heard = (): void => undefined;
  const child = new ChildHost({
    entry,
    heapMegabytes: 64,
    onMessage: (message) => {
      said.push(message);
      heard();
    },
    ...options,
  });
  children.push(child);
  const next = async (): Promise<unknown> => {
    if (said.length === 0)
      await new Promise<void>((resolve) => {
        heard = resolve;
      });
    return said.shift();
  };
  return { child, next };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'child-host-'));
  const file = join(folder, 'child.mjs');
  await writeFile(file, CHILD);
  entry = pathToFileURL(file);
});
afterEach(async () => {
  for (const child of children) child.kill();
  await Promise.all(children.splice(0).map((child) => child.ended));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

describe('a child host', () => {
  it('sends bytes and gets answers, and keeps the word of readiness to itself', async () => {
    const { child, next } = open();
    child.send({ what: 'echo', given: new Uint8Array([1, 2]) });
    expect(await next()).toMatchObject({ given: new Uint8Array([1, 2]) });
    child.send({ what: 'echo', given: 'again' });
    expect(await next()).toMatchObject({ given: 'again' });
  });

  it('gives the child nothing of the environment but what is named', async () => {
    const { child, next } = open({ env: { LANG: 'C' } });
    child.send({ what: 'environment' });
    const names = await next();
    expect(names).toEqual(expect.arrayContaining(['LANG', 'NODE_ENV']));
    expect(names).not.toContain('PATH');
  });

  it('tells how the child ended, with its last words', async () => {
    const { child, next } = open();
    child.send({ what: 'echo' });
    await next();
    child.send({ what: 'exit' });
    expect(await child.ended).toEqual({ detail: '3 last words', wasReady: true });
    expect(child.isConnected).toBe(false);
    child.send({ what: 'echo' });
  });

  it('tells of one that could not be started', async () => {
    const { child } = open({ entry: new URL('./missing.mjs', entry) });
    expect(await child.ended).toMatchObject({ wasReady: false });
  });

  it.each([false, true])('kills a child, with its group or without (%s)', async (leadsGroup) => {
    const { child, next } = open({ leadsGroup });
    child.send({ what: 'echo' });
    await next();
    child.send({ what: 'spin' });
    child.kill();
    expect(await child.ended).toEqual({ detail: 'SIGKILL', wasReady: true });
    child.kill();
  });

  it.each([
    ['spin', 'time', { milliseconds: 300, residentMegabytes: 2_000 }],
    ['eat', 'memory', { milliseconds: 60_000, residentMegabytes: 200 }],
  ] as const)(
    'tells once of a child that would %s for ever that it passed the limit of %s',
    async (what, limit, limits) => {
      const { child } = open();
      const exceeded: string[] = [];
      await new Promise<void>((resolve) => {
        child.limit({ ...limits, watchEveryMilliseconds: 20 }, (which) => {
          exceeded.push(which);
          resolve();
        });
        child.send({ what });
      });
      child.kill();
      await child.ended;
      expect(exceeded).toEqual([limit]);
    },
  );

  it('holds a child to no limit once the work is over', async () => {
    const { child, next } = open();
    const exceeded: string[] = [];
    child.limit({ milliseconds: 20, residentMegabytes: 1, watchEveryMilliseconds: 5 }, (which) => {
      exceeded.push(which);
    })();
    await new Promise((resolve) => {
      setTimeout(resolve, 60);
    });
    child.send({ what: 'echo' });
    await next();
    expect(exceeded).toEqual([]);
  });
});
