import { createComfyUi } from './comfyui.js';
import { createOpenAiImages } from './openai-images.js';
import type { RemoteAddress, RemoteApi } from './port.js';

/** The adapter for an engine of whatever kind. */
export function createRemoteApi(at: RemoteAddress): RemoteApi {
  switch (at.kind) {
    case 'openai-images':
      return createOpenAiImages(at);
    case 'comfyui':
      return createComfyUi(at);
    default:
      return at.kind satisfies never;
  }
}
