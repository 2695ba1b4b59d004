import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { defined } from '../../kernel/defined.shared.js';
import type { ModelView } from '../../catalog/model.shared.js';
import type { Collection, DocumentStore, OutboxMessage, Versioned } from '../../platform/documents/port.js';
import { deleteWhere } from '../../platform/documents/update.js';
import type { RemoteAddress } from '../../engine/remote/port.js';
import { makesVideos, proceduresFor } from './kinds.shared.js';
import { ENGINE_KINDS, offer, type EngineView, type Offer } from './engines.shared.js';

/** Published with every change of an engine; `data` is `{ engineId }`. The catalogue updates its models from it. */
export const ENGINE_CHANGED = 'EngineChanged';

const document = z.object({
  id: z.string(),
  kind: z.enum(ENGINE_KINDS),
  name: z.string(),
  address: z.string(),
  /** AES-256-GCM under the installation's secret: nonce, tag and ciphertext, base64. */
  sealedKey: z.string().optional(),
  enabled: z.boolean(),
  offers: z.array(offer),
  connectedAt: z.int(),
  changedAt: z.int(),
});
export type Connection = z.infer<typeof document>;

const run = z.object({ engineId: z.string(), externalId: z.string(), at: z.int() });
/** A run in progress at an engine. */
export type Run = z.infer<typeof run>;

const MAX_CONNECTIONS = 100;
/** Longest side of a connected engine's images, in pixels. */
const LONG_SIDE = 1_024;
const TYPICAL_MS = 20_000;
/** Price of enlarging by the size of the result, as for the local engine's model. */
const UPSCALED = [
  { upToPixels: 2_048 * 2_048, percent: 100 },
  { upToPixels: 4_096 * 4_096, percent: 200 },
] as const;
/** Longest side of its videos in pixels, and their typical duration of work in milliseconds. */
const VIDEO = { longSide: 1_920, typicalMs: 150_000 } as const;

/** Encrypts engine keys, so that a copy of the store does not reveal them. */
export class Sealer {
  /** @param key 32 bytes */
  constructor(private readonly key: Buffer) {}

  seal(text: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  }

  /** @throws if it was sealed under another secret, or changed */
  open(sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  }
}

/**
 * Store of the engines that an operator connected, and of the runs in progress at them.
 * @throws StoreUnavailable from every call
 */
export class Connections {
  private constructor(
    private readonly engines: Collection<Connection>,
    private readonly runs: Collection<z.infer<typeof run>>,
    private readonly sealer: Sealer,
  ) {}

  static async open(documents: DocumentStore, sealer: Sealer): Promise<Connections> {
    return new Connections(
      await documents.collection({ name: 'engines_v1', indexes: [] }, (stored) => document.parse(stored)),
      await documents.collection({ name: 'engine_runs_v1', indexes: [['at']] }, (stored) => run.parse(stored)),
      sealer,
    );
  }

  async list(): Promise<readonly Connection[]> {
    return (await this.engines.find({ limit: MAX_CONNECTIONS })).items.map((item) => item.document);
  }

  async get(id: string): Promise<Versioned<Connection> | undefined> {
    return this.engines.get(id);
  }

  /** @returns whether it was written; false after a concurrent change */
  async put(
    connection: Omit<Connection, 'sealedKey'>,
    key: string | undefined,
    before?: Versioned<Connection>,
  ): Promise<boolean> {
    const sealedKey = key === undefined ? before?.document.sealedKey : this.sealer.seal(key);
    const stored: Connection = { ...connection, ...defined({ sealedKey }) };
    return (
      (await this.engines.put({
        id: connection.id,
        document: stored,
        expectedVersion: before?.version ?? 0,
        outbox: [changed(connection.id, (before?.version ?? 0) + 1)],
      })) === 'written'
    );
  }

  async remove({ id, version }: Versioned<Connection>): Promise<boolean> {
    return (await this.engines.delete(id, version, [changed(id, version + 1)])) === 'written';
  }

