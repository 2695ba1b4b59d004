import sharp from 'sharp';
import type { z } from 'zod';
import { createRemoteApi } from '../../../engine/remote/apis.js';
import { isVideoOperation } from '../../../engine/remote/operations.shared.js';
import type { Clock } from '../../../kernel/clock.js';
import { defined } from '../../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import { attempt } from '../attempt.js';
import { modelId, type Connection, type Connections } from '../connections.js';
import type { Engines } from '../engines.js';
import { makesVideos } from '../kinds.shared.js';
import { fits, takesLoras } from './fit.js';
import { familyOf, type LoraStore, type StoredLora } from './lora-store.js';
import type { changeLoraInput, LoraView, ManagedLora } from './loras.shared.js';

export interface LorasDeps {
  readonly connections: Connections;
  readonly store: LoraStore;
  readonly engines: Pick<Engines, 'publish' | 'trial'>;
  readonly clock: Clock;
  /** Moderates a sample before anybody sees it. @returns SENSITIVE_CONTENT or UNEXPECTED_MODERATION */
  readonly check: (webp: Uint8Array) => Promise<Result<void, ProductError>>;
}

/** Time to list the LoRAs of an engine, whose metadata are read one by one. */
const LIST_MS = 30_000;
const SAMPLE_MS = 180_000;
/** Longest side of a sample, pixels. */
const SAMPLE_SIDE = 640;

/** The LoRAs of connected engines. */
export class Loras {
  constructor(private readonly deps: LorasDeps) {}

  /** All that creations may use, of enabled engines. @throws StoreUnavailable */
  async list(model?: string): Promise<readonly LoraView[]> {
    const known = await this.known((await this.deps.connections.list()).filter(({ enabled }) => enabled));
    return known.flatMap(({ file: _file, engineId: _engineId, isOffered, isThere, ...view }) =>
      isOffered && isThere && (model === undefined ? view.models.length > 0 : view.models.includes(model))
        ? [view]
        : [],
    );
  }

  /** All that is known, also of engines that are switched off, for administrators. @throws StoreUnavailable */
  async manage(): Promise<readonly ManagedLora[]> {
    return this.known(await this.deps.connections.list());
  }

  private async known(engines: readonly Connection[]): Promise<readonly ManagedLora[]> {
    return (
      await Promise.all(
        engines.map(async (engine) => (await this.deps.store.of(engine.id)).map((lora) => managed(lora, engine))),
      )
    ).flat();
  }

  /**
   * Looks at what an engine has now, and offers it.
   * @returns how many LoRAs it has; CONFIG_NOT_FOUND, and the errors of `Engines.look`
   */
  async refresh(engineId: string): Promise<Result<number, ProductError>> {
    const { connections, store, engines } = this.deps;
    const found = await connections.get(engineId);
    if (found === undefined) return err(productError('CONFIG_NOT_FOUND'));
    const at = connections.addressOf(found.document);
    if (at === undefined) return err(productError('MODEL_UNAVAILABLE', { reason: 'denied' }));
    const listed = await attempt(LIST_MS, async (signal) => createRemoteApi(at).loras?.(signal) ?? []);
    if (!listed.ok) return listed;
    await store.note(engineId, listed.value);
    await engines.publish(engineId);
    return ok(listed.value.length);
  }

  /** Changes what is written about a LoRA. @returns CONFIG_NOT_FOUND */
  async change({ id, ...change }: z.infer<typeof changeLoraInput>): Promise<Result<ManagedLora, ProductError>> {
    const changed = await this.deps.store.change(id, change);
    const engine = changed && (await this.deps.connections.get(changed.engineId))?.document;
    if (changed === undefined || engine === undefined) return err(productError('CONFIG_NOT_FOUND'));
    await this.deps.engines.publish(engine.id);
    return ok(managed(changed, engine));
  }

  /**
   * Makes an image with a LoRA and keeps it as its sample.
   * @returns CONFIG_NOT_FOUND; MODEL_UNAVAILABLE {reason: 'rejected'} if it fits no model of images; the errors of
   *   `Engines.test`; UNEXPECTED_MODERATION
   */
  async makeSample(id: string): Promise<Result<ManagedLora, ProductError>> {
    const { store, connections, engines, clock, check } = this.deps;
    const lora = await store.get(id);
    const engine = lora && (await connections.get(lora.engineId))?.document;
    if (lora === undefined || engine === undefined) return err(productError('CONFIG_NOT_FOUND'));
    const offer = modelsFor(lora, engine).find((one) => !makesVideos(one));
    const at = connections.addressOf(engine);
    if (offer === undefined || at === undefined) return err(productError('MODEL_UNAVAILABLE', { reason: 'rejected' }));
    const words = lora.words ?? lora.found.words.slice(0, 3);
    const made = await engines.trial(
      at,
      offer.model,
      (operation) => !isVideoOperation(operation),
      { loras: [{ name: lora.file, strength: lora.strength }], words },
      SAMPLE_MS,
    );
    if (!made.ok) return made;
    const webp = await sharp(made.value, { limitInputPixels: 64_000_000 })
      .resize(SAMPLE_SIDE, SAMPLE_SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer();
    const checked = await check(webp);
    if (!checked.ok) return checked;
    const kept = await store.keepSample(lora, webp, clock.now());
    return kept === undefined ? err(productError('CONFIG_NOT_FOUND')) : ok(managed(kept, engine));
  }

  /**
   * The sample of a LoRA as WebP, and whether everybody may see it: only while it is offered, and its engine at work.
   * @returns undefined without a sample, or when the engine is gone. @throws StoreUnavailable
   */
  async sample(id: string): Promise<{ readonly webp: Buffer; readonly isPublic: boolean } | undefined> {
    const { store, connections } = this.deps;
    const lora = await store.get(id);
    const engine = lora && (await connections.get(lora.engineId))?.document;
    const webp = engine && (await store.sample(id));
    return lora === undefined || engine === undefined || webp === undefined
      ? undefined
      : { webp, isPublic: lora.isOffered && engine.enabled };
  }
}

const modelsFor = (lora: StoredLora, { kind, offers }: Connection): Connection['offers'] =>
  offers.filter(({ model }) => takesLoras(kind, model) && fits(model, familyOf(lora)));

function managed(lora: StoredLora, engine: Connection): ManagedLora {
  const { id, engineId, file, name, found, words = found.words, strength, isOffered, isThere, sampleAt } = lora;
  const models = modelsFor(lora, engine)
    .filter(({ standsInFor }) => standsInFor === undefined)
    .map((one) => modelId(engine.id, one));
  return {
    id,
    engineId,
    engine: engine.name,
    file,
    name,
    words,
    strength,
    isOffered,
    isThere,
    models,
    ...defined({ family: familyOf(lora), sampleAt }),
  };
}
