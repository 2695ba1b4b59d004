import { formTypeOfNode } from '@src/analytics/places.shared';
import type { BoardContent, RunView } from '@src/creation/boards/board.shared';
import { track, whenTracking } from '@/lib/analytics/track';
import { newId } from '@/lib/random';

/** Tells that a conversation was begun: the one form of the canvas flow that is opened as such. @returns what stops it */
export const trackChat = (projectId: string): (() => void) => whenTracking(() => track({ name: 'createflow_start', createflow_id: newId(), project_id: projectId, form_type: 'chat_to_image', flow: 'canvas' }));

/** Tells of each creation that a run is to make. */
export function trackRun({ nodes }: BoardContent, { status, steps }: RunView, projectId: string): void {
  if (status !== 'running') return;
  for (const node of nodes) {
    if (node.kind !== 'creation' || !steps.some((step) => step.node === node.id && step.status !== 'reused')) continue;
    const type = formTypeOfNode(node);
    if (node.turn === undefined) track({ name: 'createflow_start', createflow_id: node.id, project_id: projectId, form_type: type, flow: 'canvas' });
    track({ name: 'createflow_form_submit', createflow_form_id: node.id, model_name: node.model, form_type: type, flow: 'canvas' });
  }
}
