import { expect, it } from '@jest/globals';
import type { OutputView, TaskInput } from '@src/creation/tasks/task.shared';
import { noticeCreation } from './notice-creation';

const input: TaskInput = { prompt: 'a lake at dawn', negativePrompt: '', model: 'preview', count: 2, seed: 1 };
const failed: OutputView = { index: 0, state: 'failed', seed: 1, error: 'ENGINE_FAILED' };
const ready: OutputView = {
  index: 1,
  state: 'ready',
  seed: 2,
  url: '/api/media/t/1',
  type: 'image/png',
  width: 64,
  height: 64,
  bytes: 1,
};

it('a notice of a creation shows the first output that is there, and its words', () => {
  expect(noticeCreation({ input, outputs: [failed, ready] })).toEqual({
    words: 'a lake at dawn',
    thumbnail: '/api/media/t/1?w=320',
  });
  expect(noticeCreation({ input, outputs: [failed] })).toEqual({ words: 'a lake at dawn' });
});
