import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { TaskId, UserId } from '../../kernel/ids.js';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import type { ProjectId } from '../projects/project.js';
import { cancel, hide, mergeVisitor, putInto, reserve } from '../tasks/task.js';
import type { Task } from '../tasks/task.state.js';
import { TaskStore } from '../tasks/task.store.js';
import { Library } from './library.js';
import { costOf, libraryTagOf, TAGS_MAX, TRASH_DAYS } from './library.shared.js';
import { mark, restore, trash } from './marks.js';
import { libraryTerms, periodsOf, shelfOf, wantedLibraryTerms } from './terms.js';

const ann = 'ann' as UserId; // a test user

function must<T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false }): T {
  if (!result.ok) throw new Error('refused');
  return result.value;
}

const running = reserve({
  id: 'task' as TaskId, // a test task
  owner: ann,
  payer: ann,
  fingerprint: 'f',
  input: { prompt: 'A red Lighthouse', negativePrompt: 'fog', model: 'preview', count: 1, seed: 5 },
  params: { procedure: 'text2Image.create', style: 'watercolour', aspect: '1:1' },
  sources: [],
  media: 'image',
  seconds: 0,
  width: 64,
  height: 64,
  price: { amount: 0, base: 0, perOutput: 0, version: 1 },
  eligibility: 'any',
  parallel: 1,
  lane: 'free',
  marked: false,
  createdAt: Date.UTC(2026, 1, 28, 23, 59),
  deadlineAt: 10_000,
});
const ended = must(cancel(running, 100, 'user'));
const isFound = (task: Task, filter: Parameters<typeof wantedLibraryTerms>[1], isNear = false): boolean => {
  const terms = new Set(libraryTerms(task));
  const groups = wantedLibraryTerms({ owner: ann, shelf: 'library' }, filter, isNear);
  return groups !== undefined && groups.every((group) => group.some((term) => terms.has(term)));
};

describe('a creation in the library', () => {
  it('is found by its words, settings and marks', () => {
    const marked = must(
      mark(must(mark(ended, { kind: 'tag', add: ['sea side'], remove: [] }, 1)), { kind: 'rate', rating: 4 }, 2),
    );
    expect(isFound(marked, { text: 'lighthouse RED' })).toBe(true);
    expect(isFound(marked, { text: 'side' })).toBe(true);
    expect(isFound(marked, { tag: 'sea side', minRating: 3, kind: 'image', style: 'watercolour', cost: 'none' })).toBe(
      true,
    );
    expect(isFound(marked, { minRating: 5 })).toBe(false);
    expect(isFound(marked, { isFavourite: true })).toBe(false);
    expect(isFound(marked, { kind: 'video' })).toBe(false);
    // What was to be left out is not shown.
    expect(isFound(marked, { text: 'fog' })).toBe(false);
  });

  it('is found by its tags however long its prompt is', () => {
    const prompt = Array.from({ length: 300 }, (_, at) => `word${at}`).join(' ');
    const long = { ...ended, input: { ...ended.input, prompt } };
    const marked = must(mark(long, { kind: 'tag', add: ['sea side'], remove: [] }, 1));
    expect(isFound(marked, { text: 'side' })).toBe(true);
    expect(isFound(marked, { text: 'word150' })).toBe(true);
  });

  it('is found by its cost in credits, also if API credits paid', () => {
    const settlement = { state: 'settled', captured: 16, at: 200 } as const;
    expect(isFound({ ...ended, settlement }, { cost: 'medium' })).toBe(true);
    expect(isFound({ ...ended, settlement, paysWith: 'api_credits' }, { cost: 'low' })).toBe(true);
  });

  it('is found by a word with a wrong letter only if near words are wanted', () => {
    expect(isFound(ended, { text: 'lihgthouse' })).toBe(false);
    expect(isFound(ended, { text: 'lihgthouse' }, true)).toBe(true);
  });

  it('has no terms while it runs, in the trash, and after its deletion', () => {
    expect(libraryTerms(running)).toEqual([]);
    expect(libraryTerms(must(trash(ended, 1)))).toEqual([]);
    expect(libraryTerms(must(hide(ended, 1)))).toEqual([]);
  });

  it('is not found by a text without words, which is no search for everything', () => {
    expect(wantedLibraryTerms({ owner: ann, shelf: 'library' }, { text: '?!' }, false)).toBeUndefined();
  });

  it('comes back from the trash as it was', () => {
    const marked = must(mark(ended, { kind: 'archive', isSet: true }, 1));
    expect(shelfOf(marked)).toBe('archive');
    const back = must(restore(must(trash(marked, 2)), 3));
    expect(back).toEqual({ ...marked, changedAt: 3 });
  });

  it('loses its text and marks when it is deleted from the trash', () => {
    const marked = must(mark(ended, { kind: 'tag', add: ['secret'], remove: [] }, 1));
    const deleted = must(hide(must(trash(marked, 2)), 3));
    expect(JSON.stringify(deleted)).not.toMatch(/secret|Lighthouse/);
    expect(deleted).not.toHaveProperty('trashedAt');
    expect(restore(deleted, 4).ok).toBe(false);
    expect(hide(deleted, 4).ok).toBe(false);
  });

  it('moves from the trash with its visitor to an account, and out of a deleted project', () => {
    const inProject = { ...ended, project: 'p' as ProjectId }; // a test project
    const away = must(trash(inProject, 1));
    const moved = must(putInto(must(mergeVisitor(away, 'bob' as UserId, 2)), undefined, 3)); // a test user
    expect(moved).toMatchObject({ owner: 'bob', trashedAt: 1, hidden: true });
    expect(moved).not.toHaveProperty('project');
    expect(mergeVisitor(must(hide(ended, 1)), 'bob' as UserId, 2).ok).toBe(false); // a test user
  });

  it('cannot be put away while it runs', () => {
    expect(trash(running, 1)).toEqual({ ok: false, error: 'not-now' });
    expect(mark(running, { kind: 'archive', isSet: true }, 1)).toEqual({ ok: false, error: 'not-now' });
  });

  it('takes no change twice: the same change returns the same task', () => {
    for (const change of [
      { kind: 'tag', add: ['a'], remove: [] },
      { kind: 'favourite', isSet: true },
      { kind: 'rate', rating: 2 },
      { kind: 'archive', isSet: true },
    ] as const) {
      const once = must(mark(ended, change, 1));
      expect(once).not.toBe(ended);
      expect(must(mark(once, change, 2))).toBe(once);
    }
  });

  it('has a limited number of tags', () => {
    const tags = Array.from({ length: TAGS_MAX }, (_, at) => `tag ${at}`);
    const full = must(mark(ended, { kind: 'tag', add: tags, remove: [] }, 1));
    expect(mark(full, { kind: 'tag', add: ['more'], remove: [] }, 2)).toEqual({ ok: false, error: 'too-many-tags' });
    expect(must(mark(full, { kind: 'tag', add: ['more'], remove: ['tag 0'] }, 2)).tags).toHaveLength(TAGS_MAX);
  });
});

