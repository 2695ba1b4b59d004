/** The networks of PP-OCR, in a thread of their own. */
import { PPOCR, type ModelFile } from '../../models/catalogue.shared.js';
import { withNetworkThread } from '../onnx/thread.js';

/** `find` gives for each pixel how likely it is text; `read` for each step of a line how likely each character is. */
export const NETWORKS = ['find', 'read'] as const;
export type NetworkName = (typeof NETWORKS)[number];

/** Three planes of an image: blue, green, red, as the networks want their values. */
export interface NetworkInput {
  readonly network: NetworkName;
  readonly width: number;
  readonly height: number;
  readonly planes: Float32Array;
}
/** Values of the network's only output, and their arrangement. */
export interface NetworkOutput {
  readonly values: Float32Array;
  readonly dims: readonly number[];
}
/** @throws Error when the network fails */
export type RunNetwork = (input: NetworkInput) => Promise<NetworkOutput>;

/**
 * Loads the networks for as long as `work` lasts.
 * @param folder of the installed model; its files are verified before the first use in a process
 * @throws ToolRefusal ENGINE_UNAVAILABLE {reason: 'damaged', file} if one is absent or changed; what `work` throws
 */
export const withNetworks = <T>(
  folder: string,
  work: (run: RunNetwork) => Promise<T>,
  files: readonly ModelFile[] = PPOCR.files,
): Promise<T> =>
  withNetworkThread<NetworkInput, NetworkOutput, T>(
    { name: 'PP-OCR', program: new URL('./networks.worker', import.meta.url), folder, files },
    work,
  );
