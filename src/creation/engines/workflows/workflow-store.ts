import { z } from 'zod';
import type { ModelView } from '../../../catalog/model.shared.js';
import { settingKey } from '../../../engine/remote/comfyui/workflow/inputs.shared.js';
import { workflowIdOf, workflowModel } from '../../../engine/remote/comfyui/workflow/model-name.shared.js';
import {
  storedWorkflow,
  type ImportedWorkflow,
  type WorkflowBook,
} from '../../../engine/remote/comfyui/workflow/stored.js';
import type { Millis } from '../../../kernel/clock.js';
import type { Collection, DocumentStore } from '../../../platform/documents/port.js';
import { pages } from '../../../platform/documents/pages.js';
import { remove, update } from '../../../platform/documents/update.js';
import type { Offer } from '../engines.shared.js';

const document = storedWorkflow.extend({
  workflowId: z.string(),
  engineId: z.string(),
  version: z.int().min(1),
  at: z.int(),
  /** When it was first found that its workflow is not offered. */
  unusedSince: z.int().exactOptional(),
});
type Stored = z.infer<typeof document>;

/** A running attempt needs its version for as long as it runs: at most a few hours. */
const UNUSED_MS = 24 * 3_600_000;
/** A version has up to some hundred kilobytes. */
const PAGE = 20;

/**
 * Imported workflows. A change adds a version, so that a queued task runs what was requested. Versions stay for as long
 * as their workflow is offered, and a day longer.
 * @throws StoreUnavailable from every call
 */
export class WorkflowStore implements WorkflowBook {
  private constructor(private readonly workflows: Collection<Stored>) {}

  static async open(documents: DocumentStore): Promise<WorkflowStore> {
    return new WorkflowStore(
      await documents.collection({ name: 'engine_workflows_v1', indexes: [['workflowId', 'version']] }, (stored) =>
        document.parse(stored),
      ),
    );
  }

  async find(model: string, version?: number): Promise<Stored | undefined> {
    const workflowId = workflowIdOf(model);
    if (workflowId === undefined) return undefined;
    if (version !== undefined) return (await this.workflows.get(nameOf(workflowId, version)))?.document;
    const {
      items: [newest],
    } = await this.workflows.find({
      where: { workflowId },
      order: { field: 'version', direction: 'descending' },
      limit: 1,
    });
    return newest?.document;
  }

  /** Adds a version. @returns false if another one was added at the same time */
  async add(
    engineId: string,
    workflowId: string,
    workflow: ImportedWorkflow,
    version: number,
    at: Millis,
  ): Promise<boolean> {
    const stored = document.parse({ ...workflow, engineId, workflowId, version, at });
    return (
      (await this.workflows.put({ id: nameOf(workflowId, version), document: stored, expectedVersion: 0 })) ===
      'written'
    );
  }

  /**
   * The fields of a model in the catalogue; undefined for models that are no workflow.
   * @param version the offered one
   */
  async settingsOf({ model, version }: Pick<Offer, 'model' | 'version'>): Promise<ModelView['settings']> {
    const found = await this.find(model, version);
    if (found === undefined) return undefined;
    const fields = found.bindings.flatMap(({ node, input, name, option }) =>
      option === undefined || name === undefined ? [] : [{ key: settingKey({ node, input }), name, option }],
    );
    return { version: found.version, fields };
  }

  /**
   * Deletes workflows that were not offered for a day.
   * @param offered what engines offer now
   */
  async sweep(offered: readonly { readonly engineId: string; readonly model: string }[], now: Millis): Promise<void> {
    const names = new Set(offered.map(({ engineId, model }) => `${engineId} ${model}`));
    for await (const {
      id,
      document: { engineId, workflowId, unusedSince },
    } of pages(this.workflows, { limit: PAGE })) {
      const isOffered = names.has(`${engineId} ${workflowModel(workflowId)}`);
      if (isOffered && unusedSince !== undefined)
        await update(this.workflows, id, ({ unusedSince: _since, ...stored }) => ({ document: stored }));
      else if (!isOffered && unusedSince === undefined)
        await update(this.workflows, id, (stored) => ({ document: { ...stored, unusedSince: now } }));
      else if (!isOffered && unusedSince !== undefined && now - unusedSince >= UNUSED_MS)
        await remove(this.workflows, id);
    }
  }
}

const nameOf = (workflowId: string, version: number): string => `${workflowId}_${version}`;
