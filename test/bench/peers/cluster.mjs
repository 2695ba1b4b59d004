// A PostgreSQL cluster of its own in a temporary folder, reached by a Unix socket alone, with settings that suit the load and give
// no durability away.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BINARIES = ['/usr/lib/postgresql/15/bin', '/usr/lib/postgresql/16/bin', '/usr/lib/postgresql/17/bin'];

/** What the cluster runs with; whatever is not named here is PostgreSQL's default. */
export const SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '1GB',
  wal_buffers: '64MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_compression: 'lz4',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
  max_connections: '200',
  jit: 'off',
  listen_addresses: "''",
};

/** The folder of the first of these releases that is there: 15 is Debian 12's. @throws Error that names the package when there is none */
function binaries() {
  const found = BINARIES.filter((folder) => existsSync(join(folder, 'initdb'))).at(0);
  if (found === undefined) throw new Error('PostgreSQL is missing: install the package "postgresql-15" (apt-get install postgresql-15)');
  return found;
}

/** PostgreSQL refuses to run as root: then it runs as the user its package made. @returns options for a process, empty for anybody else */
function unprivileged() {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8').split('\n').find((one) => one.startsWith('postgres:'));
  if (line === undefined) throw new Error('run as root there has to be a user "postgres" for the server; the package "postgresql-common" makes it');
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

/** Proportional share of memory, MiB (Linux), of a server: its own processes, and those of the connections to one database. */
export function memoryOfServer(pid, database) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  // A connection's process may end between two readings.
  const read = (one, file) => (existsSync(`/proc/${one}/${file}`) ? readFileSync(`/proc/${one}/${file}`, 'utf8') : '');
  const isAnothers = (title) => title.startsWith('postgres: peer ') && !title.includes(` ${database} `);
  const kib = [String(pid), ...children.filter((one) => !isAnothers(read(one, 'cmdline')))]
    .reduce((sum, one) => sum + Number(/^Pss:\s+(\d+)/m.exec(read(one, 'smaps_rollup'))?.[1] ?? 0), 0);
  return kib / 1024;
}

/**
 * Makes a cluster and starts it.
 * @returns `socket` (its folder, which is pg's `host`), `version`, `pid`, and `stop()`, which ends it and removes the folder
 */
export async function startCluster() {
  const bin = binaries();
  const who = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-pg-'));
  if (who.uid !== undefined) chownSync(folder, who.uid, who.gid);
  chmodSync(folder, 0o700);
  const data = join(folder, 'data');
  const run = { ...who, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, LC_ALL: 'C.UTF-8' } };
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'peer', '-A', 'trust', '-E', 'UTF8', '--no-sync'], run);
  appendFileSync(join(data, 'postgresql.conf'), Object.entries({ ...SETTINGS, unix_socket_directories: `'${folder}'`, logging_collector: 'off' }).map(([key, value]) => `${key} = ${value}\n`).join(''));
  const version = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).trim();
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-c', 'log_min_messages=fatal'], run);
  const ended = once(server, 'exit');
  const stop = async () => {
    // SIGINT: PostgreSQL's fast shutdown.
    if (server.exitCode === null) server.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; !readdirSync(folder).includes('.s.PGSQL.5432'); tries += 1) {
    if (server.exitCode !== null || tries > 600) {
      await stop();
      throw new Error('PostgreSQL did not start');
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { socket: folder, version, pid: server.pid, stop };
}
