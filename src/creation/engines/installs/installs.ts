import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BoundedLog } from '../../../engine/install/bounded-log.js';
import { downloadBytes, INSTALLABLE, installable, type InstallableModel } from '../../../engine/install/catalogue.js';
import { diskFaultOf, InstallFault } from '../../../engine/install/fault.js';
import type { InstallProblem } from '../../../engine/install/faults.shared.js';
import { backendFor, misfitOf, type MachineFacts } from '../../../engine/install/fit.shared.js';
import { endNamedProcess, ModelServer, type ModelServerSettings } from '../../../engine/install/model-server.js';
import { mustHaveProgram, provideProgram, type ProgramChoice } from '../../../engine/install/program.js';
import { defined } from '../../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import { wordsOf } from '../../../kernel/thrown.js';
import { KeyedMutex } from '../../../platform/concurrency/keyed-mutex.js';
import { Semaphore } from '../../../platform/concurrency/semaphore.js';
import { Emitter } from '../../../platform/emitter.js';
import type { Logs } from '../../../platform/http/logs.js';
import type { Random } from '../../../platform/random.js';
import { watching } from '../../../platform/watching.js';
import type { Engines } from '../engines.js';
import { proceduresFor } from '../kinds.shared.js';
import { fetchFiles, fileName, type FetchDeps } from './fetch-files.js';
import type { InstallableView, InstallStage, InstallsView, InstallView } from './installs.shared.js';
import type { Install, InstallStore } from './store.js';

export interface InstallsDeps {
  readonly engines: Pick<Engines, 'list' | 'look' | 'serves' | 'test' | 'connect' | 'update' | 'remove'>;
  readonly random: Pick<Random, 'uuid'>;
  readonly store: InstallStore;
  readonly files: FetchDeps;
  readonly program: ProgramChoice;
  /** Reads what the machine has; the folder exists. */
  readonly machine: (folder: string) => Promise<MachineFacts>;
  /** Whether API and worker are this one process. */
  readonly isHere: boolean;
  /** A folder of this machine, for its free space. */
  readonly dataDir: string;
  readonly server: ModelServerSettings;
  readonly log: Pick<Logs, 'warn'>;
}

/** An installation at work in this process. */
interface Active {
  stage: InstallStage;
  progress?: { readonly done: number; readonly of: number };
  readonly stop: AbortController;
  readonly log: BoundedLog;
  /** Bytes that it will still write. */
  owed: number;
  server?: ModelServer;
  work: Promise<void>;
}

/** What a model of sd-server can do by its WebUI API. */
const OPERATIONS = ['text-to-image', 'image-to-image', 'inpaint'] as const;
/** Credits per image. The engine costs its operator nothing but time. */
const PRICE = 1;
const LOG_CHARACTERS = 65_536;
/** A process may need this much more than expected, before it is ended. */
const MEMORY_SLACK = 1.5;
/** Longest test image: Node ends a call after five minutes. */
const TRIAL_MS = 290_000;
/** Facts of the machine are read again after this time, milliseconds; a program is asked for the GPU. */
const FACTS_MS = 30_000;
const SHOWN_EVERY_MS = 500;
const WATCH_MS = 10_000;
/** API and worker are separate processes: another one may run the model's server, from the same folder. */
const ELSEWHERE = productError('INSTALL_REFUSED', { reason: 'elsewhere' });
/** Attempts at changing an engine that others change at the same time. */
const UPDATES = 5;

/** Models installed on this machine, each served by a child process and connected as an engine. */
export class Installs {
  private readonly active = new Map<string, Active>();
  /** Logs of installations that are off. */
  private readonly logs = new Map<string, BoundedLog>();
  private readonly changes = new Emitter();
  private readonly turns = new KeyedMutex<string>();
  /** Each is admitted with what the others take in mind. */
  private readonly admission = new Semaphore(1);
  /** One build or measurement at a time: they need the whole processor. */
  private readonly processor = new Semaphore(1);
  private facts: { readonly at: number; readonly read: Promise<MachineFacts> } | undefined;
  private shownAt = 0;

