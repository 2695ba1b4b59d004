import { describe, expect, it } from '@jest/globals';
import { PROCEDURES, STAGES, type Stage } from '@src/creation/procedures/params.shared';
import type { OutputView, TaskView } from '@src/creation/tasks/task.shared';
import { columnsFor, shownStages, stopwatch, taskStage } from './stage-model';

const pending = (stage: Stage, index = 0): OutputView => ({ index, state: 'pending', seed: 1, stage, percent: 10 });
const ready = (index: number): OutputView => ({
  index,
  state: 'ready',
  type: 'image/png',
  seed: 1,
  url: '/x',
  width: 1,
  height: 1,
  bytes: 1,
});
const processing = (...outputs: OutputView[]): TaskView => ({
  id: 'a',
  version: 1,
  createdAt: 0,
  procedure: 'text2Image.create',
  status: 'processing',
  width: 1024,
  height: 1024,
  price: 1,
  percent: 10,
  outputs,
  input: { prompt: 'a', negativePrompt: '', model: 'preview', count: outputs.length, seed: 1 },
  params: { procedure: 'text2Image.create', style: 'natural', aspect: '1:1' },
  sources: [],
  media: 'image',
  projectId: 'p',
});
const place = (task: TaskView): number =>
  shownStages(task.procedure).findIndex(({ stage }) => stage === taskStage(task));

describe('the stage of a task', () => {
  it('is the image’s own when there is one', () => {
    expect(STAGES.map((stage) => taskStage(processing(pending(stage))))).toEqual([
      'understanding',
      'understanding',
      'understanding',
      'drawing',
      'drawing',
      'styling',
      'encoding',
      'checking',
      'checking',
    ]);
  });
  it('of an image made from another is read and worked on, never drawn or styled', () => {
    const upscale = (stage: Stage): TaskView => ({
      ...processing(pending(stage)),
      procedure: 'imageTools.upscale',
      params: { procedure: 'imageTools.upscale', scale: 2 },
    });
    expect(STAGES.map((stage) => taskStage(upscale(stage)))).toEqual([
      'reading',
      'waiting',
      'reading',
      'reading',
      'working',
      'working',
      'encoding',
      'checking',
      'checking',
    ]);
  });
  it('is always one that the page shows for that call', () => {
    for (const procedure of PROCEDURES)
      for (const stage of STAGES) expect(place({ ...processing(pending(stage)), procedure })).toBeGreaterThanOrEqual(0);
  });
  it('waits until the queue has let it go', () => {
    expect(taskStage({ ...processing(pending('drawing')), status: 'queued' })).toBe('waiting');
  });
  it('of several images never goes back', () => {
    const steps = [
      processing(pending('understanding'), pending('waiting', 1)),
      processing(pending('encoding'), pending('waiting', 1)),
      processing(ready(0), pending('understanding', 1)),
      processing(ready(0), pending('drawing', 1)),
      processing(ready(0), pending('checking', 1)),
    ].map(place);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  });
});

it('reads like a stopwatch', () => {
  expect([0, 4_400, 65_000].map(stopwatch)).toEqual(['0:00', '0:04', '1:05']);
});

it('puts tall images side by side and wide ones in twos', () => {
  expect(columnsFor(4, 816, 1024)).toBe(4);
  expect(columnsFor(4, 1024, 576)).toBe(2);
  expect(columnsFor(1, 1024, 576)).toBe(1);
});