  /**
   * The engine's address with its key; undefined if the key was sealed under another secret and must be entered again.
   */
  addressOf({ kind, address, sealedKey }: Connection): RemoteAddress | undefined {
    if (sealedKey === undefined) return { kind, address };
    try {
      return { kind, address, key: this.sealer.open(sealedKey) };
    } catch {
      return undefined;
    }
  }

  /** The run in progress with this name. */
  async runOf(name: string): Promise<Run | undefined> {
    return (await this.runs.get(name))?.document;
  }

  async noteRun(name: string, noted: Run): Promise<void> {
    const seen = await this.runs.get(name);
    await this.runs.put({ id: name, document: noted, expectedVersion: seen?.version ?? 0 });
  }

  /** Forgets runs that have not been queried since. */
  async sweepRuns(before: number): Promise<void> {
    await deleteWhere(this.runs, { range: { field: 'at', below: before } });
  }

  async closeRun(name: string): Promise<void> {
    const seen = await this.runs.get(name);
    if (seen !== undefined) await this.runs.delete(name, seen.version);
  }
}

function changed(engineId: string, version: number): OutboxMessage {
  return { id: `engine.${engineId}.${version}`, type: ENGINE_CHANGED, data: { engineId } };
}

/** Catalogue id of a model that an engine offers: readable, with a suffix that is unique for each name. */
export function modelId(engineId: string, { model }: Pick<Offer, 'model'>): string {
  const words = model
    .toLowerCase()
    .replace(/\.(safetensors|ckpt|pt)$/, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 36);
  const tail = createHash('sha256').update(model).digest('hex').slice(0, 6);
  return `x${engineId.slice(0, 8)}-${words === '' ? 'model' : words}-${tail}`;
}

/** The procedures of an offer that its model serves, as far as that is known. */
function servedBy({ procedures, operations }: Offer): Offer['procedures'] {
  if (operations === undefined) return procedures;
  const served = proceduresFor(operations);
  return procedures.filter((one) => served.includes(one));
}

/**
 * Catalogue entries of an engine; none while it is disabled.
 * @param settings the models' own settings, by model
 * @param loras ids of the LoRAs that fit, by model
 */
export function modelsOf(
  { id, enabled, offers, connectedAt, changedAt }: Connection,
  settings: ReadonlyMap<string, ModelView['settings']> = new Map(),
  loras: ReadonlyMap<string, readonly string[]> = new Map(),
): readonly ModelView[] {
  if (!enabled) return [];
  return offers
    .map((one) => ({ ...one, procedures: servedBy(one) }))
    .filter(({ standsInFor, procedures }) => standsInFor === undefined && procedures.length > 0)
    .map((one) => ({
      id: modelId(id, one),
      name: one.name,
      procedures: one.procedures,
      tier: one.tier,
      engine: 'remote',
      relaxed: false,
      connectedAt,
      ...defined({ preferred: one.preferred, operations: one.operations }),
      ...(makesVideos(one)
        ? {
            ...VIDEO,
            cost: {
              base: 0,
              perOutput: 0,
              perSecond: one.credits,
              resolution: [{ upToPixels: VIDEO.longSide * VIDEO.longSide, percent: 100 }],
            },
          }
        : {
            typicalMs: one.typicalMs ?? TYPICAL_MS,
            longSide: one.longSide ?? LONG_SIDE,
            cost: {
              base: 0,
              perOutput: one.credits,
              perSecond: 0,
              resolution: one.procedures.includes('imageTools.upscale')
                ? UPSCALED
                : [{ upToPixels: LONG_SIDE * LONG_SIDE, percent: 100 }],
            },
          }),
      // Grows with every change, in seconds. A price that was shown earlier is compared with it.
      priceVersion: Math.floor(changedAt / 1_000),
      ...defined({ settings: settings.get(one.model), loras: loras.get(one.model) }),
    }));
}

/** An engine as its operator sees it. */
export function engineView({ sealedKey, changedAt: _changedAt, ...connection }: Connection): EngineView {
  return {
    ...connection,
    hasKey: sealedKey !== undefined,
    modelIds: connection.offers.map((one) => modelId(connection.id, one)),
  };
}
