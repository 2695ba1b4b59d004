import { Module } from '@nestjs/common';
import { FinanceController } from './finance.controller.js';

/** What finance is given over HTTP; it stands apart because it asks who is calling. */
@Module({ controllers: [FinanceController] })
export class FinanceModule {}
