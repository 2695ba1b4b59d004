import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import type { ModelView } from '../../catalog/model.shared.js';
import type { Clock } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { Logs } from '../../platform/http/logs.js';
import type { Random } from '../../platform/random.js';
import type { Programs } from '../../engine/ffmpeg.js';
import { createRemoteApi } from '../../engine/remote/apis.js';
import { workflowIdOf } from '../../engine/remote/comfyui/workflow/model-name.shared.js';
import { isNonCommercial } from '../../engine/remote/hosted/models.shared.js';
import { isVideoOperation, type RemoteOperation } from '../../engine/remote/operations.shared.js';
import { engineOver, RemoteMember, runOf } from '../../engine/remote/engine.js';
import { toRequestedVideo } from '../../engine/remote/videos.js';
import {
  mustBeImage,
  RemoteFault,
  type RemoteAddress,
  type RemoteApi,
  type RemoteDelivery,
  type RemoteJob,
  type RemoteState,
} from '../../engine/remote/port.js';
import type { Engine, EngineOutcome, EngineRequest } from '../../engine/port.js';
import type { CallTaken, EngineCalls } from './calls.js';
import { engineView, modelId, type Connection, type Connections } from './connections.js';
import type { EngineFound, EngineKind, EngineListed, EngineTrial, EngineView, Offer } from './engines.shared.js';
import { remoteUseOf, type ProcedureName } from '../procedures/registry.shared.js';
import { proceduresFor } from './kinds.shared.js';
import { isTriable, trialOf, VIDEO_TRIAL, type TrialExtras } from './trial.js';
import { attempt } from './attempt.js';
import type { LoraStore } from './loras/lora-store.js';
import { publishEngine, refreshOperations } from './publishing.js';
import type { UseBook } from './use.js';
import type { WorkflowStore } from './workflows/workflow-store.js';

export interface EnginesDeps {
  readonly connections: Connections;
  readonly calls: EngineCalls;
  readonly workflows: Pick<WorkflowStore, 'find' | 'settingsOf' | 'sweep'>;
  readonly loras: Pick<LoraStore, 'usable' | 'idsFor' | 'forget'>;
  readonly use: UseBook;
  readonly log: Pick<Logs, 'warn'>;
  readonly clock: Clock;
  readonly random: Random;
  /** Finds FFmpeg, which videos need. */
  readonly programs: () => Promise<Programs>;
  /** Sets the catalogue's models of an engine; replaces the previous ones. */
  readonly offer: (engineId: string, models: readonly ModelView[]) => Promise<void>;
}

/** Usual addresses of engines on this machine. */
const USUAL: readonly { readonly kind: EngineKind; readonly address: string }[] = [
  { kind: 'comfyui', address: 'http://127.0.0.1:8188' },
  { kind: 'comfyui', address: 'http://127.0.0.1:8000' },
  { kind: 'openai-images', address: 'http://127.0.0.1:8080' },
  { kind: 'openai-images', address: 'http://127.0.0.1:5001' },
  { kind: 'a1111', address: 'http://127.0.0.1:7860' },
  { kind: 'a1111', address: 'http://127.0.0.1:1234' },
];
const LOOK_MS = 5_000;
const DAY_MS = 24 * 3_600_000;
/** Maximum outputs of one task. */
const MAX_OUTPUTS = 4;
const DISCOVER_MS = 1_500;
const TRIAL_MS = { image: 180_000, video: 600_000 } as const;
const TRIAL_SHOWN = 512;

/** Remote engines: discovered, tested, connected and used without a restart. */
export class Engines {
  /** Engines in use with their circuit breakers. A changed connection gets a new one. */
  private readonly working = new Map<string, AtWork>();

  constructor(private readonly deps: EnginesDeps) {}

  async list(): Promise<readonly EngineListed[]> {
    const { connections, use, calls, clock } = this.deps;
    return Promise.all(
      (await connections.list()).map(async (connection) => {
        const at = connections.addressOf(connection);
        const callsAt = at && calls.addressOf(connection, this.api(at));
        return { ...engineView(connection), use: await use.of(connection.id, clock.now()), ...defined({ callsAt }) };
      }),
    );
  }

