import {
  licencesOf,
  OPTIONAL_MODELS,
  sizesOf,
  type OptionalModel,
  type OptionalModelId,
} from '../../engine/models/catalogue.shared.js';
import { InstallFault } from '../../engine/install/fault.js';
import { PACKAGE_REASONS, type PackageReason } from '../../engine/install/faults.shared.js';
import type { ModelStore } from '../../engine/models/store.js';
import { wordsOf } from '../../kernel/thrown.js';
import { Emitter } from '../../platform/emitter.js';
import type { Logs } from '../../platform/http/logs.js';
import { watching } from '../../platform/watching.js';
import type { OptionalModelState, OptionalModelView } from './optional-models.shared.js';

/** Bytes between two reports of progress. */
const REPORT_BYTES = 2_000_000;
/** Interval that notices models installed by another process or the command line. */
const LOOK_AGAIN_MS = 30_000;

const reasonOf = (error: unknown): PackageReason =>
  PACKAGE_REASONS.find((reason) => error instanceof InstallFault && error.reason === reason) ?? 'unwritable';

/** Installs optional models for the administrator, one installation of each at a time, in this process. */
export class OptionalModels {
  private readonly states = new Map<OptionalModelId, OptionalModelState>();
  private readonly running = new Map<
    OptionalModelId,
    { readonly leaving: AbortController; readonly done: Promise<void> }
  >();
  private readonly changes = new Emitter();

  constructor(
    private readonly store: Pick<ModelStore, 'install' | 'isInstalled' | 'remove'>,
    private readonly log: Pick<Logs, 'warn'>,
    private readonly models: readonly OptionalModel[] = OPTIONAL_MODELS,
  ) {}

  /** Every optional model, in the order of the list. */
  list(): Promise<readonly OptionalModelView[]> {
    return Promise.all(
      this.models.map(async (model): Promise<OptionalModelView> => ({
        id: model.id,
        name: model.name,
        ...sizesOf(model),
        licences: licencesOf(model),
        packages: model.packages.map(({ name, version }) => ({ name, version })),
        state: (await this.store.isInstalled(model))
          ? { is: 'installed' }
          : (this.states.get(model.id) ?? { is: 'absent' }),
      })),
    );
  }

  /** The list now, and after each change, until the signal ends it. */
  watch(signal: AbortSignal): AsyncIterable<readonly OptionalModelView[]> {
    return watching(
      { read: () => this.list(), subscribe: (notify) => this.changes.subscribe(notify), everyMs: LOOK_AGAIN_MS },
      signal,
    );
  }

  /** Starts an installation, unless one is running. Its result is a state of the list. */
  install(id: OptionalModelId): void {
    const model = this.models.find((one) => one.id === id);
    if (model === undefined || this.running.has(id)) return;
    const leaving = new AbortController();
    this.enter(id, { is: 'installing', received: 0 });
    let reported = 0;
    const done = this.store
      .install(
        model,
        ({ received }) => {
          if (received - reported < REPORT_BYTES) return;
          reported = received;
          this.enter(id, { is: 'installing', received });
        },
        leaving.signal,
      )
      .then(
        () => {
          this.running.delete(id);
          this.enter(id, undefined);
        },
        (error: unknown) => {
          this.running.delete(id);
          if (!leaving.signal.aborted)
            this.log.warn({ model: id, error: wordsOf(error) }, 'an optional model could not be installed');
          this.enter(id, leaving.signal.aborted ? undefined : { is: 'failed', reason: reasonOf(error) });
        },
      );
    this.running.set(id, { leaving, done });
  }

  /** Cancels an installation, or deletes an installed model. */
  async remove(id: OptionalModelId): Promise<void> {
    await this.cancel(id);
    const model = this.models.find((one) => one.id === id);
    if (model !== undefined) await this.store.remove(model);
    this.enter(id, undefined);
  }

  /** Cancels what is running and waits for its end. */
  async close(): Promise<void> {
    await Promise.all([...this.running.keys()].map((id) => this.cancel(id)));
  }

  private async cancel(id: OptionalModelId): Promise<void> {
    const running = this.running.get(id);
    running?.leaving.abort();
    await running?.done;
  }

  private enter(id: OptionalModelId, state: OptionalModelState | undefined): void {
    if (state === undefined) this.states.delete(id);
    else this.states.set(id, state);
    this.changes.emit();
  }
}
