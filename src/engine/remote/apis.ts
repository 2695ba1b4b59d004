import { createA1111 } from './a1111/api.js';
import { createComfyUi } from './comfyui/api.js';
import { createFal } from './fal.js';
import { createOpenAiImages } from './openai-images.js';
import type { WorkflowBook } from './comfyui/workflow/stored.js';
import type { RemoteAddress, RemoteApi } from './port.js';
import { createReplicate } from './replicate.js';

/**
 * Creates the adapter for an engine's kind.
 * @param workflows imported workflows, for the kinds that run them
 */
export function createRemoteApi(at: RemoteAddress, workflows?: WorkflowBook): RemoteApi {
  switch (at.kind) {
    case 'openai-images':
      return createOpenAiImages(at);
    case 'comfyui':
      return createComfyUi(at, workflows);
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
