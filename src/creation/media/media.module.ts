import { Module } from '@nestjs/common';
import { RecipeModule } from '../provenance/recipe.module.js';
import { TasksModule } from '../tasks/tasks.module.js';
import { ChooseAvatarHandler } from './avatar.js';
import { MediaController } from './media.controller.js';

/** Nest module of results and sources, for their owner. */
@Module({ imports: [TasksModule, RecipeModule], controllers: [MediaController], providers: [ChooseAvatarHandler] })
export class MediaModule {}
