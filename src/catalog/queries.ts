import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SpeechProgram } from '../platform/machine/speech-program.js';
import { findModel, inOfferedOrder, modelsFor } from './catalog.js';
import type { ModelView } from './model.shared.js';
import { OfferedModels } from './offered.js';
import { NEEDS_KOKORO, NEEDS_SPEECH } from '../creation/procedures/models.shared.js';
import { folderOf, KOKORO } from '../engine/models/catalogue.shared.js';
import { InstalledModels } from '../platform/machine/installed-models.js';

/**
 * The models for a procedure, or all models, in the picker's order: models of connected engines, which are preselected
 * (`inOfferedOrder`), then those of the local engine. Includes speech where this machine supports it.
 */
export class GetModels extends Query<readonly ModelView[]> {
  constructor(readonly procedure?: string) {
    super();
  }
}

/** One model by id; undefined when there is none. */
export class FindModel extends Query<ModelView | undefined> {
  constructor(readonly id: string) {
    super();
  }
}

/** Whether this machine has what a model of the seed needs. */
async function isUsable(id: string, speech: SpeechProgram, installed: InstalledModels): Promise<boolean> {
  return (!NEEDS_SPEECH.has(id) || await speech.isThere()) && (!NEEDS_KOKORO.has(id) || await installed.isThere(folderOf(KOKORO)));
}

@QueryHandler(GetModels)
export class GetModelsHandler implements IQueryHandler<GetModels> {
  constructor(private readonly offered: OfferedModels, private readonly speech: SpeechProgram, private readonly installed: InstalledModels) {}

  async execute({ procedure }: GetModels): Promise<readonly ModelView[]> {
    const seed = modelsFor(procedure);
    const usable = await Promise.all(seed.map(({ id }) => isUsable(id, this.speech, this.installed)));
    return [...modelsFor(procedure, inOfferedOrder(await this.offered.list())), ...seed.filter((_, index) => usable[index])];
  }
}

@QueryHandler(FindModel)
export class FindModelHandler implements IQueryHandler<FindModel> {
  constructor(private readonly offered: OfferedModels, private readonly speech: SpeechProgram, private readonly installed: InstalledModels) {}

  async execute({ id }: FindModel): Promise<ModelView | undefined> {
    if (!(await isUsable(id, this.speech, this.installed))) return undefined;
    return findModel(id) ?? this.offered.find(id);
  }
}