  constructor(private readonly deps: InstallsDeps) {}

  /** Starts what was installed or being installed when the process ended. */
  async begin(): Promise<void> {
    if (!this.deps.isHere) return;
    for (const id of await this.deps.store.ids()) {
      const model = installable(id);
      if (model !== undefined) await this.turns.run(id, () => this.resume(model));
    }
  }

  private async resume(model: InstallableModel): Promise<void> {
    if (this.isAtWork(model.id)) return;
    // A child may have outlived a process that was killed.
    await endNamedProcess(this.pidFile(model.id));
    const stored = await this.deps.store.get(model.id);
    if (stored?.wanted === 'running') this.launch(model, stored);
  }

  /** Ends the children. What was wanted stays so, and continues with the next start. */
  async end(): Promise<void> {
    await Promise.all([...this.active.values()].map((one) => halt(one)));
    this.active.clear();
    // A failure that was being written.
    await Promise.all(INSTALLABLE.map(({ id }) => this.turns.run(id, () => Promise.resolve())));
  }

  async list(): Promise<InstallsView> {
    const { isHere, store } = this.deps;
    const [machine, connected, ids] = [
      await this.machine(),
      new Set((await this.deps.engines.list()).map(({ id }) => id)),
      await store.ids(),
    ];
    const models = await Promise.all(
      INSTALLABLE.map(async (model): Promise<InstallableView> => {
        const stored = ids.includes(model.id) ? await store.get(model.id) : undefined;
        const install = stored && this.viewOf(model.id, stored, connected);
        const misfit =
          install === undefined
            ? misfitOf(this.needsOf(model), this.left(machine, model.id), this.taken(model.id))
            : undefined;
        const { id, name, memoryBytes, side, licence } = model;
        return {
          id,
          name,
          memoryBytes,
          side,
          licence,
          bytes: downloadBytes(model),
          procedures: proceduresFor(OPERATIONS),
          ...defined({ install, misfit }),
        };
      }),
    );
    return { isHere, machine, models };
  }

  /** The page now and after each change, until the signal aborts. */
  watch(signal: AbortSignal): AsyncGenerator<InstallsView, void, undefined> {
    return watching(
      { read: () => this.list(), subscribe: (notify) => this.changes.subscribe(notify), everyMs: WATCH_MS },
      signal,
    );
  }

  /**
   * Installs a model or starts an installed one; continues an interrupted installation, and connects a disconnected
   * engine again. Returns at once.
   * @returns CONFIG_NOT_FOUND for an unknown model; INSTALL_REFUSED {reason} `elsewhere`, `unwritable`, `room`, or why
   *   it does not fit
   */
  async install(id: string): Promise<Result<void, ProductError>> {
    const model = installable(id);
    if (model === undefined) return err(productError('CONFIG_NOT_FOUND'));
    if (!this.deps.isHere) return err(ELSEWHERE);
    return this.turns.run(id, async () => {
      const stored = await this.deps.store.get(id);
      if (this.isAtWork(id) && !(await this.isDisconnected(id, stored))) return ok(undefined);
      await this.halt(id);
      return this.admission.run(() => this.admit(model, stored));
    });
  }

  private async admit(model: InstallableModel, stored: Install | undefined): Promise<Result<void, ProductError>> {
    const { id } = model;
    const diskBytes = stored === undefined ? downloadBytes(model) : 0;
    this.facts = undefined;
    const misfit = misfitOf({ ...this.needsOf(model), diskBytes }, this.left(await this.machine(), id), this.taken(id));
    if (misfit !== undefined) return err(productError('INSTALL_REFUSED', { reason: misfit.reason }));
    const { problem: _problem, ...known } = stored ?? { files: {} };
    const wanted: Install = { ...known, wanted: 'running' };
    try {
      await this.deps.store.put(id, wanted);
    } catch (error) {
      const fault = diskFaultOf(error);
      if (fault === undefined) throw error;
      return err(productError('INSTALL_REFUSED', { reason: fault.reason }));
    }
    this.launch(model, wanted);
    return ok(undefined);
  }

