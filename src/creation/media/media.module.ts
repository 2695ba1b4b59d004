import { Module, type DynamicModule } from '@nestjs/common';
import type { Blobs } from '../../platform/blobs/port.js';
import { BLOBS } from '../../platform/tokens.js';
import { SizedPictures } from './media.js';

/** Pictures in smaller sizes, given to Nest: `SizedPictures` may be injected anywhere, and is one and the same. */
@Module({})
export class MediaModule {
  static forRoot(): DynamicModule {
    return {
      module: MediaModule,
      global: true,
      providers: [{ provide: SizedPictures, inject: [BLOBS], useFactory: (blobs: Blobs) => new SizedPictures(blobs) }],
      exports: [SizedPictures],
    };
  }
}
