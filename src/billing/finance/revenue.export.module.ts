import { Module } from '@nestjs/common';
import { RevenueController } from './revenue.controller.js';
import { RevenueModule } from './revenue.module.js';

/** What finance is given of payments over HTTP; it stands apart because it asks who is calling. */
@Module({ imports: [RevenueModule], controllers: [RevenueController] })
export class RevenueExportModule {}
