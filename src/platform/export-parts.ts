import type { Millis } from '../kernel/clock.js';
import type { UserId } from '../kernel/ids.js';

/** One file of someone's data. */
export interface ExportFile {
  /** Where it stands among the others, e.g. `works/2026-01-31.png`; each of a part has another. */
  readonly path: string;
  readonly at: Millis;
  /** Whether it is worth packing: images and videos are packed already. */
  readonly compress: boolean;
  /** Its bytes, read when its turn comes; undefined when it is not there any more. @throws whatever the store throws */
  readonly content: () => Promise<AsyncIterable<Uint8Array> | undefined>;
}

/** What a context has of a user, for the user to take away. */
export interface ExportPart {
  readonly name: string;
  files(userId: UserId): AsyncIterable<ExportFile>;
}

/** Everything that a user may take away. Each context adds its own part while it starts; who makes the file knows none of them. */
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

/** A file of one value, as JSON to be read by people too. */
export function jsonFile(path: string, at: Millis, value: unknown): ExportFile {
  return { path, at, compress: true, content: async () => one(Buffer.from(`${JSON.stringify(value, null, 2)}\n`)) };
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}
