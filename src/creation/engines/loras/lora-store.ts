import { createHash } from 'node:crypto';
import { z } from 'zod';
import { MODEL_FAMILIES } from '../../../engine/remote/family.shared.js';
import { MAX_LORAS } from '../../../engine/remote/loras.js';
import type { RemoteLora } from '../../../engine/remote/port.js';
import type { Millis } from '../../../kernel/clock.js';
import { defined } from '../../../kernel/defined.shared.js';
import type { Collection, DocumentStore } from '../../../platform/documents/port.js';
import { pages } from '../../../platform/documents/pages.js';
import { deleteWhere, remove, update, upsert } from '../../../platform/documents/update.js';
import { fits, takesLoras } from './fit.js';
import type { Connection } from '../connections.js';

const family = z.enum(MODEL_FAMILIES);
const document = z.object({
  id: z.string(),
  engineId: z.string(),
  file: z.string(),
  /** What the file tells. */
  found: z.object({ words: z.array(z.string()), family: family.exactOptional() }),
  /** What an administrator wrote, instead of it. */
  name: z.string(),
  words: z.array(z.string()).exactOptional(),
  family: family.nullable().exactOptional(),
  strength: z.number(),
  isOffered: z.boolean(),
  isThere: z.boolean(),
  sampleAt: z.int().exactOptional(),
});
export type StoredLora = z.infer<typeof document>;
const sample = z.object({ loraId: z.string(), engineId: z.string(), webp: z.base64() });

const DEFAULT_STRENGTH = 0.8;
const PAGE = 100;
/** LoRAs of an engine that are listed, gone ones included. */
const KEPT_LORAS = 2 * MAX_LORAS;
const NAME_MAX = 60;

/** Id of a LoRA: readable, with a suffix that is unique for each file of its engine. */
export function loraId(engineId: string, file: string): string {
  const words = nameOf(file)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 36);
  return `l${engineId.slice(0, 8)}-${words === '' ? 'lora' : words}-${createHash('sha256').update(file).digest('hex').slice(0, 6)}`;
}

/** A name by the file, without folders and suffix. */
const nameOf = (file: string): string =>
  (file.split(/[\\/]/).at(-1) ?? file)
    .replace(/\.(?:safetensors|ckpt|pt|bin)$/i, '')
    .replace(/[_\s]+/g, ' ')
    .trim()
    .slice(0, NAME_MAX);

/** The family that a LoRA is for: what an administrator said, else what its file tells. */
export const familyOf = ({
  family: said,
  found,
}: Pick<StoredLora, 'family' | 'found'>): NonNullable<StoredLora['family']> | undefined =>
  said === undefined ? found.family : (said ?? undefined);

/** Whether nothing but what its file tells is known of a LoRA. */
const isUntouched = ({ file, name, words, family: said, strength, isOffered, sampleAt }: StoredLora): boolean =>
  name === nameOf(file) &&
  words === undefined &&
  said === undefined &&
  strength === DEFAULT_STRENGTH &&
  isOffered &&
  sampleAt === undefined;

/**
 * The LoRAs of connected engines, what administrators wrote about them, and their samples.
 * @throws StoreUnavailable from every call
 */
export class LoraStore {
  private constructor(
    private readonly loras: Collection<StoredLora>,
    private readonly samples: Collection<z.infer<typeof sample>>,
  ) {}

  static async open(documents: DocumentStore): Promise<LoraStore> {
    return new LoraStore(
      await documents.collection({ name: 'engine_loras_v1', indexes: [['engineId']] }, (stored) =>
        document.parse(stored),
      ),
      await documents.collection({ name: 'engine_lora_samples_v1', indexes: [['engineId']] }, (stored) =>
        sample.parse(stored),
      ),
    );
  }

  async get(id: string): Promise<StoredLora | undefined> {
    return (await this.loras.get(id))?.document;
  }

  /** The engine's own name of a LoRA that creations may use; undefined for any other. */
  async usable(id: string): Promise<string | undefined> {
    const lora = await this.get(id);
    return lora?.isOffered === true && lora.isThere ? lora.file : undefined;
  }

  async of(engineId: string): Promise<readonly StoredLora[]> {
    return (await this.loras.find({ where: { engineId }, limit: KEPT_LORAS })).items.map((item) => item.document);
  }

  /** Ids of an engine's LoRAs that creations may use, for a model of it; undefined for models without. */
  async idsFor(
    { id, kind }: Pick<Connection, 'id' | 'kind'>,
    models: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const offered = (await this.of(id)).filter(({ isOffered, isThere }) => isOffered && isThere);
    return new Map(
      models
        .filter((model) => takesLoras(kind, model))
        .map((model) => [model, offered.filter((lora) => fits(model, familyOf(lora))).map((lora) => lora.id)]),
    );
  }

  /** Notes what an engine has now. Of LoRAs that are gone, only those stay that an administrator wrote about. */
  async note(engineId: string, found: readonly RemoteLora[]): Promise<void> {
    for (const { name: file, words, family: known } of found) {
      const id = loraId(engineId, file);
      const read = { words: [...words], ...defined({ family: known }) };
      await upsert(this.loras, id, (before) => ({
        document: {
          ...(before ?? { id, engineId, file, name: nameOf(file), strength: DEFAULT_STRENGTH, isOffered: true }),
          found: read,
          isThere: true,
        },
      }));
    }
    const there = new Set(found.map(({ name }) => name));
    for await (const {
      id,
      document: { file, isThere },
    } of pages(this.loras, { where: { engineId }, limit: PAGE })) {
      if (there.has(file) || (await remove(this.loras, id, isUntouched))) continue;
      if (isThere) await this.change(id, { isThere: false });
    }
  }

  async change(
    id: string,
    change: Partial<Omit<StoredLora, 'id' | 'engineId' | 'file'>>,
  ): Promise<StoredLora | undefined> {
    return (await update(this.loras, id, (before) => ({ document: { ...before, ...change } })))?.document;
  }

  /** Stores a sample. @param webp its bytes. @returns undefined, and nothing is kept, for a LoRA that was forgotten */
  async keepSample({ id, engineId }: StoredLora, webp: Uint8Array, at: Millis): Promise<StoredLora | undefined> {
    await upsert(this.samples, id, () => ({
      document: { loraId: id, engineId, webp: Buffer.from(webp).toString('base64') },
    }));
    const kept = await this.change(id, { sampleAt: at });
    if (kept === undefined) await remove(this.samples, id);
    return kept;
  }

  /** The sample of a LoRA as WebP. */
  async sample(id: string): Promise<Buffer | undefined> {
    const found = await this.samples.get(id);
    return found === undefined ? undefined : Buffer.from(found.document.webp, 'base64');
  }

  /** Forgets all of an engine that was removed. */
  async forget(engineId: string): Promise<void> {
    await deleteWhere(this.loras, { where: { engineId } });
    await deleteWhere(this.samples, { where: { engineId } });
  }
}
