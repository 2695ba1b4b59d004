import { describe, expect, it } from '@jest/globals';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { newerTask, withoutTask, withTask, type TaskPages } from './task-pages';

const task = (id: string, createdAt: number, version = 1): TaskView => ({
  id,
  version,
  createdAt,
  procedure: 'text2Image.create',
  status: 'queued',
  width: 1024,
  height: 1024,
  price: 1,
  percent: 0,
  outputs: [],
  input: { prompt: id, negativePrompt: '', model: 'preview', count: 1, seed: 1 },
  params: { procedure: 'text2Image.create', style: 'natural', aspect: '1:1' },
  sources: [],
  media: 'image',
  projectId: 'p',
});
const pages = (...lists: TaskView[][]): TaskPages => ({
  pages: lists.map((tasks, index) => ({ tasks, next: index < lists.length - 1 ? 'more' : undefined })),
  pageParams: lists.map(() => null),
});
const ids = (all: TaskPages): string[] => all.pages.flatMap((page) => page.tasks.map((one) => one.id));

describe('the pages of tasks', () => {
  it('keep the newer view, whichever comes last', () => {
    expect(newerTask(task('a', 1, 3), task('a', 1, 2)).version).toBe(3);
    expect(newerTask(task('a', 1, 2), task('a', 1, 3)).version).toBe(3);
  });
  it('put a new task where it belongs by age', () => {
    expect(ids(withTask(pages([task('c', 30), task('a', 10)]), task('b', 20)))).toEqual(['c', 'b', 'a']);
    expect(ids(withTask(pages([]), task('b', 20)))).toEqual(['b']);
  });
  it('hold a task once, on whichever page it is', () => {
    const updated = withTask(pages([task('c', 30)], [task('a', 10)]), { ...task('a', 10, 5), percent: 50 });
    expect(ids(updated)).toEqual(['c', 'a']);
    expect(updated.pages[1]?.tasks[0]?.percent).toBe(50);
  });
  it('leave a task that is older than the first page to a page that has not been asked for', () => {
    const first: TaskPages = { pages: [{ tasks: [task('c', 30)], next: 'more' }], pageParams: [null] };
    expect(ids(withTask(first, task('a', 10)))).toEqual(['c']);
  });
  it('lose a deleted task', () => {
    expect(ids(withoutTask(pages([task('c', 30)], [task('a', 10)]), 'a'))).toEqual(['c']);
  });
});
