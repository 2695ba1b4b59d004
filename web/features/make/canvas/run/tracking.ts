import { formTypeOfNode } from '@src/analytics/places.shared';
import type { BoardContent, RunView } from '@src/creation/boards/board.shared';
import { creationInputOf } from '@/lib/analytics/creation-input';
import { track, whenTracking } from '@/lib/analytics/track';
import { newId } from '@/lib/random';

/** Tells that a conversation was begun: the one form of the canvas flow that is opened as such. @returns what stops it */
export const trackChat = (projectId: string): (() => void) => whenTracking(() => track({ name: 'createflow_start', createflow_id: newId(), project_id: projectId, form_type: 'chat_to_image', flow: 'canvas' }));

/** A creation of a run until it has an id of its own. */
const recordOf = (run: string, node: string): string => `${run}:${node}`;

/** What has already been told of the steps of a run that this page began. */
export interface TrackedRun {
  readonly id: string;
  readonly steps: ReadonlySet<string>;
}

/**
 * Tells what became of the calls of a run, each once: a step that has a task was taken, one that failed without was refused. One that is
 * blocked or was cancelled was never asked for.
 * @returns what has been told by then
 */
export function trackSteps({ nodes }: Pick<BoardContent, 'nodes'>, { id, steps }: Pick<RunView, 'id' | 'steps'>, tracked: TrackedRun): TrackedRun {
  if (id !== tracked.id) return tracked;
  const now = new Set(tracked.steps);
  for (const { node: nodeId, status, taskId, error } of steps) {
    const node = nodes.find((one) => one.id === nodeId);
    if (node?.kind !== 'creation' || status === 'reused' || now.has(nodeId)) continue;
    if (taskId !== undefined) track({ name: 'creation_success', record_id: taskId, procedure: node.procedure });
    else if (status === 'failed') track({ name: 'creation_failed', record_id: recordOf(id, nodeId), procedure: node.procedure, error: error?.identifier ?? 'ENGINE_FAILED' });
    else continue;
    now.add(nodeId);
  }
  return { id, steps: now };
}

/** Tells of each creation that a run is to make. */
export function trackRun({ nodes }: BoardContent, { id, status, steps }: RunView, projectId: string): void {
  if (status !== 'running') return;
  for (const node of nodes) {
    if (node.kind !== 'creation' || !steps.some((step) => step.node === node.id && step.status !== 'reused')) continue;
    const type = formTypeOfNode(node);
    if (node.turn === undefined) track({ name: 'createflow_start', createflow_id: node.id, project_id: projectId, form_type: type, flow: 'canvas' });
    track({ name: 'creation_started', record_id: recordOf(id, node.id), procedure: node.procedure, input: creationInputOf(node.procedure, { ...node.settings, model: node.model }) });
    track({ name: 'createflow_form_submit', createflow_form_id: node.id, model_name: node.model, form_type: type, flow: 'canvas' });
  }
}
