import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Millis } from '../../kernel/clock.js';
import { syncDirectory } from '../data-folder/data-folder.js';
import { onDisk } from '../data-folder/on-disk.js';
import { StoreUnavailable } from '../unavailable.js';
import { compose } from './compose.js';
import { pageOf } from './page.js';
import { outgoingMail, type MailOutbox, type MailPage, type MailPort, type OutgoingMail, type Sent } from './port.js';

const STORE = 'mail';
/** `<13 digits of milliseconds>.<id>`, so that a listing is sorted by time. */
const NAME = /^(\d{13})\.(.+)\.eml$/;

export interface EmbeddedMailOptions {
  /** Created if missing, readable by its owner only. */
  readonly folder: string;
  /** The sender, e.g. `Kinora <no-reply@kinora.example>`. */
  readonly from: string;
}

interface Kept {
  readonly id: string;
  readonly at: Millis;
}

/**
 * Mail as files in a folder, which mail programs can open: `<time>.<id>.eml`, each with a `.json` of its source for the
 * viewer. One process at a time uses the folder, because the data folder is locked.
 * @throws StoreUnavailable if the folder cannot be used
 */
export async function openEmbeddedMail({
  folder,
  from,
}: EmbeddedMailOptions): Promise<MailPort & { readonly outbox: MailOutbox }> {
  const kept = await onDisk(STORE, () => readFolder(folder));
  return new EmbeddedMail(folder, from, kept);
}

class EmbeddedMail implements MailPort, MailOutbox {
  readonly outbox = this;
  /** Mails being written, so that concurrent sends of the same one write it once. */
  private readonly writing = new Map<string, Promise<void>>();
  private closed = false;

  constructor(
    private readonly folder: string,
    private readonly from: string,
    private readonly kept: Map<string, Kept>,
  ) {}

  async send(given: OutgoingMail): Promise<Sent> {
    this.assertOpen();
    const mail = outgoingMail.parse(given);
    if (!this.kept.has(mail.id)) {
      const write = this.writing.get(mail.id) ?? this.write(mail).finally(() => this.writing.delete(mail.id));
      this.writing.set(mail.id, write);
      await write;
    }
    return { outcome: 'taken' };
  }

  async list(limit: number, after?: string): Promise<MailPage> {
    this.assertOpen();
    const { items, next } = pageOf([...this.kept.values()], limit, after);
    const mails = await Promise.all(items.map(({ id }) => this.get(id)));
    const summaries = mails.flatMap((mail) =>
      mail === undefined
        ? []
        : [{ id: mail.id, at: mail.at, to: mail.to, language: mail.language, subject: mail.subject }],
    );
    return next === undefined ? { items: summaries } : { items: summaries, next };
  }

  async get(id: string): Promise<OutgoingMail | undefined> {
    this.assertOpen();
    const found = this.kept.get(id);
    if (found === undefined) return undefined;
    const text = await onDisk(STORE, () => readFile(`${this.pathOf(found)}.json`, 'utf8')).catch((error: unknown) => {
      // Swept away since the lookup.
      if (!this.kept.has(id)) return undefined;
      throw error;
    });
    return text === undefined ? undefined : outgoingMail.parse(JSON.parse(text));
  }

  async sweep(before: Millis): Promise<number> {
    this.assertOpen();
    const old = [...this.kept.values()].filter(({ at }) => at < before);
    for (const one of old) {
      await onDisk(STORE, () => rm(`${this.pathOf(one)}.eml`, { force: true }));
      await onDisk(STORE, () => rm(`${this.pathOf(one)}.json`, { force: true }));
      this.kept.delete(one.id);
    }
    return old.length;
  }

  async ping(): Promise<void> {
    this.assertOpen();
    await onDisk(STORE, () => stat(this.folder));
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.allSettled(this.writing.values());
  }

  /** The `.eml` is written last: a mail exists once it does. */
  private async write(mail: OutgoingMail): Promise<void> {
    const path = this.pathOf(mail);
    const letter = await compose(mail, this.from);
    await onDisk(STORE, async () => {
      await writeWhole(`${path}.json`, JSON.stringify(mail));
      await writeWhole(`${path}.eml`, letter);
      await syncDirectory(this.folder);
    });
    this.kept.set(mail.id, { id: mail.id, at: mail.at });
  }

  private pathOf({ at, id }: Kept): string {
    return join(this.folder, `${String(at).padStart(13, '0')}.${id}`);
  }

  private assertOpen(): void {
    if (this.closed) throw new StoreUnavailable(STORE, 'closed', 'the outbox was closed');
  }
}

/** Reads the folder, and removes what a killed process left incomplete. */
async function readFolder(folder: string): Promise<Map<string, Kept>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await readdir(folder);
  const there = new Set(names);
  const kept = new Map<string, Kept>();
  for (const name of names) {
    const [, at, id] = NAME.exec(name) ?? [];
    if (at !== undefined && id !== undefined) kept.set(id, { id, at: Number(at) });
    else if (name.endsWith('.part') || (name.endsWith('.json') && !there.has(name.replace(/\.json$/, '.eml'))))
      await rm(join(folder, name), { force: true });
  }
  return kept;
}

async function writeWhole(path: string, content: string | Buffer): Promise<void> {
  const aside = `${path}.part`;
  const file = await open(aside, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(aside, path);
}
