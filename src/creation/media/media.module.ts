import { Module, type DynamicModule } from '@nestjs/common';
import type { Blobs } from '../../platform/blobs/port.js';
import { BLOBS } from '../../platform/tokens.js';
import { SizedImages } from './media.js';

/** Images in smaller sizes, given to Nest: `SizedImages` may be injected anywhere, and is one and the same. */
@Module({})
export class MediaModule {
  static forRoot(): DynamicModule {
    return {
      module: MediaModule,
      global: true,
      providers: [{ provide: SizedImages, inject: [BLOBS], useFactory: (blobs: Blobs) => new SizedImages(blobs) }],
      exports: [SizedImages],
    };
  }
}
