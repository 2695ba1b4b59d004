import { beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import type { BalanceView } from '@src/credits/credits.shared';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { keepNewest } from './keep-newest';
import type { TaskPages } from './task-pages';

const balance = (available: number, revision: number): BalanceView => ({
  appName: 'kinora',
  usageType: 'credits',
  available,
  anyModel: available,
  held: 0,
  grants: [],
  revision,
});
const task = (id: string, version: number, percent = 0): TaskView => ({
  id,
  version,
  createdAt: 1,
  procedure: 'text2Image.create',
  status: 'processing',
  width: 1024,
  height: 1024,
  price: 1,
  percent,
  outputs: [],
  input: { prompt: id, negativePrompt: '', model: 'preview', count: 1, seed: 1 },
  params: { procedure: 'text2Image.create', style: 'natural', aspect: '1:1' },
  sources: [],
  media: 'image',
  projectId: 'p',
});
const pages = (...tasks: TaskView[]): TaskPages => ({ pages: [{ tasks }], pageParams: [null] });

describe('the cache', () => {
  let cache: QueryClient;
  beforeEach(() => {
    cache = new QueryClient();
    keepNewest(cache, { balance: [['credits', 'balance']], task: [['task', 'get']], tasks: [['task', 'list']] });
  });

  /** Fetches, and caches newer data while the answer is under way. @returns the cache's final data */
  const fetched = async (
    key: readonly unknown[],
    before: unknown,
    meanwhile: unknown,
    answer: unknown,
  ): Promise<unknown> => {
    cache.setQueryData(key, before);
    let answered = (_: unknown): void => undefined;
    const fetching = cache.fetchQuery({ queryKey: key, queryFn: () => new Promise((resolve) => (answered = resolve)) });
    cache.setQueryData(key, meanwhile);
    answered(answer);
    await fetching;
    return cache.getQueryData(key);
  };

  it('keeps a balance that was told live when an answer from before it comes later', async () => {
    const key = [['credits', 'balance'], { type: 'query' }];
    expect(await fetched(key, balance(10, 0), balance(40, 1), balance(10, 0))).toEqual(balance(40, 1));
    expect(await fetched(key, balance(40, 1), balance(40, 1), balance(30, 2))).toEqual(balance(30, 2));
  });

  it('takes a balance of the same revision, for grants expire without one', async () => {
    expect(
      await fetched([['credits', 'balance'], { type: 'query' }], balance(40, 1), balance(40, 1), balance(10, 1)),
    ).toEqual(balance(10, 1));
  });

  it('keeps what is newer of each task, alone and in a list', async () => {
    expect(
      await fetched([['task', 'get'], { input: { id: 'a' } }], task('a', 1), task('a', 3, 90), task('a', 2, 50)),
    ).toEqual(task('a', 3, 90));
    const key = [['task', 'list'], { type: 'infinite' }];
    expect(
      await fetched(
        key,
        pages(task('a', 1), task('b', 1)),
        pages(task('a', 3, 90), task('b', 1)),
        pages(task('c', 1), task('a', 2, 50), task('b', 2, 10)),
      ),
    ).toEqual(pages(task('c', 1), task('a', 3, 90), task('b', 2, 10)));
  });

  it('takes whatever comes when nothing is known', async () => {
    cache.removeQueries();
    expect(
      await cache.fetchQuery({
        queryKey: [['credits', 'balance'], { input: {} }],
        queryFn: async () => balance(10, 0),
      }),
    ).toEqual(balance(10, 0));
  });
});
