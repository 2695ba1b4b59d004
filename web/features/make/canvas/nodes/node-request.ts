import { FORMS, type ProcedureName } from '@src/creation/procedures/params.shared';
import { isOfEngine } from '@src/creation/procedures/lora-limits.shared';
import type { CreationNode, NodeId } from '@src/creation/boards/board.shared';
import { emptyDraft, fieldsOf, readDraft, seedOf, type Draft } from '@/features/make/create/draft/draft';
import { paramsOf } from '@/features/make/create/draft/draft-request';

type Settings = CreationNode['settings'];

/** The draft of a node, for the forms. */
export function draftOfNode({
  procedure,
  model,
  prompt,
  settings,
}: Pick<CreationNode, 'procedure' | 'model' | 'prompt' | 'settings'>): Draft {
  const { seed } = settings;
  return readDraft({ ...settings, seed: typeof seed === 'number' ? String(seed) : '', model, prompt }, procedure);
}

/** A draft's settings as input of the procedure. */
export function nodeSettingsOf(procedure: ProcedureName, draft: Draft): Settings {
  const { procedure: _, ...params } = paramsOf({ procedure, draft });
  const seed = seedOf(draft.seed);
  const words = draft.negativePrompt.trim();
  // Those of another engine are of no use to the model.
  const loras = (draft.loras ?? []).filter(({ id }) => isOfEngine(id, draft.model ?? ''));
  const settings = {
    ...params,
    ...(FORMS[procedure].batch ? { count: draft.count } : {}),
    ...(FORMS[procedure].seeded && typeof seed === 'number' ? { seed } : {}),
    ...(draft.modelSettings !== undefined && draft.modelSettings.model === draft.model
      ? { modelSettings: draft.modelSettings.values }
      : {}),
    ...(loras.length === 0 ? {} : { loras }),
    ...(words !== '' && fieldsOf(procedure).includes('negativePrompt') ? { negativePrompt: words } : {}),
  };
  // Settings are plain values, lists and records: valid JSON.
  return settings as Settings;
}

/** The node with a form's changes. A given consent is kept. */
export function nodeOfDraft(node: CreationNode, draft: Draft): CreationNode {
  const { consent } = node.settings;
  return {
    ...node,
    model: draft.model ?? node.model,
    prompt: draft.prompt,
    settings: { ...nodeSettingsOf(node.procedure, draft), ...(consent === true ? { consent } : {}) },
  };
}

export interface NewCreation {
  readonly id: NodeId;
  readonly procedure: ProcedureName;
  /** Id of a catalogue model that serves the procedure. */
  readonly model: string;
  readonly seed: number;
  readonly x: number;
  readonly y: number;
  readonly prompt?: string;
}

/** A new node with default settings. Its seed is drawn once, so that the same request finds the earlier result. */
export const newCreation = ({ id, procedure, model, seed, x, y, prompt = '' }: NewCreation): CreationNode => ({
  id,
  x,
  y,
  kind: 'creation',
  procedure,
  model,
  prompt,
  settings: nodeSettingsOf(procedure, { ...emptyDraft(procedure), seed: String(seed) }),
});

/** The same request with another seed, for another result. */
export const reseeded = (node: CreationNode, seed: number): CreationNode =>
  FORMS[node.procedure].seeded ? { ...node, settings: { ...node.settings, seed } } : node;
