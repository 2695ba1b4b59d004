import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { analyticsEvent, type AnalyticsEvent } from '@src/analytics/events.shared';
import type { BoardContent, NodeId, RunView, StepView } from '@src/creation/boards/board.shared';
import { startTracking, stopTracking } from '@/lib/analytics/track';
import { trackRun, trackSteps } from './tracking';

const heard: AnalyticsEvent[] = [];
beforeEach(() => {
  heard.length = 0;
  startTracking((event) => heard.push(event));
});
afterEach(stopTracking);

// Ids of the test's own stand for what boards mint.
const node = (id: string): NodeId => id as NodeId;
const TASK = 'b7a3f8a0-6f0e-4d7e-9a53-6d1c6f5a1b11';
const creation = (id: string): BoardContent['nodes'][number] => ({
  kind: 'creation',
  id: node(id),
  x: 0,
  y: 0,
  procedure: 'text2Image.create',
  model: 'preview',
  settings: { style: 'oil', prompt: 'hidden' },
  prompt: 'my words',
});
const board: BoardContent = { nodes: [creation('a'), creation('b'), creation('c')], edges: [] };
const run = (...steps: readonly StepView[]): RunView => ({
  id: 'run-1',
  status: 'running',
  steps,
  total: 2,
  createdAt: 0,
});
const step = (id: string, status: StepView['status'], more: Partial<StepView> = {}): StepView => ({
  node: node(id),
  status,
  price: 1,
  ...more,
});
const named = (): readonly string[] => heard.map(({ name }) => name);

it('a run of a board tells that each of its creations has started, with what was chosen for it', () => {
  trackRun(board, run(step('a', 'running'), step('b', 'reused', { price: 0 })), 'project');
  expect(heard.filter(({ name }) => name === 'creation_started')).toEqual([
    {
      name: 'creation_started',
      record_id: 'run-1:a',
      procedure: 'text2Image.create',
      input: { style: 'oil', model: 'preview' },
    },
  ]);
  expect(named()).toEqual(['createflow_start', 'creation_started', 'createflow_form_submit']);
});

it('each creation of a run is told of once when it is taken or refused, and not when it was never asked for', () => {
  let tracked = trackSteps(board, run(step('a', 'waiting'), step('b', 'waiting'), step('c', 'waiting')), {
    id: 'run-1',
    steps: new Set(),
  });
  tracked = trackSteps(
    board,
    run(step('a', 'running', { taskId: TASK }), step('b', 'waiting'), step('c', 'waiting')),
    tracked,
  );
  tracked = trackSteps(
    board,
    run(
      step('a', 'succeeded', { taskId: TASK }),
      step('b', 'failed', { error: { identifier: 'SENSITIVE_TEXT', params: {} } }),
      step('c', 'blocked'),
    ),
    tracked,
  );
  expect(heard).toEqual([
    { name: 'creation_success', record_id: TASK, procedure: 'text2Image.create' },
    { name: 'creation_failed', record_id: 'run-1:b', procedure: 'text2Image.create', error: 'SENSITIVE_TEXT' },
  ]);
  expect(heard.every((event) => analyticsEvent.safeParse(event).success)).toBe(true);
  expect(trackSteps(board, { ...run(step('a', 'failed')), id: 'of another page' }, tracked)).toBe(tracked);
});
