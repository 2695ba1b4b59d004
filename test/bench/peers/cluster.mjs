// A PostgreSQL cluster of its own in a temporary folder, reached by a Unix socket alone, with settings that suit the
// load and give no durability away.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
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

/**
 * The folder of the first of these releases that is there: 15 is Debian 12's. @throws Error that names the package when
 * there is none
 */
function binaries() {
  const found = BINARIES.filter((folder) => existsSync(join(folder, 'initdb'))).at(0);
  if (found === undefined)
    throw new Error('PostgreSQL is missing: install the package "postgresql-15" (apt-get install postgresql-15)');
  return found;
}

/**
 * PostgreSQL refuses to run as root: then it runs as the user its package made. @returns options for a process, empty
 * for anybody else
 */
function unprivileged() {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith('postgres:'));
  if (line === undefined)
    throw new Error(
      'run as root there has to be a user "postgres" for the server; the package "postgresql-common" makes it',
    );
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

/** A file of /proc; nothing when its process has ended meanwhile, as a connection's may. */
function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return '';
    throw error;
  }
}
const childrenOf = (pid) => read(pid, `task/${pid}/children`).split(' ').filter(Boolean);

/**
 * Proportional share of memory, MiB (Linux), of a server: its own processes, and those of the connections to one
 * database.
 */
export function memoryOfServer(pid, database) {
  const isAnothers = (title) => title.startsWith('postgres: peer ') && !title.includes(` ${database} `);
  const kib = [String(pid), ...childrenOf(pid).filter((one) => !isAnothers(read(one, 'cmdline')))].reduce(
    (sum, one) => sum + Number(/^Pss:\s+(\d+)/m.exec(read(one, 'smaps_rollup'))?.[1] ?? 0),
    0,
  );
  return kib / 1024;
}

/**
 * Processor time of a server and all its connections since it began, microseconds (Linux, whose clock ticks a hundred
 * times a second).
 */
export function processorMicrosOfServer(pid) {
  /** @param count fields from the user time on: its own two, or also the two of children that have ended */
  const ticks = (one, count) =>
    read(one, 'stat')
      .replace(/^.*\) /, '')
      .split(' ')
      .slice(11, 11 + count)
      .reduce((sum, field) => sum + Number(field), 0);
  return (ticks(pid, 4) + childrenOf(pid).reduce((sum, one) => sum + ticks(one, 2), 0)) * 10_000;
}

/**
 * Makes a cluster and starts it.
 * @param parent folder for its own, which the server's user has to be able to pass through
 * @returns `socket` (its folder, which is pg's `host`), `version`, `pid`, and `stop()`
 */
export async function startCluster(parent) {
  const bin = binaries();
  const who = unprivileged();
  const folder = mkdtempSync(join(parent, 'postgresql-'));
  if (who.uid !== undefined) chownSync(folder, who.uid, who.gid);
  chmodSync(folder, 0o700);
  const data = join(folder, 'data');
  const run = {
    ...who,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  };
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'peer', '-A', 'trust', '-E', 'UTF8', '--no-sync'], run);
  appendFileSync(
    join(data, 'postgresql.conf'),
    Object.entries({ ...SETTINGS, unix_socket_directories: `'${folder}'`, logging_collector: 'off' })
      .map(([key, value]) => `${key} = ${value}\n`)
      .join(''),
  );
  const version = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).trim();
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-c', 'log_min_messages=fatal'], run);
  const ended = once(server, 'exit');
  // A run that is interrupted leaves no server behind; SIGQUIT is PostgreSQL's shutdown at once, SIGINT its fast one.
  const abandon = () => server.kill('SIGQUIT');
  process.prependOnceListener('exit', abandon);
  const stop = async () => {
    if (server.exitCode === null) server.kill('SIGINT');
    await ended;
    process.off('exit', abandon);
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
