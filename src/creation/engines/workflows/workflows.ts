import type { z } from 'zod';
import { createRemoteApi } from '../../../engine/remote/apis.js';
import { workflowModel } from '../../../engine/remote/comfyui/workflow/model-name.shared.js';
import type { RemoteWorkflows } from '../../../engine/remote/port.js';
import type { Clock } from '../../../kernel/clock.js';
import { defined } from '../../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import type { Versioned } from '../../../platform/documents/port.js';
import type { Random } from '../../../platform/random.js';
import { attempt } from '../attempt.js';
import { engineView, type Connection, type Connections } from '../connections.js';
import type { EngineView, Offer } from '../engines.shared.js';
import { proceduresFor } from '../kinds.shared.js';
import type { WorkflowStore } from './workflow-store.js';
import type { readWorkflowInput, saveWorkflowInput, WorkflowFound, WorkflowView } from './workflows.shared.js';

export interface WorkflowsDeps {
  readonly connections: Pick<Connections, 'get' | 'put' | 'addressOf'>;
  readonly store: WorkflowStore;
  readonly clock: Clock;
  readonly random: Pick<Random, 'uuid'>;
  /** Updates the catalogue with what an engine offers. */
  readonly publish: (engineId: string) => Promise<void>;
}

/** Time for the questions about all node classes of a workflow. */
const READ_MS = 20_000;
/** As many models as an engine may offer. */
const MAX_OFFERS = 20;

/** The workflows that a person imports as models of a connected engine. */
export class Workflows {
  constructor(private readonly deps: WorkflowsDeps) {}

  /**
   * Finds the inputs of a workflow.
   * @returns WORKFLOW_INVALID {reason}, CONFIG_NOT_FOUND, and the errors of `Engines.look`
   */
  async read({ id, text, output }: z.infer<typeof readWorkflowInput>): Promise<Result<WorkflowFound, ProductError>> {
    const engine = await this.engine(id);
    if (!engine.ok) return engine;
    return flat(await attempt(READ_MS, (signal) => engine.value.workflows.read(text, output, signal)));
  }

  /**
   * Saves a workflow, or a new version of one, and offers it as a model.
   * @returns as `read`, and TRY_AGAIN after a concurrent change
   */
  async save({
    id,
    workflow,
    text,
    output,
    inputs,
    name,
    credits,
    tier,
  }: z.infer<typeof saveWorkflowInput>): Promise<Result<EngineView, ProductError>> {
    const engine = await this.engine(id);
    if (!engine.ok) return engine;
    const { workflows } = engine.value;
    const taken = flat(await attempt(READ_MS, (signal) => workflows.take(text, { output, inputs }, signal)));
    if (!taken.ok) return taken;
    const workflowId = workflow ?? this.deps.random.uuid();
    const model = workflowModel(workflowId);
    const newest = (await this.deps.store.find(model))?.version ?? 0;
    const before = await this.withVersion(engine.value.before, model, newest);
    if (before === undefined) return err(productError('TRY_AGAIN'));
    const known = before.document.offers.find((one) => one.model === model);
    if (workflow !== undefined && known === undefined) return err(productError('CONFIG_NOT_FOUND'));
    if (known === undefined && before.document.offers.length >= MAX_OFFERS)
      return err(productError('WORKFLOW_INVALID', { reason: 'full' }));
    const now = this.deps.clock.now();
    const version = newest + 1;
    const offer: Offer = {
      ...known,
      model,
      name,
      credits,
      tier,
      version,
      procedures: [...proceduresFor(taken.value.operations)],
      operations: [...taken.value.operations],
    };
    const offers =
      known === undefined
        ? [...before.document.offers, offer]
        : before.document.offers.map((one) => (one === known ? offer : one));
    // It is used once its offer names it: version and price change in one write.
    if (!(await this.deps.store.add(id, workflowId, taken.value, version, now))) return err(productError('TRY_AGAIN'));
    return this.offer(before, offers);
  }

  /** An imported workflow of an engine. @returns CONFIG_NOT_FOUND */
  async get(id: string, workflow: string): Promise<Result<WorkflowView, ProductError>> {
    const model = workflowModel(workflow);
    const offered = (await this.deps.connections.get(id))?.document.offers.find((one) => one.model === model);
    const found = await this.deps.store.find(model, offered?.version);
    if (found?.engineId !== id) return err(productError('CONFIG_NOT_FOUND'));
    const kept = found.bindings.map(({ node, input, role, name, option }) => ({
      node,
      input,
      role,
      ...defined({ name, option }),
    }));
    return ok({ text: JSON.stringify(found.graph, undefined, 2), version: found.version, output: found.output, kept });
  }

  /**
   * Stops offering a workflow. Its versions are deleted later, see `WorkflowStore.sweep`. @returns CONFIG_NOT_FOUND,
   * TRY_AGAIN
   */
  async remove(id: string, workflow: string): Promise<Result<EngineView, ProductError>> {
    const before = await this.deps.connections.get(id);
    if (before === undefined) return err(productError('CONFIG_NOT_FOUND'));
    return this.offer(
      before,
      before.document.offers.filter(({ model }) => model !== workflowModel(workflow)),
    );
  }

  /**
   * Stored offers of earlier versions of Kinora name no version and mean the newest. They get it before there is a
   * newer one.
   * @returns the engine as stored now; undefined after a concurrent change
   */
  private async withVersion(
    before: Versioned<Connection>,
    model: string,
    version: number,
  ): Promise<Versioned<Connection> | undefined> {
    const { sealedKey: _sealedKey, ...known } = before.document;
    if (version === 0 || known.offers.every((one) => one.model !== model || one.version !== undefined)) return before;
    const offers = known.offers.map((one) => (one.model === model ? { ...one, version } : one));
    return (await this.deps.connections.put({ ...known, offers }, undefined, before))
      ? this.deps.connections.get(known.id)
      : undefined;
  }

  private async offer(
    before: Versioned<Connection>,
    offers: readonly Offer[],
  ): Promise<Result<EngineView, ProductError>> {
    const { connections, clock, publish } = this.deps;
    const { sealedKey: _sealedKey, ...known } = before.document;
    if (!(await connections.put({ ...known, offers: [...offers], changedAt: clock.now() }, undefined, before)))
      return err(productError('TRY_AGAIN'));
    await publish(known.id);
    return ok(engineView({ ...before.document, offers: [...offers] }));
  }

  private async engine(
    id: string,
  ): Promise<Result<{ readonly before: Versioned<Connection>; readonly workflows: RemoteWorkflows }, ProductError>> {
    const { connections, store } = this.deps;
    const before = await connections.get(id);
    const at = before && connections.addressOf(before.document);
    if (before === undefined) return err(productError('CONFIG_NOT_FOUND'));
    if (at === undefined) return err(productError('MODEL_UNAVAILABLE', { reason: 'denied' }));
    const { workflows } = createRemoteApi(at, store);
    return workflows === undefined ? err(productError('CONFIG_NOT_FOUND')) : ok({ before, workflows });
  }
}

const flat = <T>(result: Result<Result<T, ProductError>, ProductError>): Result<T, ProductError> =>
  result.ok ? result.value : result;
