import { FORMS, type ProcedureName } from '@src/creation/procedures/params.shared';
import type { CreationNode, NodeId } from '@src/creation/boards/board.shared';
import { emptyDraft, fieldsOf, readDraft, seedOf, type Draft } from '@/features/make/create/draft/draft';
import { paramsOf } from '@/features/make/create/draft/draft-request';

type Settings = CreationNode['settings'];

/** A node as the forms have it. */
export function draftOfNode({ procedure, model, prompt, settings }: Pick<CreationNode, 'procedure' | 'model' | 'prompt' | 'settings'>): Draft {
  const { seed } = settings;
  return readDraft({ ...settings, seed: typeof seed === 'number' ? String(seed) : '', model, prompt }, procedure);
}

/** What a draft says of a call's settings, as its input has them. */
export function nodeSettingsOf(procedure: ProcedureName, draft: Draft): Settings {
  const { procedure: _, ...params } = paramsOf({ procedure, draft });
  const seed = seedOf(draft.seed);
  const words = draft.negativePrompt.trim();
  const settings = {
    ...params,
    ...(FORMS[procedure].batch ? { count: draft.count } : {}),
    ...(FORMS[procedure].seeded && typeof seed === 'number' ? { seed } : {}),
    ...(words !== '' && fieldsOf(procedure).includes('negativePrompt') ? { negativePrompt: words } : {}),
  };
  // Settings are plain values, lists and records of them: what JSON has.
  return settings as Settings;
}

/** The node as a form has changed it; consent stays declared. */
export function nodeOfDraft(node: CreationNode, draft: Draft): CreationNode {
  const { consent } = node.settings;
  return { ...node, model: draft.model ?? node.model, prompt: draft.prompt, settings: { ...nodeSettingsOf(node.procedure, draft), ...(consent === true ? { consent } : {}) } };
}

export interface NewCreation {
  readonly id: NodeId;
  readonly procedure: ProcedureName;
  /** Of the catalogue, one that serves the call. */
  readonly model: string;
  readonly seed: number;
  readonly x: number;
  readonly y: number;
  readonly prompt?: string;
}

/** A node of a call as it is set before anybody has. Its seed is drawn once, so that what was made can be taken again. */
export const newCreation = ({ id, procedure, model, seed, x, y, prompt = '' }: NewCreation): CreationNode => ({
  id, x, y, kind: 'creation', procedure, model, prompt, settings: nodeSettingsOf(procedure, { ...emptyDraft(procedure), seed: String(seed) }),
});

/** The same request with another seed: another result. */
export const reseeded = (node: CreationNode, seed: number): CreationNode => (FORMS[node.procedure].seeded ? { ...node, settings: { ...node.settings, seed } } : node);
