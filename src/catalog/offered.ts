import { isDeepStrictEqual } from 'node:util';
import type { Collection, CollectionDefinition, DocumentStore } from '../platform/documents/port.js';
import { deleteWhere, upsert } from '../platform/documents/update.js';
import { readModel } from './catalog.js';
import type { ModelView } from './model.shared.js';

/** Models of connected engines, grouped by engine. */
const MODELS: CollectionDefinition = { name: 'models_v1', indexes: [['offeredBy']] };

type Offered = ModelView & { readonly offeredBy: string };

/** Far above any real number of engines. */
const MAX_OFFERED = 1_000;

/** The models of the catalogue that are not in the seed. */
export class OfferedModels {
  private constructor(private readonly models: Collection<Offered>) {}

  static async open(documents: DocumentStore): Promise<OfferedModels> {
    return new OfferedModels(await documents.collection<Offered>(MODELS, (stored) => readModel(stored)));
  }

  /** @throws StoreUnavailable */
  async find(id: string): Promise<ModelView | undefined> {
    const found = await this.models.get(id);
    return found && view(found.document);
  }

  /** Every model offered, by id. @throws StoreUnavailable */
  async list(): Promise<readonly ModelView[]> {
    return (await this.models.find({ limit: MAX_OFFERED })).items.map(({ document }) => view(document));
  }

  /**
   * Replaces all models that `offeredBy` offers. Idempotent.
   * @throws ZodError for an invalid model, StoreUnavailable
   */
  async replace(offeredBy: string, models: readonly ModelView[]): Promise<void> {
    const wanted = new Map(models.map((model) => [model.id, readModel({ ...model, offeredBy })]));
    await deleteWhere(this.models, { where: { offeredBy }, isWanted: ({ id }) => !wanted.has(id) });
    for (const [id, document] of wanted)
      await upsert(this.models, id, (before) => (isDeepStrictEqual(before, document) ? 'unchanged' : { document }));
  }
}

function view({ offeredBy: _offeredBy, ...model }: Offered): ModelView {
  return model;
}
