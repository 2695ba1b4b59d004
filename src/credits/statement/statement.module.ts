import { Module } from '@nestjs/common';
import { StatementController } from './statement.controller.js';

/** What a user is given over HTTP; it stands apart because it asks who is calling. */
@Module({ controllers: [StatementController] })
export class StatementModule {}
