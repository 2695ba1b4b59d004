import { RemoteFault } from '../../port.js';
import type { RemoteHttp } from '../../http.js';
import type { AskSpecs } from './import.js';
import { objectInfo, readSpec, type NodeSpec } from './node-specs.js';

const AT_ONCE = 4;
/** A class with a choice of ten thousand files has about one megabyte. */
const CLASS_BYTES = 4_194_304;
const ALL_BYTES = 33_554_432;

/**
 * Asks a ComfyUI about each class by itself: all classes of one with many extensions are some megabytes. Few are asked
 * at once, and all answers together are bounded.
 * @returns as AskSpecs; throws RemoteFault, also for answers that are too large
 */
export const askSpecs =
  (http: Pick<RemoteHttp, 'request'>, signal: AbortSignal): AskSpecs =>
  async (classes) => {
    const found = new Map<string, NodeSpec>();
    const left = [...classes];
    let received = 0;
    const ask = async (): Promise<void> => {
      for (let name = left.shift(); name !== undefined; name = left.shift()) {
        const { data, bytes } = await http.request(`/object_info/${encodeURIComponent(name)}`, objectInfo, {
          signal,
          maxBytes: CLASS_BYTES,
        });
        received += bytes;
        if (received > ALL_BYTES)
          throw new RemoteFault('misunderstood', `answers of more than ${ALL_BYTES} bytes about its nodes`);
        const spec = readSpec(data, name);
        if (spec !== undefined) found.set(name, spec);
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, ask));
      return found;
    } finally {
      // After a fault nothing more is asked.
      left.length = 0;
    }
  };
