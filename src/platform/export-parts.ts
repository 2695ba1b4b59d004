import type { Millis } from '../kernel/clock.js';
import type { UserId } from '../kernel/ids.js';

/** One file of a user's data export. */
export interface ExportFile {
  /** Path in the export, e.g. `works/2026-01-31.png`; unique within a part. */
  readonly path: string;
  readonly at: Millis;
  /** Whether to compress it: images and videos are compressed already. */
  readonly compress: boolean;
  /**
   * Its bytes, read when needed; undefined if it no longer exists.
   * @throws errors of the store
   */
  readonly content: () => Promise<AsyncIterable<Uint8Array> | undefined>;
}

/** A context's part of a user's data export. */
export interface ExportPart {
  readonly name: string;
  files(userId: UserId): AsyncIterable<ExportFile>;
}

/**
 * The parts of a user's data export. Each context registers its own part at startup, so the exporter knows none of
 * them.
 */
export class ExportParts {
  private readonly parts: ExportPart[] = [];

  register(part: ExportPart): void {
    this.parts.push(part);
  }

  /** All files of a user, part by part. */
  async *files(userId: UserId): AsyncGenerator<ExportFile, void, undefined> {
    for (const part of this.parts) yield* part.files(userId);
  }
}

/** A file with one value as readable JSON. */
export function jsonFile(path: string, at: Millis, value: unknown): ExportFile {
  return { path, at, compress: true, content: async () => one(Buffer.from(`${JSON.stringify(value, null, 2)}\n`)) };
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}
