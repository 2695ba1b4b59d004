import { beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { VARIABLES } from '../../src/config-variables.js';
import { checkDockerfile, checkProject, kinoraEnvironments } from '../compose/check.js';
import { composeReader, type Loaded } from '../compose/load.js';
import { envFile, SAMPLE } from '../compose/sample.js';

const compose = readFileSync('docker-compose.yml', 'utf8');
const DOCKERFILES = ['Dockerfile', 'test/services/minio.Dockerfile'];
/** Variables whose values a container's own place decides, not `.env`. */
const FIXED = ['NODE_ENV', 'HOST', 'PORT', 'METRICS_HOST', 'DATA_DIR', 'ROLES', 'API_URL', 'TRUST_PROXY'];

let read: (text: string, env: string) => Loaded;
beforeAll(async () => {
  read = await composeReader();
}, 300_000);

/** What is wrong with a Compose file, in words. */
function faultsOf(text: string, env: string): readonly string[] {
  const loaded = read(text, env);
  return loaded.outcome === 'refused' ? [loaded.why] : checkProject(loaded.project);
}

function loadedOf(env: string): unknown {
  const loaded = read(compose, env);
  if (loaded.outcome === 'refused') throw new Error(loaded.why);
  return loaded.project;
}

/** The text with a fault in it. @throws Error when the place is not there */
function planted(text: string, find: string, put: string): string {
  if (!text.includes(find)) throw new Error(`there is no ${find} any more`);
  return text.replace(find, put);
}

/**
 * Every variable of .env.example with the value that stands there, or `x`, as if an operator had uncommented all of it.
 */
function everyVariable(): string {
  const lines = readFileSync('.env.example', 'utf8')
    .split('\n')
    .map((line) => line.replace(/^# ?(?=[A-Z][A-Z0-9_]*=)/, ''));
  const given = lines.filter((line) => /^[A-Z][A-Z0-9_]*=/.test(line)).map((line) => line.replace(/=$/, '=x'));
  return `${given.join('\n')}\n${envFile(SAMPLE)}`;
}

describe('docker-compose.yml', () => {
  it('is valid, as far as that can be checked without Docker', () => {
    expect(faultsOf(compose, envFile(SAMPLE))).toEqual([]);
  });

  it.each(['AUTH_SECRET', 'STORES_PASSWORD', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'SMTP_URL'])(
    'does not start without %s, and says how to come by it',
    (name) => {
      expect(faultsOf(compose, envFile({ ...SAMPLE, [name]: '' }))).toEqual([
        expect.stringMatching(new RegExp(`"?${name}"?.* put it into \\.env`)),
      ]);
    },
  );

  it('passes every variable of .env.example to every role', () => {
    const environments = [...kinoraEnvironments(loadedOf(everyVariable()))];
    expect(environments.map(([name]) => name).sort()).toEqual(['api', 'projector', 'web', 'worker']);
    for (const [name, environment] of environments) {
      const missing = VARIABLES.filter((variable) => !FIXED.includes(variable) && (environment[variable] ?? '') === '');
      expect({ name, missing }).toEqual({ name, missing: [] });
    }
  });

  it.each([
    ['EVENT_STORE_URL', 'esdb+discover://kinora:secret@events.example:2113?tls=true'],
    ['MONGODB_URL', 'mongodb+srv://kinora:secret@documents.example/kinora'],
    ['REDIS_URL', 'rediss://:secret@jobs.example:6379/0'],
    ['S3_ENDPOINT', 'https://s3.example'],
    ['SMTP_URL', 'smtp://user:secret@mail.example:587'],
  ])('accepts another server by %s', (name, url) => {
    const env = envFile({ ...SAMPLE, [name]: url });
    for (const [, environment] of kinoraEnvironments(loadedOf(env))) expect(environment[name]).toBe(url);
    expect(faultsOf(compose, env)).toEqual([]);
  });

  it('runs only Kinora if every store is elsewhere', () => {
    const project = loadedOf(envFile({ ...SAMPLE, COMPOSE_PROFILES: '' }));
    expect(Object.keys((project as { services: object }).services).sort()) // the shape is checkProject's to judge
      .toEqual(['api', 'prepare-volumes', 'projector', 'web', 'worker']);
  });

  it.each([
    ['VISITOR_GRANTS_PER_ADDRESS', 'many'],
    ['SUPPORT_ADDRESS', 'nobody'],
    ['SIGN_UP_REFUSED_TO', 'everybody'],
  ])('is rejected with an invalid %s', (name, wrong) => {
    expect(faultsOf(compose, envFile({ ...SAMPLE, [name]: wrong }))).not.toEqual([]);
  });

  it.each([
    ['invalid YAML', 'services:\n', 'services:\n  - {\n'],
    ['a key of the Compose specification misspelt', 'stop_grace_period: 20s', 'stop_grace: 20s'],
    ['an invalid duration', 'interval: 10s', 'interval: often'],
    ['an image at its latest', 'mongo:8.0.17', 'mongo:latest'],
    ['an image without a tag', 'redis:7.2.11-bookworm', 'redis'],
    ['an image at half a version', 'mongo:8.0.17', 'mongo:8'],
    ['a service as root', 'user: mongodb', 'user: root'],
    ['a service without a user', '    user: redis\n', ''],
    ['a service as user number nought', '    user: mongodb', '    user: "0:0"'],
    [
      'a service that keeps its capabilities',
      '    user: redis\n    restart: unless-stopped\n    cap_drop: [ALL]',
      '    user: redis\n    restart: unless-stopped',
    ],
    ['a healthcheck that is switched off', 'test: ["CMD-SHELL", "redis-cli ping | grep -q PONG"]', 'disable: true'],
    ['a service without limits', '    deploy: { resources: { limits: { cpus: "1.0", memory: 600m } } }\n', ''],
    [
      'a service that waits for one that is not there',
      'mongo: { condition: service_healthy',
      'mango: { required: true, condition: service_healthy',
    ],
    [
      'a service that waits for a start alone',
      'redis: { condition: service_healthy',
      'redis: { condition: service_started',
    ],
    [
      'a service that waits for one that never ends to have ended',
      'redis: { condition: service_healthy',
      'redis: { condition: service_completed_successfully',
    ],
    ['a variable that nobody reads', '  REDIS_URL:', '  REDIS_URI: redis://redis:6379\n  REDIS_URL:'],
    [
      'a store that is left out, so that roles stand alone',
      '  REDIS_URL: ${REDIS_URL:-redis://:${STORES_PASSWORD}@redis:6379/0}\n',
      '',
    ],
    ['an address of no service', '@redis:6379/0', '@radish:6379/0'],
    ['pages that know no api', 'ROLES: web, API_URL: "http://api:3000"', 'ROLES: "web,worker"'],
    ['a role that nobody has', 'ROLES: projector', 'ROLES: worker'],
    ['a second build of one image', '  worker:\n    <<: *kinora\n', '  worker:\n    <<: *kinora\n    build: .\n'],
    ['no build of the image', '    build: .\n', ''],
    ['a port on every address', '"127.0.0.1:8025:8025"', '"8025:8025"'],
    [
      'a network that is not declared',
      'networks: [stores, outside]\n    tmpfs',
      'networks: [stores, inside]\n    tmpfs',
    ],
    ['a folder of the host', 'volumes: ["jobs:/data"]', 'volumes: ["/var/run/docker.sock:/data"]'],
  ])('is rejected with %s', (_fault, find, put) => {
    expect(faultsOf(planted(compose, find, put), envFile(SAMPLE))).not.toEqual([]);
  });
});

describe.each(DOCKERFILES)('%s', (file) => {
  it('is valid, as far as that can be checked without Docker', () => {
    expect(checkDockerfile(readFileSync(file, 'utf8'))).toEqual([]);
  });
});

describe('the Dockerfile', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8');

  it('installs the programs that the server runs', () => {
    expect(dockerfile).toMatch(/install .*\bespeak-ng\b.*\bffmpeg\b/);
  });

  it.each([
    ['an image at its latest', /FROM node:\S+\n/, 'FROM node:latest\n'],
    ['root', /USER .*\n/, ''],
    ['no healthcheck', 'HEALTHCHECK', '# HEALTHCHECK'],
    ['a secret', 'ENV NODE_ENV=production', 'ENV AUTH_SECRET=x NODE_ENV=production'],
  ])('is refused with %s', (_fault, find, put) => {
    expect(dockerfile.search(find)).toBeGreaterThanOrEqual(0);
    expect(checkDockerfile(dockerfile.replace(find, put))).not.toEqual([]);
  });

  const hadolint = spawnSync('hadolint', DOCKERFILES, { encoding: 'utf8' });
  (hadolint.error === undefined ? it : it.skip)('passes hadolint, as the other one does', () => {
    expect(hadolint.stdout).toBe('');
  });
});
