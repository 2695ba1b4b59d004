import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SpeechProgram } from '../platform/machine/speech-program.js';
import { findModel, inOfferedOrder, modelsFor } from './catalog.js';
import type { ModelView } from './model.shared.js';
import { OfferedModels } from './offered.js';
import { NEEDS_SPEECH } from '../creation/procedures/models.shared.js';

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

@QueryHandler(GetModels)
export class GetModelsHandler implements IQueryHandler<GetModels> {
  constructor(private readonly offered: OfferedModels, private readonly speech: SpeechProgram) {}

  async execute({ procedure }: GetModels): Promise<readonly ModelView[]> {
    const seed = modelsFor(procedure);
    const isMute = seed.some(({ id }) => NEEDS_SPEECH.has(id)) && !(await this.speech.isThere());
    return [...modelsFor(procedure, inOfferedOrder(await this.offered.list())), ...(isMute ? seed.filter(({ id }) => !NEEDS_SPEECH.has(id)) : seed)];
  }
}

@QueryHandler(FindModel)
export class FindModelHandler implements IQueryHandler<FindModel> {
  constructor(private readonly offered: OfferedModels, private readonly speech: SpeechProgram) {}

  async execute({ id }: FindModel): Promise<ModelView | undefined> {
    if (NEEDS_SPEECH.has(id) && !(await this.speech.isThere())) return undefined;
    return findModel(id) ?? this.offered.find(id);
  }
}
