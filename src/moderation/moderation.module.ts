import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { CheckTextHandler, TEXT_CHECK } from './queries.js';
import { createLocalTextCheck } from './text-check/local.js';

@Module({ imports: [CqrsModule], providers: [{ provide: TEXT_CHECK, useFactory: createLocalTextCheck }, CheckTextHandler] })
export class ModerationModule {}
