import { formTypeOfNode } from '@src/analytics/places.shared';
import type { BoardContent, RunView } from '@src/creation/boards/board.shared';
import { creationInputOf } from '@/lib/analytics/creation-input';
import { track, whenTracking } from '@/lib/analytics/track';
import { newId } from '@/lib/random';

/** Tracks that a conversation was opened. @returns unsubscribes */
export const trackChat = (projectId: string): (() => void) =>
  whenTracking(() =>
    track({
      name: 'createflow_start',
      createflow_id: newId(),
      project_id: projectId,
      form_type: 'chat_to_image',
      flow: 'canvas',
    }),
  );

/** Id of a run's creation before it has a task id. */
const recordOf = (run: string, node: string): string => `${run}:${node}`;

/** The steps already tracked of a run that this page started. */
export interface TrackedRun {
  readonly id: string;
  readonly steps: ReadonlySet<string>;
}

/**
 * Tracks the outcome of each call of a run once: a step with a task was accepted, one that failed without a task was
 * refused. Blocked and cancelled steps sent no request.
 * @returns the steps tracked so far
 */
export function trackSteps(
  { nodes }: Pick<BoardContent, 'nodes'>,
  { id, steps }: Pick<RunView, 'id' | 'steps'>,
  tracked: TrackedRun,
): TrackedRun {
  if (id !== tracked.id) return tracked;
  const now = new Set(tracked.steps);
  for (const { node: nodeId, status, taskId, error } of steps) {
    const node = nodes.find((one) => one.id === nodeId);
    if (node?.kind !== 'creation' || status === 'reused' || now.has(nodeId)) continue;
    if (taskId !== undefined) track({ name: 'creation_success', record_id: taskId, procedure: node.procedure });
    else if (status === 'failed')
      track({
        name: 'creation_failed',
        record_id: recordOf(id, nodeId),
        procedure: node.procedure,
        error: error?.identifier ?? 'ENGINE_FAILED',
      });
    else continue;
    now.add(nodeId);
  }
  return { id, steps: now };
}

/** Tracks the submission of each creation of a run. */
export function trackRun({ nodes }: BoardContent, { id, status, steps }: RunView, projectId: string): void {
  if (status !== 'running') return;
  for (const node of nodes) {
    if (node.kind !== 'creation' || !steps.some((step) => step.node === node.id && step.status !== 'reused')) continue;
    const type = formTypeOfNode(node);
    if (node.turn === undefined)
      track({
        name: 'createflow_start',
        createflow_id: node.id,
        project_id: projectId,
        form_type: type,
        flow: 'canvas',
      });
    track({
      name: 'creation_started',
      record_id: recordOf(id, node.id),
      procedure: node.procedure,
      input: creationInputOf(node.procedure, { ...node.settings, model: node.model }),
    });
    track({
      name: 'createflow_form_submit',
      createflow_form_id: node.id,
      model_name: node.model,
      form_type: type,
      flow: 'canvas',
    });
  }
}
