import { z } from 'zod';
import type { RemoteHttp } from '../http.js';
import { RemoteFault } from '../port.js';

const fileMetadata = z.record(z.string(), z.unknown());
/** Files whose metadata are read at most for one list. */
const READ_FILES = 40;
/** Bytes of one file's metadata, and of all of a list. */
const FILE_BYTES = 4 * 1_048_576;
const LIST_BYTES = 32 * 1_048_576;

/** Reads the metadata of a server's files for one list, within bounds that no answer can exceed. */
export class FileMetadata {
  private files = READ_FILES;
  private bytes = LIST_BYTES;

  constructor(
    private readonly http: RemoteHttp,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Metadata of a safetensors file (`/view_metadata` of server.py). None for other files, beyond the bounds, and for
   * servers without the route.
   * @throws RemoteFault, the signal's reason
   */
  async of(folder: string, file: string): Promise<Readonly<Record<string, unknown>>> {
    if (!file.endsWith('.safetensors') || this.files === 0 || this.bytes === 0) return {};
    this.files -= 1;
    const maxBytes = Math.min(FILE_BYTES, this.bytes);
    try {
      const { data, bytes } = await this.http.request(
        `/view_metadata/${folder}?filename=${encodeURIComponent(file)}`,
        fileMetadata,
        { signal: this.signal, maxBytes },
      );
      this.bytes -= bytes;
      return data;
    } catch (error) {
      if (!(error instanceof RemoteFault) || (error.reason !== 'rejected' && error.reason !== 'misunderstood'))
        throw error;
      if (error.reason === 'misunderstood') this.bytes -= maxBytes;
      return {};
    }
  }
}
