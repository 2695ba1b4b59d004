import { z } from 'zod';
import type { ModelView } from '../../../catalog/model.shared.js';
import { settingKey } from '../../../engine/remote/comfyui/workflow/inputs.shared.js';
import { workflowIdOf } from '../../../engine/remote/comfyui/workflow/model-name.shared.js';
import { storedWorkflow, type ImportedWorkflow, type WorkflowBook } from '../../../engine/remote/comfyui/workflow/stored.js';
import type { Millis } from '../../../kernel/clock.js';
import type { Collection, DocumentStore } from '../../../platform/documents/port.js';

const document = storedWorkflow.extend({ workflowId: z.string(), engineId: z.string(), version: z.int().min(1), at: z.int() });
type Stored = z.infer<typeof document>;

/**
 * Imported workflows. A change adds a version; no version is changed or deleted, so that a queued task runs what was
 * requested, and a recipe can be read later.
 * @throws StoreUnavailable from every call
 */
export class WorkflowStore implements WorkflowBook {
  private constructor(private readonly workflows: Collection<Stored>) {}

  static async open(documents: DocumentStore): Promise<WorkflowStore> {
    return new WorkflowStore(await documents.collection({ name: 'engine_workflows_v1', indexes: [['workflowId', 'version']] }, (stored) => document.parse(stored)));
  }

  async find(model: string, version?: number): Promise<Stored | undefined> {
    const workflowId = workflowIdOf(model);
    if (workflowId === undefined) return undefined;
    if (version !== undefined) return (await this.workflows.get(nameOf(workflowId, version)))?.document;
    const { items: [newest] } = await this.workflows.find({ where: { workflowId }, order: { field: 'version', direction: 'descending' }, limit: 1 });
    return newest?.document;
  }

  /** Adds a version. @returns false if another one was added at the same time */
  async add(engineId: string, workflowId: string, workflow: ImportedWorkflow, version: number, at: Millis): Promise<boolean> {
    const stored = document.parse({ ...workflow, engineId, workflowId, version, at });
    return (await this.workflows.put({ id: nameOf(workflowId, version), document: stored, expectedVersion: 0 })) === 'written';
  }

  /** The fields of a model in the catalogue; undefined for models that are no workflow. */
  async settingsOf(model: string): Promise<ModelView['settings']> {
    const found = await this.find(model);
    if (found === undefined) return undefined;
    const fields = found.bindings.flatMap(({ node, input, name, option }) => (option === undefined || name === undefined ? [] : [{ key: settingKey({ node, input }), name, option }]));
    return { version: found.version, fields };
  }
}

const nameOf = (workflowId: string, version: number): string => `${workflowId}_${version}`;
