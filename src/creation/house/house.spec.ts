import { beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { promptClaims } from '../../engine/local/words-claimed.js';
import { createMemoryBlobs } from '../../platform/blobs/memory.js';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { readingOf } from '../procedures/reading.shared.js';
import { decidePublication } from '../publishing/publication.js';
import { workTitleOf } from '../publishing/work.shared.js';
import { publicationOf } from '../publishing/work.stored.js';
import { publish } from '../tasks/task.js';
import { TaskStore } from '../tasks/task.store.js';
import { houseTask, houseTaskId, publishHousePosts, type HouseDeps } from './house.js';
import { HOUSE_POSTS } from './posts.js';

const FOLDER = fileURLToPath(new URL('./files/', import.meta.url));
/** Bytes of all files: they are in every clone and installation. */
const BYTES_LIMIT = 2_500_000;
const POSTS = HOUSE_POSTS.slice(0, 4);

describe('the posts of the house', () => {
  let deps: HouseDeps;
  let tasks: TaskStore;
  let reads: string[];

  beforeEach(async () => {
    const error = (): void => {
      throw new Error('a task cannot be read');
    };
    tasks = await TaskStore.open(createMemoryDocumentStore(), { error });
    reads = [];
    deps = {
      tasks,
      blobs: createMemoryBlobs(),
      clock: { now: () => 1_000_000 },
      read: async ({ name }) => {
        reads.push(name);
        return { bytes: Buffer.from(name), poster: Buffer.from(`${name} poster`) };
      },
      isEmpty: async () => true,
      isStopping: () => false,
    };
  });
  const statuses = async () =>
    Promise.all(
      POSTS.map(async ({ name }) => {
        const found = await tasks.get(houseTaskId(name));
        return found && publicationOf(found.document, 0)?.status;
      }),
    );

  it('become public once, newest first', async () => {
    expect(await publishHousePosts(deps, POSTS)).toBe(4);
    expect(await statuses()).toEqual(['published', 'published', 'published', 'published']);
    const found = await tasks.getMany(POSTS.map(({ name }) => houseTaskId(name)));
    expect(found.map(({ document }) => publicationOf(document, 0))).toMatchObject(
      POSTS.map(({ title }, index) => ({
        title,
        sharing: 'recipe',
        visibility: 'public',
        publishedAt: 1_000_000 - index * 1_000,
      })),
    );
    expect(await publishHousePosts(deps, POSTS)).toBe(0);
    expect(reads).toHaveLength(4);
  });

  it('do not come to an installation whose Explore lists works', async () => {
    expect(await publishHousePosts({ ...deps, isEmpty: async () => false }, POSTS)).toBe(0);
    expect(reads).toEqual([]);
  });

  it('are completed by the next start after a crash', async () => {
    let puts = 0;
    const failing: HouseDeps = {
      ...deps,
      blobs: {
        put: (content, reference) => {
          puts += 1;
          if (puts > 4) throw new StoreUnavailable('blobs', 'failed', 'planted');
          return deps.blobs.put(content, reference);
        },
      },
    };
    await expect(publishHousePosts(failing, POSTS)).rejects.toThrow(StoreUnavailable);
    // Stored, but not published yet.
    const [, , third] = POSTS;
    if (third === undefined) throw new Error('too few posts');
    await tasks.create(
      houseTask(third, { hash: (await deps.blobs.put(Buffer.from('x'), 'r')).hash, reference: 'r', bytes: 1 }, 5),
    );
    expect(await publishHousePosts({ ...deps, isEmpty: async () => false }, POSTS)).toBe(2);
    expect(await statuses()).toEqual(['published', 'published', 'published', 'published']);
  });

  it('stay removed once a moderator has removed them', async () => {
    await publishHousePosts(deps, POSTS);
    const [first] = POSTS;
    const changed = await tasks.change(houseTaskId(first?.name ?? ''), (task) => {
      const removed = decidePublication(
        publicationOf(task, 0),
        { kind: 'remove', reason: 'spam' },
        { owner: false, moderator: true },
        2_000_000,
      );
      if (!removed.ok) return removed;
      if (task.status !== 'succeeded') throw new Error('not a finished task');
      return { ok: true, value: publish(task, 0, removed.value, 2_000_000) };
    });
    expect(changed.ok).toBe(true);
    expect(await publishHousePosts({ ...deps, isEmpty: async () => false }, POSTS)).toBe(0);
    expect(await statuses()).toEqual(['removed', 'published', 'published', 'published']);
  });

  it('end at once when the process does', async () => {
    let isStopping = false;
    const read: HouseDeps['read'] = async (post) => {
      isStopping = true;
      return deps.read(post);
    };
    expect(await publishHousePosts({ ...deps, read, isStopping: () => isStopping }, POSTS)).toBe(1);
  });

  it('have names, titles and prompts by the rules of every work, and are drawn as they say', () => {
    expect(new Set(HOUSE_POSTS.map(({ name }) => name)).size).toBe(HOUSE_POSTS.length);
    expect(HOUSE_POSTS.length).toBeGreaterThanOrEqual(24);
    for (const { name, title, prompt, seed, params } of HOUSE_POSTS) {
      expect([name, workTitleOf(title)]).toEqual([name, title]);
      const claimed = promptClaims({ ...readingOf(params), prompt, negativePrompt: '', seed, roles: [] });
      expect([name, claimed?.ignored, claimed?.lacks]).toEqual([name, [], undefined]);
    }
  });

  it('have files of their sizes, and no other files', async () => {
    const isVideo = ({ params }: (typeof HOUSE_POSTS)[number]): boolean => params.procedure.startsWith('video.');
    const expected = HOUSE_POSTS.flatMap((post) =>
      isVideo(post) ? [`${post.name}.mp4`, `${post.name}.webp`] : [`${post.name}.webp`],
    );
    expect(readdirSync(FOLDER).sort()).toEqual(expected.sort());
    for (const post of HOUSE_POSTS) {
      const { width, height } = await sharp(`${FOLDER}${post.name}.webp`).metadata();
      const planned = houseTask(
        post,
        { hash: (await deps.blobs.put(Buffer.from('x'), 'r')).hash, reference: 'r', bytes: 1 },
        5,
      );
      expect([post.name, width, height]).toEqual([post.name, planned.width, planned.height]);
      expect(existsSync(`${FOLDER}${post.name}.mp4`)).toBe(isVideo(post));
    }
    const bytes = readdirSync(FOLDER).reduce((sum, file) => sum + statSync(`${FOLDER}${file}`).size, 0);
    expect(bytes).toBeLessThan(BYTES_LIMIT);
  });
});