  /**
   * Stops a model, or an installation in progress; what was downloaded stays. Its engine is switched off.
   * @returns CONFIG_NOT_FOUND for a model that is not installed; INSTALL_REFUSED {reason: 'elsewhere'}
   */
  async stop(id: string): Promise<Result<void, ProductError>> {
    if (installable(id) === undefined) return err(productError('CONFIG_NOT_FOUND'));
    if (!this.deps.isHere) return err(ELSEWHERE);
    return this.turns.run(id, async () => {
      await this.halt(id);
      const stored = await this.deps.store.get(id);
      if (stored === undefined) return err(productError('CONFIG_NOT_FOUND'));
      await this.pause(id, { ...stored, wanted: 'stopped' });
      this.changes.emit();
      return ok(undefined);
    });
  }

  /**
   * Stops a model, disconnects its engine and deletes its files. @returns CONFIG_NOT_FOUND for an unknown model,
   * INSTALL_REFUSED {reason: 'elsewhere'}, TRY_AGAIN
   */
  async remove(id: string): Promise<Result<void, ProductError>> {
    // Other folders beside those of models must stay.
    if (installable(id) === undefined) return err(productError('CONFIG_NOT_FOUND'));
    if (!this.deps.isHere) return err(ELSEWHERE);
    return this.turns.run(id, async () => {
      await this.halt(id);
      const stored = await this.deps.store.get(id);
      if (stored?.engineId !== undefined) {
        const removed = await this.deps.engines.remove(stored.engineId);
        if (!removed.ok) return removed;
      }
      await this.deps.store.remove(id);
      this.logs.delete(id);
      this.changes.emit();
      return ok(undefined);
    });
  }

  /** The end of what the server of a model printed. */
  logOf(id: string): string {
    return this.logs.get(id)?.text() ?? '';
  }

  /** Whether to tell the operator now that models can be installed: once, where no engine is connected. */
  async shouldMention(): Promise<boolean> {
    const { isHere, store, engines } = this.deps;
    if (!isHere || (await store.ids()).length > 0 || (await engines.list()).length > 0) return false;
    return store.mentionOnce();
  }

  private pidFile(id: string): string {
    return join(this.deps.store.folderOf(id), 'server.pid');
  }

  private isAtWork(id: string): boolean {
    return this.active.has(id);
  }

  /** Whether its server runs, but its engine was disconnected. */
  private async isDisconnected(id: string, stored: Install | undefined): Promise<boolean> {
    if (this.active.get(id)?.stage !== 'running' || stored?.engineId === undefined) return false;
    return (await this.deps.engines.list()).every((engine) => engine.id !== stored.engineId);
  }

  private needsOf(model: InstallableModel) {
    return { memoryBytes: model.memoryBytes, cores: model.cores, diskBytes: downloadBytes(model) };
  }

  /** What a machine has left once the other models have written what they will. */
  private left(machine: MachineFacts, id: string): MachineFacts {
    return { ...machine, freeBytes: Math.max(0, machine.freeBytes - this.owedByOthers(id)) };
  }

  private owedByOthers(id: string): number {
    return [...this.active].reduce((sum, [other, { owed }]) => (other === id ? sum : sum + owed), 0);
  }

  /** Memory of the other models at work. */
  private taken(id: string): number {
    return INSTALLABLE.reduce(
      (sum, model) => (model.id !== id && this.isAtWork(model.id) ? sum + model.memoryBytes : sum),
      0,
    );
  }

  private machine(): Promise<MachineFacts> {
    const at = performance.now();
    if (this.facts === undefined || at - this.facts.at > FACTS_MS)
      this.facts = { at, read: this.deps.machine(this.deps.dataDir) };
    return this.facts.read;
  }

