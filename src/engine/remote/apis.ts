import { createA1111 } from './a1111/api.js';
import { createComfyUi } from './comfyui.js';
import { createFal } from './fal.js';
import { createOpenAiImages } from './openai-images.js';
import type { RemoteAddress, RemoteApi } from './port.js';
import { createReplicate } from './replicate.js';

/** Creates the adapter for an engine's kind. */
export function createRemoteApi(at: RemoteAddress): RemoteApi {
  switch (at.kind) {
    case 'openai-images':
      return createOpenAiImages(at);
    case 'comfyui':
      return createComfyUi(at);
    case 'replicate':
      return createReplicate(at);
    case 'fal':
      return createFal(at);
    case 'a1111':
      return createA1111(at);
    default:
      return at.kind satisfies never;
  }
}