  /** Looks for engines at their usual addresses on this machine. */
  async discover(): Promise<readonly EngineFound[]> {
    const looks = await Promise.all(USUAL.map((at) => this.look(at, DISCOVER_MS)));
    return looks.flatMap((look) => (look.ok ? [look.value] : []));
  }

  /**
   * @returns what the engine has; or why it cannot be used: ENGINE_UNAVAILABLE, MODEL_UNAVAILABLE, ENGINE_FAILED,
   * ENGINE_TIMEOUT, each with {reason}
   */
  async look(at: RemoteAddress, limitMs = LOOK_MS): Promise<Result<EngineFound, ProductError>> {
    return attempt(limitMs, async (signal) => ({
      kind: at.kind,
      address: at.address,
      ...(await this.api(at).find(signal)),
    }));
  }

  /** The procedures that a model serves. Errors as in `look`. */
  async serves(at: RemoteAddress, model: string): Promise<Result<readonly ProcedureName[], ProductError>> {
    return attempt(LOOK_MS, async (signal) => proceduresFor(await this.api(at).serves(model, signal)));
  }

  /**
   * Makes one image or video.
   * @param version of an imported workflow; the newest if absent
   * @returns the image, or the first frame of the video; errors as in `look`, and SENSITIVE_CONTENT
   */
  async test(
    at: RemoteAddress,
    model: string,
    makes: 'image' | 'video',
    limitMs: number = TRIAL_MS[makes],
    version?: number,
  ): Promise<Result<EngineTrial, ProductError>> {
    const begun = performance.now();
    return attempt(limitMs, async (signal) => {
      const fetched = await made(
        this.api(at),
        model,
        (operation) => isVideoOperation(operation) === (makes === 'video'),
        defined({ version }),
        signal,
      );
      const bytes = makes === 'video' ? await this.firstOf(fetched, signal) : fetched;
      mustBeImage(bytes);
      const image = await sharp(bytes, { limitInputPixels: 64_000_000 })
        .resize(TRIAL_SHOWN, TRIAL_SHOWN, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .toBuffer();
      return {
        picture: `data:image/webp;base64,${image.toString('base64')}`,
        ms: Math.round(performance.now() - begun),
      };
    });
  }

  /**
   * Makes one image with LoRAs.
   * @param isWanted which of the model's operations
   * @returns the image as it came; errors as in `test`
   */
  async trial(
    at: RemoteAddress,
    model: string,
    isWanted: (operation: RemoteOperation) => boolean,
    extras: TrialExtras,
    limitMs: number,
  ): Promise<Result<Uint8Array, ProductError>> {
    return attempt(limitMs, async (signal) => {
      const bytes = await made(this.api(at), model, isWanted, extras, signal);
      mustBeImage(bytes);
      return bytes;
    });
  }

  /**
   * The first frame of a video, which is validated like the output of a task.
   * @throws RemoteFault, ProgramFault
   */
  private async firstOf(video: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
    const dir = await mkdtemp(join(tmpdir(), 'kinora-trial-'));
    try {
      const { media, shortfall } = await toRequestedVideo(
        await this.deps.programs(),
        video,
        { ...VIDEO_TRIAL, dir },
        0,
        signal,
      );
      if (shortfall !== undefined) throw new RemoteFault('misunderstood', `the video is too ${shortfall}`);
      if (media.type === 'image/png') throw new RangeError('a video is not an image');
      return media.poster;
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  }

  /** The address of a connected engine. */
  async addressOf(id: string): Promise<Result<RemoteAddress, ProductError>> {
    const found = await this.deps.connections.get(id);
    if (found === undefined) return err(productError('CONFIG_NOT_FOUND'));
    const at = this.deps.connections.addressOf(found.document);
    return at === undefined ? err(productError('MODEL_UNAVAILABLE', { reason: 'denied' })) : ok(at);
  }

  /**
   * Errors as in `look`; MODEL_UNAVAILABLE {reason: 'rejected'} for a model that serves none of its procedures,
   * {reason: 'licence'} for one whose licence forbids commercial use, unless the operator declares that they may use
   * it.
   */
  async connect(
    at: RemoteAddress,
    name: string,
    offers: readonly Offer[],
    id: string = this.deps.random.uuid(),
  ): Promise<Result<EngineView, ProductError>> {
    if (isForbidden(at.kind, offers)) return err(productError('MODEL_UNAVAILABLE', { reason: 'licence' }));
    const now = this.deps.clock.now();
    const checked = await asServed(this.api(at), offers);
    if (!checked.ok) return checked;
    const connection = {
      id,
      kind: at.kind,
      address: at.address,
      name,
      enabled: true,
      offers: versioned(checked.value),
      connectedAt: now,
      changedAt: now,
    };
    await this.deps.connections.put(connection, at.key);
    await this.publish(connection.id);
    return ok(engineView({ ...connection, ...(at.key === undefined ? {} : { sealedKey: '' }) }));
  }

  /**
   * @returns CONFIG_NOT_FOUND for an unknown engine, MODEL_UNAVAILABLE {reason: 'licence'} as in `connect`, TRY_AGAIN
   * after a concurrent change, or for offers of workflows that changed since they were read
   */
  async update(
    id: string,
    change: {
      readonly enabled?: boolean | undefined;
      readonly address?: string;
      readonly key?: string | undefined;
      readonly offers?: readonly Offer[] | undefined;
    },
  ): Promise<Result<EngineView, ProductError>> {
    const before = await this.deps.connections.get(id);
    if (before === undefined) return err(productError('CONFIG_NOT_FOUND'));
    if (isForbidden(before.document.kind, change.offers ?? []))
      return err(productError('MODEL_UNAVAILABLE', { reason: 'licence' }));
    const { sealedKey: _sealedKey, ...known } = before.document;
    if (areStale(change.offers ?? [], known.offers)) return err(productError('TRY_AGAIN'));
    const after = {
      ...known,
      address: change.address ?? known.address,
      enabled: change.enabled ?? known.enabled,
      offers: versioned(change.offers ?? known.offers, known.offers),
      changedAt: this.deps.clock.now(),
    };
    if (!(await this.deps.connections.put(after, change.key, before))) return err(productError('TRY_AGAIN'));
    await this.publish(id);
    const stored = await this.deps.connections.get(id);
    return stored === undefined ? err(productError('CONFIG_NOT_FOUND')) : ok(engineView(stored.document));
  }

  async remove(id: string): Promise<Result<void, ProductError>> {
    const before = await this.deps.connections.get(id);
    if (before === undefined) return ok(undefined);
    if (!(await this.deps.connections.remove(before))) return err(productError('TRY_AGAIN'));
    await this.publish(id);
    return ok(undefined);
  }

  /** See `publishEngine`. */
  async publish(id: string): Promise<void> {
    return publishEngine(this.deps, id);
  }

  /** Called when a task has ended: stops its runs that are still in progress, if the engine supports it. */
  async endRuns(task: string): Promise<void> {
    const { connections } = this.deps;
    for (let index = 0; index < MAX_OUTPUTS; index += 1) {
      const name = runOf(`${task}_0`, index);
      const run = await connections.runOf(name);
      if (run === undefined) continue;
      const connection = await connections.get(run.engineId);
      const at = connection && connections.addressOf(connection.document);
      if (at !== undefined)
        await this.api(at)
          .cancel(run.externalId, AbortSignal.timeout(LOOK_MS))
          .catch(() => undefined);
      await connections.closeRun(name);
    }
  }

  /**
   * Forgets runs and callbacks older than a day, old usage, and workflows that are no longer offered. Publishes every
   * engine again, as the catalogue may be behind after a crash, and asks those in use what their models do now.
   * @throws StoreUnavailable
   */
  async sweep(stop: AbortSignal = new AbortController().signal): Promise<void> {
    const now = this.deps.clock.now();
    await this.deps.connections.sweepRuns(now - DAY_MS);
    await this.deps.calls.sweep(now - DAY_MS);
    await this.deps.use.sweep(now);
    const connections = await this.deps.connections.list();
    for (const { id } of connections) await this.publish(id);
    const offered = connections.flatMap(({ id, offers }) => offers.map(({ model }) => ({ engineId: id, model })));
    await this.deps.workflows.sweep(offered, now);
    await Promise.all(
      connections.map(async (connection) => {
        const at = connection.enabled ? this.deps.connections.addressOf(connection) : undefined;
        if (at === undefined || stop.aborted) return;
        await refreshOperations(this.deps, connection, this.api(at), stop);
        await this.publish(connection.id);
      }),
    );
  }

  /**
   * Handles a callback of an engine: the run it names is checked at once.
   * @param at the engine and the run in the address; absent for an invalid address
   * @returns CONFIG_NOT_FOUND for an engine that is not connected; otherwise as `EngineCalls.take`
   * @throws StoreUnavailable
   */
  async called(
    at: { readonly engine: string; readonly run: string } | undefined,
    delivery: RemoteDelivery,
  ): Promise<Result<CallTaken, ProductError>> {
    const connection = at && (await this.deps.connections.get(at.engine))?.document;
    const known = connection && this.atWork(connection);
    if (at === undefined || connection === undefined || known === undefined)
      return err(productError('CONFIG_NOT_FOUND'));
    const noted = await this.deps.connections.runOf(at.run);
    return this.deps.calls.take(
      connection.id,
      known.api,
      at.run,
      noted?.engineId === connection.id ? noted : undefined,
      delivery,
    );
  }

  /** An engine port that sends requests for connected models to their engines, and all others to `local`. */
  engine(local: Engine): Engine {
    return { generate: (request, on, signal) => this.generate(local, request, on, signal) };
  }

  private async *generate(
    local: Engine,
    request: EngineRequest,
    on: Parameters<Engine['generate']>[1],
    signal: AbortSignal,
  ): AsyncGenerator<EngineOutcome, void, undefined> {
    if (!/^x[0-9a-f]{8}-/.test(request.model)) return yield* drain(local.generate(request, on, signal));
    const serving = servingOf(await this.deps.connections.list(), request).flatMap(
      (connection) => this.atWork(connection) ?? [],
    );
    if (serving.length === 0) {
      for (const { index } of request.outputs) yield unavailable(index, request.model);
      return;
    }
    const idOf = new Map(serving.map(({ id, member }) => [member, id]));
    const engine = engineOver(
      serving.map(({ member }) => member),
      async (from, to) =>
        this.record(async ({ use, clock }) =>
          use.recordFailover(idOf.get(from) ?? '', idOf.get(to) ?? '', clock.now()),
        ),
    );
    yield* drain(engine.generate(request, on, signal));
  }

  private api(at: RemoteAddress): RemoteApi {
    return createRemoteApi(at, this.deps.workflows);
  }

  private atWork(connection: Connection): AtWork | undefined {
    const known = this.working.get(connection.id);
    if (known?.changedAt === connection.changedAt) return known;
    const { connections, clock, calls } = this.deps;
    const at = connections.addressOf(connection);
    if (at === undefined) return undefined;
    const { id } = connection;
    const api = this.api(at);
    const callsAt = calls.addressOf(connection, api);
    const member = new RemoteMember({
      api,
      programs: this.deps.programs,
      modelOf: (model) => connection.offers.find((one) => serves(id, one, model))?.model,
      useOf: remoteUseOf,
      loraOf: (lora) => this.deps.loras.usable(lora),
      runs: {
        find: async (run) => {
          const noted = await connections.runOf(run);
          return noted?.engineId === id ? noted.externalId : undefined;
        },
        note: (run, externalId) => connections.noteRun(run, { engineId: id, externalId, at: clock.now() }),
        close: (run) => connections.closeRun(run),
      },
      ...(callsAt === undefined ? {} : { calls: calls.of(callsAt) }),
      report: (report) =>
        this.record(({ use }) =>
          use.ran(id, report, connection.offers.find(({ model }) => model === report.model)?.cost, clock.now()),
        ),
    });
    const atWork: AtWork = { id, changedAt: connection.changedAt, api, member };
    this.working.set(id, atWork);
    return atWork;
  }

  /** A failure to record usage must not fail the image. */
  private async record(write: (deps: EnginesDeps) => Promise<void>): Promise<void> {
    try {
      await write(this.deps);
    } catch (error) {
      this.deps.log.warn({ err: error }, 'engine statistics could not be stored');
    }
  }
}

/** Offers with the versions of workflows that are offered already: only saving a workflow changes its version. */
const versioned = (offers: readonly Offer[], known: readonly Offer[] = []): Offer[] =>
  offers.map(({ version: _version, ...one }) => ({
    ...one,
    ...defined({ version: known.find(({ model }) => model === one.model)?.version }),
  }));

/**
 * Whether offers of imported workflows are those of earlier versions, or of removed ones: price and version belong
 * together.
 */
const areStale = (offers: readonly Offer[], known: readonly Offer[]): boolean =>
  offers.some(
    ({ model, version }) =>
      workflowIdOf(model) !== undefined && !known.some((one) => one.model === model && one.version === version),
  );

/** A connected engine with its circuit breaker. */
interface AtWork {
  readonly id: string;
  readonly changedAt: number;
  readonly api: RemoteApi;
  readonly member: RemoteMember;
}

const serves = (engineId: string, offer: Offer, model: string): boolean =>
  offer.standsInFor === model || (offer.standsInFor === undefined && modelId(engineId, offer) === model);

/** The engines that serve a model: its own first, then the fallbacks in order of connection. */
function servingOf(connections: readonly Connection[], { model, params }: EngineRequest): readonly Connection[] {
  const own = (connection: Connection): boolean =>
    connection.offers.some((one) => one.standsInFor === undefined && serves(connection.id, one, model));
  return connections
    .filter(
      ({ id, enabled, offers }) =>
        enabled &&
        offers.some(
          (one) => serves(id, one, model) && one.procedures.some((procedure) => procedure === params.procedure),
        ),
    )
    .sort((one, other) => Number(own(other)) - Number(own(one)) || one.connectedAt - other.connectedAt);
}

/** Whether an offer needs the operator's declaration about its licence, and has none. */
const isForbidden = (kind: EngineKind, offers: readonly Offer[]): boolean =>
  offers.some(({ model, nonCommercial }) => nonCommercial !== true && isNonCommercial(kind, model));

/** Limits offers to the procedures that their models serve. */
async function asServed(api: RemoteApi, offers: readonly Offer[]): Promise<Result<readonly Offer[], ProductError>> {
  return attempt(LOOK_MS, async (signal) =>
    Promise.all(
      offers.map(async (one) => {
        const operations = await api.serves(one.model, signal);
        const served = proceduresFor(operations);
        const procedures = one.procedures.filter((procedure) => served.includes(procedure));
        if (procedures.length === 0) throw new RemoteFault('rejected', 'the model serves none of these procedures');
        return { ...one, procedures, operations: [...operations] };
      }),
    ),
  );
}

const unavailable = (index: number, model: string): EngineOutcome => ({
  index,
  state: 'failed',
  error: productError('MODEL_UNAVAILABLE', { model }),
  again: false,
});

async function* drain(outcomes: AsyncIterable<EngineOutcome>): AsyncGenerator<EngineOutcome, void, undefined> {
  yield* outcomes;
}

/** The output of a test. @throws RemoteFault, the signal's reason */
async function made(
  api: RemoteApi,
  model: string,
  isWanted: (operation: RemoteOperation) => boolean,
  extras: TrialExtras,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const operation = (await api.serves(model, signal, extras.version)).filter(isTriable).find(isWanted);
  if (operation === undefined)
    throw new RemoteFault('rejected', 'the model makes nothing of the kind that can be tested');
  const state = await ended(api, await trialOf(operation, model, extras), signal);
  if (state.state !== 'succeeded')
    throw new RemoteFault(state.state === 'refused' ? 'refused' : 'rejected', state.state);
  const [output] = state.outputs;
  if (output === undefined) throw new RemoteFault('misunderstood', 'no output');
  return api.fetch(output, signal);
}

/** Submits a job and waits for its end. */
async function ended(api: RemoteApi, job: RemoteJob, signal: AbortSignal): Promise<RemoteState> {
  const submitted = await api.submit(job, signal);
  if ('state' in submitted) return submitted;
  for (;;) {
    await pause(500, undefined, { signal });
    const state = await api.poll(submitted.externalId, signal);
    if (state.state !== 'queued' && state.state !== 'running') return state;
  }
}
