import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { GetModelsHandler } from './queries.js';

@Module({ imports: [CqrsModule], providers: [GetModelsHandler] })
export class CatalogModule {}