describe('the trash after its days', () => {
  it('is emptied, but keeps what its owner restores meanwhile', async () => {
    const stored = await TaskStore.open(createMemoryDocumentStore(), { error: () => undefined });
    const [restored, expired] = ['restored' as TaskId, 'expired' as TaskId]; // test tasks
    for (const id of [restored, expired]) await stored.create({ ...must(trash(ended, 200)), id });
    const tasks: TaskStore = Object.assign(Object.create(stored) as TaskStore, {
      async *trashedBefore(time: number) {
        for await (const task of stored.trashedBefore(time)) {
          if (task.id === restored) await stored.change(restored, (now) => restore(now, 300));
          yield task;
        }
      },
    });
    const changed: unknown[] = [];
    const clock = { now: () => (TRASH_DAYS + 1) * 86_400_000 };
    const signals = { changed: ({ id }: Task) => changed.push(id) };
    await new Library({ tasks, clock, signals, log: { warn: () => undefined } } as never).sweep();
    expect((await stored.get(restored))?.document).toMatchObject({ hidden: false, input: ended.input });
    expect((await stored.get(expired))?.document).toMatchObject({ hidden: true, input: { prompt: '' } });
    expect((await stored.get(expired))?.document).not.toHaveProperty('trashedAt');
    expect(changed).toEqual([expired]);
  });
});

describe('periods of a range of dates', () => {
  const DAY = 86_400_000;
  const start = Date.UTC(2024, 0, 1);

  it('contain every day of the range and no other', () => {
    const day = fc.integer({ min: 0, max: 1_200 });
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 900 }), day, (from, length, at) => {
        const periods = new Set(periodsOf(start + from * DAY, start + (from + length) * DAY));
        const date = new Date(start + at * DAY).toISOString();
        const has = [10, 7, 4].some((end) => periods.has(`#at:${date.slice(0, end)}`));
        expect(has).toBe(from <= at && at < from + length);
      }),
    );
  });

  it('are few for any range', () => {
    expect(periodsOf(0, Number.MAX_SAFE_INTEGER).length).toBeLessThan(100);
    expect(periodsOf(Date.UTC(2024, 0, 2), Date.UTC(2030, 11, 31)).length).toBeLessThan(90);
  });
});

it('reads tags in one spelling', () => {
  expect(libraryTagOf('  Sea \n Side ')).toBe('sea side');
  expect(libraryTagOf(' ')).toBeUndefined();
  expect(libraryTagOf('x'.repeat(41))).toBeUndefined();
});

it('names the steps of a cost', () => {
  expect([0, 1, 10, 11, 50, 51].map(costOf)).toEqual(['none', 'low', 'low', 'medium', 'medium', 'high']);
});
