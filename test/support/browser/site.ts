import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layoutMissing, startLayout } from '../servers/layout.js';
import { startServer } from '../servers/server.js';

/** Kinora as a browser finds it, however many processes it is. */
export interface Site {
  readonly url: string;
  /** Kills what answers and what draws, in the middle, and starts it again. */
  dieAndReturn(): Promise<void>;
  close(): Promise<void>;
}

/** A way to run Kinora, and why it cannot be done here. */
export interface SiteKind {
  readonly name: string;
  readonly missing: string | undefined;
  open(): Promise<Site>;
}

/** Opens one process on embedded stores. @param env what it is started with besides */
export async function openEmbedded(env: Readonly<Record<string, string>> = {}): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kinora-e2e-'));
  let server = await startServer({ dataDir, env });
  return {
    url: server.url,
    dieAndReturn: async () => {
      await server.kill9();
      server = await startServer({ dataDir, port: server.port, env });
    },
    close: async () => {
      await server.kill9();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export const embeddedSite: SiteKind = { name: 'on embedded stores', missing: undefined, open: () => openEmbedded() };

/**
 * For tests whose every page is another visitor: they come from one address, more of them in a day than the default
 * lets have credits.
 */
export const openForVisitors = (env: Readonly<Record<string, string>> = {}): Promise<Site> =>
  openEmbedded({ VISITOR_GRANTS_PER_ADDRESS: '0', ...env });

/**
 * Two processes that answer calls, two that draw, one that keeps the documents up and one with the pages, on servers.
 */
export const servicesSite: SiteKind = {
  name: 'in six processes on servers',
  missing: layoutMissing,
  open: async () => {
    const layout = await startLayout({ web: 1 });
    const [pages] = layout.web;
    if (pages === undefined) throw new Error('no process has the pages');
    return {
      url: pages.url,
      dieAndReturn: async () => {
        const members = [...layout.api, ...layout.workers];
        await Promise.all(members.map((member) => member.kill9()));
        await Promise.all(members.map((member) => member.start()));
      },
      close: () => layout.stop(),
    };
  },
};
