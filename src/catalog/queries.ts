import { Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SpeechProgram } from '../platform/machine/speech-program.js';
import { inOfferedOrder, LocalModels, modelsFor } from './catalog.js';
import type { ModelView } from './model.shared.js';
import { OfferedModels } from './offered.js';
import { folderOf, optionalModel } from '../engine/models/catalogue.shared.js';
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

/** The models of the local engine that this machine can run. */
@Injectable()
export class UsableModels {
  constructor(
    private readonly local: LocalModels,
    private readonly speech: SpeechProgram,
    private readonly installed: InstalledModels,
  ) {}

  /** Those for a procedure, or all of them, in the picker's order. */
  async serving(procedure?: string): Promise<readonly ModelView[]> {
    const models = this.local.serving(procedure);
    const usable = await Promise.all(models.map(({ id }) => this.isUsable(id)));
    return models.filter((_, index) => usable[index]);
  }

  /** One by id; undefined if there is none, or the machine cannot run it. */
  async find(id: string): Promise<ModelView | undefined> {
    return (await this.isUsable(id)) ? this.local.find(id) : undefined;
  }

  private async isUsable(id: string): Promise<boolean> {
    const needed = this.local.optionalModelOf(id);
    return (
      (!this.local.needsSpeech(id) || (await this.speech.isThere())) &&
      (needed === undefined || (await this.installed.isThere(folderOf(optionalModel(needed)))))
    );
  }
}

@QueryHandler(GetModels)
export class GetModelsHandler implements IQueryHandler<GetModels> {
  constructor(
    private readonly offered: OfferedModels,
    private readonly local: UsableModels,
  ) {}

  async execute({ procedure }: GetModels): Promise<readonly ModelView[]> {
    const local = await this.local.serving(procedure);
    return [...modelsFor(procedure, inOfferedOrder(await this.offered.list())), ...local];
  }
}

@QueryHandler(FindModel)
export class FindModelHandler implements IQueryHandler<FindModel> {
  constructor(
    private readonly offered: OfferedModels,
    private readonly local: UsableModels,
  ) {}

  async execute({ id }: FindModel): Promise<ModelView | undefined> {
    return (await this.local.find(id)) ?? this.offered.find(id);
  }
}
