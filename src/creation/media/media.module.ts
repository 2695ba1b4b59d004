import { Module } from '@nestjs/common';
import { RecipeModule } from '../provenance/recipe.module.js';
import { TasksModule } from '../tasks/tasks.module.js';
import { ChooseAvatarHandler } from './avatar.js';
import { MediaController } from './media.controller.js';

/** Results and sources for their owner, given to Nest. */
@Module({ imports: [TasksModule, RecipeModule], controllers: [MediaController], providers: [ChooseAvatarHandler] })
export class MediaModule {}