  private viewOf(
    id: string,
    { wanted, engineId, imageMs, problem }: Install,
    connected: ReadonlySet<string>,
  ): InstallView {
    const active = this.active.get(id);
    const isConnected = engineId !== undefined && connected.has(engineId);
    const off = problem === undefined || wanted === 'stopped' ? 'stopped' : 'failed';
    const stage =
      active === undefined
        ? off
        : active.stage === 'running' && active.server?.isRunning !== true
          ? 'restarting'
          : active.stage;
    return {
      stage,
      isConnected,
      ...defined({ imageMs, progress: active?.progress, problem: stage === 'failed' ? problem : undefined }),
    };
  }

  private async halt(id: string): Promise<void> {
    const active = this.active.get(id);
    if (active === undefined) return;
    this.active.delete(id);
    await halt(active);
  }

  private show(active: Active, stage: InstallStage, progress?: Active['progress']): void {
    const isSameStage = active.stage === stage;
    active.stage = stage;
    if (progress === undefined) delete active.progress;
    else active.progress = progress;
    const now = performance.now();
    if (isSameStage && now - this.shownAt < SHOWN_EVERY_MS) return;
    this.shownAt = now;
    this.changes.emit();
  }

  /** Works in the background; its end is in the store. */
  private launch(model: InstallableModel, { files }: Install): void {
    const owed = model.files.reduce(
      (sum, file) => (files[fileName(file)] === undefined ? sum + file.aboutBytes : sum),
      0,
    );
    const active: Active = {
      stage: 'waiting',
      stop: new AbortController(),
      log: new BoundedLog(LOG_CHARACTERS),
      owed,
      work: Promise.resolve(),
    };
    this.active.set(model.id, active);
    this.logs.set(model.id, active.log);
    this.changes.emit();
    active.work = this.work(model, active).catch((error: unknown) => {
      if (!active.stop.signal.aborted)
        this.fail(model.id, active, diskFaultOf(error)?.problem ?? { reason: 'start', detail: wordsOf(error) });
    });
  }

  /** In a turn of its own, which nobody waits for: whoever has the turn may be waiting for the work that failed. */
  private fail(id: string, active: Active, problem: InstallProblem): void {
    active.owed = 0;
    this.deps.log.warn({ model: id, ...problem }, 'a model on this machine could not be installed or started');
    this.turns
      .run(id, async () => {
        // It was stopped or started anew meanwhile.
        if (this.active.get(id) !== active) return;
        await active.server?.stop();
        this.active.delete(id);
        const stored = await this.deps.store.get(id);
        if (stored !== undefined) await this.pause(id, { ...stored, problem });
      })
      .catch((error: unknown) => {
        this.deps.log.warn({ model: id, err: error }, 'the problem of a model could not be stored');
      })
      .finally(() => {
        this.changes.emit();
      });
  }

  /**
   * Stores an installation, then switches its engine off: after a crash between the two, its model still switches it
   * on.
   */
  private async pause(id: string, install: Install): Promise<void> {
    const { engines, store } = this.deps;
    const { engineId } = install;
    const isOn =
      engineId !== undefined && (await engines.list()).some((engine) => engine.id === engineId && engine.enabled);
    await store.put(id, isOn ? { ...install, isPaused: true } : install);
    if (isOn) await this.update(engineId, { enabled: false });
  }

  /** @throws InstallFault trial after concurrent changes again and again */
  private async update(
    engineId: string,
    change: { readonly enabled?: boolean; readonly address?: string },
  ): Promise<'updated' | 'absent'> {
    for (let left = UPDATES; left > 0; left -= 1) {
      const updated = await this.deps.engines.update(engineId, change);
      if (updated.ok) return 'updated';
      if (updated.error.identifier === 'CONFIG_NOT_FOUND') return 'absent';
    }
    throw new InstallFault('trial', 'the engine is being changed');
  }

