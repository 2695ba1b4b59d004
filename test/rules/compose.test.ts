import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { checkCompose, checkDockerfile } from '../compose/check.js';
import { interpolate } from '../compose/interpolate.js';
import { SAMPLE } from '../compose/sample.js';

const compose = readFileSync('docker-compose.yml', 'utf8');
const dockerfile = readFileSync('Dockerfile', 'utf8');
/** The file with a fault in it. @throws when the place is no more */
function planted(text: string, find: string, put: string): string {
  if (!text.includes(find)) throw new Error(`there is no ${find} any more`);
  return text.replace(find, put);
}

describe('docker-compose.yml', () => {
  it('has nothing wrong that can be seen without Docker', () => {
    expect(checkCompose(compose, SAMPLE)).toEqual([]);
  });

  it.each(Object.keys(SAMPLE))('does not start without %s, and says how to come by it', (name) => {
    expect(checkCompose(compose, { ...SAMPLE, [name]: '' })).toEqual([expect.stringMatching(new RegExp(`^${name} is not set: .* put it into \\.env$`))]);
  });

  it.each([
    ['PAGE_PREFIXES', 'studio', 'studio=/studio'], ['SUPPORT_ADDRESS', 'nobody', 'help@kinora.example'],
    ['SIGN_UP_REFUSED_TO', 'everybody', 'blocked'], ['FREE_USE_REFUSED_TO', 'everybody', 'restricted'], ['BUY_REFUSED_TO', 'everybody', 'blocked'],
  ])('hands %s on from .env, so that the configuration judges it', (name, wrong, right) => {
    expect(checkCompose(compose, { ...SAMPLE, [name]: wrong })).not.toEqual([]);
    expect(checkCompose(compose, { ...SAMPLE, [name]: right })).toEqual([]);
  });

  it.each([
    ['a text that is no YAML', 'services:\n', 'services:\n  - {\n'],
    ['a key of the specification misspelt', 'stop_grace_period: 20s', 'stop_grace: 20s'],
    ['a duration that is none', 'interval: 10s', 'interval: often'],
    ['an image at its latest', 'mongo:8.0.4', 'mongo:latest'],
    ['an image without a tag', 'redis:7.2.5-bookworm', 'redis'],
    ['an image at half a version', 'mongo:8.0.4', 'mongo:8'],
    ['a service as root', 'user: mongodb', 'user: root'],
    ['a service as nobody in particular', '    user: redis\n', ''],
    ['a service as number nought', '    user: mongodb', '    user: "0:0"'],
    ['a service that keeps its capabilities', '    cap_drop: [ALL]\n    security_opt: ["no-new-privileges:true"]\n    networks: [stores]\n    command: ["redis', '    security_opt: ["no-new-privileges:true"]\n    networks: [stores]\n    command: ["redis'],
    ['a service without a healthcheck', '    healthcheck:\n      test: ["CMD-SHELL", "redis-cli ping | grep -q PONG"]\n      interval: 5s\n      timeout: 5s\n      retries: 12\n', ''],
    ['a healthcheck that is switched off', 'test: ["CMD-SHELL", "redis-cli ping | grep -q PONG"]', 'disable: true'],
    ['a service without limits', '    deploy: { resources: { limits: { cpus: "1.0", memory: 600m } } }\n', ''],
    ['a service that waits for one that is not there', 'mongo: { condition: service_healthy }', 'mango: { condition: service_healthy }'],
    ['a service that waits for a start alone', 'redis: { condition: service_healthy }', 'redis: { condition: service_started }'],
    ['a service that waits for one that never ends to have ended', 'redis: { condition: service_healthy }', 'redis: { condition: service_completed_successfully }'],
    ['a variable that nobody reads', '  REDIS_URL:', '  REDIS_URI: redis://redis:6379\n  REDIS_URL:'],
    ['a variable of .env that nobody knows', '${MAIL_FROM:-', '${MAIL_SENDER:-'],
    ['a value that the configuration refuses', 'VISITOR_GRANTS_PER_ADDRESS:-20', 'VISITOR_GRANTS_PER_ADDRESS:-many'],
    ['a store that is left out, so that roles stand alone', '  REDIS_URL: redis://redis:6379/0\n', ''],
    ['an address of no service', 'redis://redis:6379/0', 'redis://radish:6379/0'],
    ['pages that know no api', 'ROLES: web, API_URL: "http://api:3000"', 'ROLES: "web,worker"'],
    ['a role that nobody has', 'ROLES: projector', 'ROLES: worker'],
    ['a port on every address', '"127.0.0.1:8025:8025"', '"8025:8025"'],
    ['a network that is not declared', 'networks: [stores, outside]\n    tmpfs', 'networks: [stores, inside]\n    tmpfs'],
    ['a folder of the host', 'volumes: ["jobs:/data"]', 'volumes: ["/var/run/docker.sock:/data"]'],
  ])('is refused with %s', (_fault, find, put) => {
    expect(checkCompose(planted(compose, find, put), SAMPLE)).not.toEqual([]);
  });
});

describe('variables in it', () => {
  it.each([['$A', 'a'], ['${A}', 'a'], ['${B}', ''], ['${B:-b}', 'b'], ['${B:-${A}b}', 'ab'], ['${A:-b}', 'a'], ['$$A', '$A'], ['x${A}y$A', 'xaya']])('are put in as Compose does: %s', (text, filled) => {
    expect(interpolate(text, { A: 'a', B: '' })).toBe(filled);
  });

  it.each(['${B:?words}', '${A', '${A+b}', '$'])('are refused as %s', (text) => {
    expect(() => interpolate(text, { A: 'a' })).toThrow();
  });
});

describe('the Dockerfile', () => {
  it('has nothing wrong that can be seen without Docker', () => {
    expect(checkDockerfile(dockerfile)).toEqual([]);
  });

  it.each([
    ['an image at its latest', 'FROM node:20.19.4-bookworm-slim\n', 'FROM node:latest\n'],
    ['root', 'USER node\n', ''],
    ['no healthcheck', 'HEALTHCHECK', '# HEALTHCHECK'],
    ['a secret', 'ENV NODE_ENV=production', 'ENV AUTH_SECRET=x NODE_ENV=production'],
  ])('is refused with %s', (_fault, find, put) => {
    expect(checkDockerfile(planted(dockerfile, find, put))).not.toEqual([]);
  });
});