  /** Each step is skipped if an earlier run has done it. @throws InstallFault; the signal's reason */
  private async work(model: InstallableModel, active: Active): Promise<void> {
    const { store, files, program: choice } = this.deps;
    const { signal } = active.stop;
    const folder = store.folderOf(model.id);
    await mkdir(folder, { recursive: true });
    const change = async (more: Partial<Install>): Promise<void> => {
      const stored = await store.get(model.id);
      if (stored !== undefined) await store.put(model.id, { ...stored, ...more });
    };
    this.show(active, 'downloading');
    const backend = backendFor(await this.machine());
    await mustHaveProgram(choice, backend);
    await fetchFiles(
      model,
      folder,
      (await store.get(model.id))?.files ?? {},
      { ...files, freeBytes: async (at) => (await files.freeBytes(at)) - this.owedByOthers(model.id) },
      {
        signal,
        onProgress: (done, of) => {
          active.owed = of - done;
          this.show(active, 'downloading', { done, of });
        },
        onFile: async (name, stated) => change({ files: { ...(await store.get(model.id))?.files, [name]: stated } }),
      },
    );
    active.owed = 0;
    this.show(active, 'waiting');
    await this.processor.run(async () => {
      signal.throwIfAborted();
      this.show(active, 'building');
      const program = await provideProgram(
        choice,
        backend,
        (done) => {
          this.show(active, 'building', { done, of: 1 });
        },
        signal,
      );
      this.show(active, 'starting');
      const server = this.serverOf(
        model,
        active,
        program,
        backend === 'cpu' ? [] : ['--offload-to-cpu'],
        (await store.get(model.id))?.port,
      );
      active.server = server;
      await server.start(signal);
      await change(defined({ port: server.port }));
      this.show(active, 'measuring');
      await this.connect(
        model,
        server,
        (await store.get(model.id)) ?? { wanted: 'running', files: {} },
        change,
        signal,
      );
    });
    this.show(active, 'running');
  }

  private serverOf(
    { id, files, memoryBytes, options }: InstallableModel,
    active: Active,
    program: string,
    more: readonly string[],
    port: number | undefined,
  ): ModelServer {
    const paths = files.flatMap((file) => [file.option, join(this.deps.store.folderOf(id), fileName(file))]);
    return new ModelServer({
      program,
      args: [...paths, ...options, ...more],
      pidFile: this.pidFile(id),
      memoryBytes: memoryBytes * MEMORY_SLACK,
      log: active.log,
      settings: this.deps.server,
      onFailed: (problem) => {
        this.fail(id, active, problem);
      },
      onChange: () => {
        this.changes.emit();
      },
      ...defined({ port }),
    });
  }

  /**
   * Connects the engine, or updates the one that is connected. A new one is measured first. @throws InstallFault trial
   */
  private async connect(
    model: InstallableModel,
    { address }: ModelServer,
    stored: Install,
    change: (more: Partial<Install>) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const { engines } = this.deps;
    const at = { kind: 'a1111', address } as const;
    // An engine that its operator switched off stays off.
    if (
      stored.engineId !== undefined &&
      (await this.update(stored.engineId, { address, ...(stored.isPaused === false ? {} : { enabled: true }) })) ===
        'updated'
    )
      return change({ isPaused: false });
    const found = valueOf(await engines.look(at));
    const [name = ''] = found.models;
    const procedures = valueOf(await engines.serves(at, name));
    signal.throwIfAborted();
    const { ms } = valueOf(await engines.test(at, name, 'image', TRIAL_MS));
    signal.throwIfAborted();
    // Stored first: after a crash between the two, the engine is found again and no second one is connected.
    const engineId = this.deps.random.uuid();
    await change({ engineId, imageMs: ms, isPaused: false });
    valueOf(
      await engines.connect(
        at,
        model.name,
        [
          {
            model: name,
            name: model.name,
            procedures: [...procedures],
            credits: PRICE,
            tier: 'free',
            longSide: model.side,
            typicalMs: ms,
          },
        ],
        engineId,
      ),
    );
  }
}

async function halt(active: Active): Promise<void> {
  active.stop.abort(new InstallFault('start', 'stopped'));
  await active.server?.stop();
  // One that waits for its turn ends when it gets it.
  if (active.stage !== 'waiting') await active.work;
}

function valueOf<T>(result: Result<T, ProductError>): T {
  if (result.ok) return result.value;
  throw new InstallFault('trial', `${result.error.identifier} ${String(result.error.params['reason'] ?? '')}`.trim());
}
