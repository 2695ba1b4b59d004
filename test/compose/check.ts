import { z } from 'zod';
import { readConfig } from '../../src/config.js';
import { ROLES, VARIABLES } from '../../src/config-variables.js';
import { judgeRoles } from '../../src/roles.js';
import { COMPOSE_VARIABLES } from './sample.js';

const limits = z.looseObject({ cpus: z.number().optional(), memory: z.string().optional() });
const service = z.looseObject({
  image: z.string().default('(none)'),
  build: z.unknown().optional(),
  user: z.string().optional(),
  restart: z.string().optional(),
  network_mode: z.string().optional(),
  privileged: z.boolean().optional(),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  networks: z.record(z.string(), z.unknown()).default({}),
  volumes: z.array(z.looseObject({ type: z.string(), source: z.string().default('') })).default([]),
  ports: z.array(z.looseObject({ host_ip: z.string().optional() })).default([]),
  environment: z.record(z.string(), z.string().nullable()).default({}),
  depends_on: z.record(z.string(), z.looseObject({ condition: z.string() })).default({}),
  healthcheck: z.looseObject({ test: z.array(z.string()).optional(), disable: z.boolean().optional() }).optional(),
  deploy: z
    .looseObject({ resources: z.looseObject({ limits: limits.default({}) }).default({ limits: {} }) })
    .optional(),
});
const composed = z.looseObject({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.unknown()).default({}),
});
type Service = z.infer<typeof service>;
type Composed = z.infer<typeof composed>;

/** A complete version, such as 8.0.17, v1.27.11 or 24.21.0-bookworm-slim. */
const PINNED = /:v?\d+\.\d+\.\d+(-[a-z0-9.-]+)?(@sha256:[0-9a-f]{64})?$/;
const ROOT = /^(root|0)(:|$)/;
/** Variables whose addresses have to lead to a service on a network shared with whoever is given them. */
const ADDRESSES = ['EVENT_STORE_URL', 'MONGODB_URL', 'REDIS_URL', 'S3_ENDPOINT', 'SMTP_URL', 'API_URL'];

/** A step that runs to its end before others begin, cut off from every network. */
const isStep = (one: Service): boolean => one.restart === 'no' && one.network_mode === 'none';
/** The product's own image, as opposed to that of a store. */
const isKinora = (one: Service): boolean => one.image.startsWith('kinora:');

function checkService(name: string, one: Service, all: Composed): string[] {
  const faults: string[] = [];
  const say = (when: boolean, words: string): void => void (when && faults.push(`${name}: ${words}`));
  say(!PINNED.test(one.image), `image ${one.image} is not pinned to a whole version`);
  say(one.user === undefined, 'names no user');
  say(ROOT.test(one.user ?? '') && !isStep(one), 'runs as root');
  say(one.privileged === true, 'is privileged');
  say(!one.cap_drop.includes('ALL'), 'keeps capabilities');
  say(!one.security_opt.includes('no-new-privileges:true'), 'may gain privileges');
  const test = one.healthcheck?.test;
  say(
    !isStep(one) && (test === undefined || one.healthcheck?.disable === true || test[0] === 'NONE'),
    'has no healthcheck',
  );
  const limit = one.deploy?.resources.limits;
  say(limit?.cpus === undefined || limit.memory === undefined, 'has no limits');
  say(!isStep(one) && Object.keys(one.networks).length === 0, 'is on no network');
  for (const { type, source } of one.volumes) say(type !== 'volume', `mounts ${source} of the host`);
  for (const { host_ip: address } of one.ports) say(address === undefined, 'publishes a port on every address');
  for (const [target, { condition }] of Object.entries(one.depends_on)) {
    const other = all.services[target];
    say(condition === 'service_started', `waits for ${target} to be started, not to be ready`);
    const wanted = other !== undefined && isStep(other) ? 'service_completed_successfully' : 'service_healthy';
    say(other !== undefined && condition !== wanted, `waits for ${target} in a way that it never fulfils`);
  }
  return faults;
}

/** What Kinora itself says of the environment that it is given. */
function checkEnvironment(name: string, { environment }: Service): string[] {
  const unknown = Object.keys(environment)
    .filter((variable) => !VARIABLES.includes(variable) && !COMPOSE_VARIABLES.includes(variable))
    .map((variable) => `${name}: ${variable} is no variable of the configuration`);
  try {
    const given = Object.fromEntries(Object.entries(environment).map(([variable, value]) => [variable, value ?? '']));
    const verdict = judgeRoles(readConfig(given));
    return verdict.outcome === 'fine' ? unknown : [...unknown, `${name}: ${verdict.words}`];
  } catch (error) {
    return [...unknown, `${name}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function checkAddresses(name: string, one: Service, all: Composed): string[] {
  const urls = ADDRESSES.flatMap((variable) =>
    (one.environment[variable] ?? '')
      .split(',')
      .filter((url) => url !== '')
      .map((url) => ({ variable, url })),
  );
  return urls.flatMap(({ variable, url }) => {
    const host = /^[a-z0-9+]+:\/\/(?:[^@/]*@)?([^:/?]+)/.exec(url)?.[1] ?? '';
    const other = all.services[host];
    // A name with a dot is a server elsewhere.
    if (other === undefined)
      return host.includes('.') ? [] : [`${name}: ${variable} leads to ${host}, which is no service`];
    const shared = Object.keys(other.networks).some((network) => network in one.networks);
    return shared ? [] : [`${name}: ${variable} leads to ${host}, with which it shares no network`];
  });
}

function checkWhole(all: Composed): string[] {
  const services = Object.values(all.services);
  const roles = new Set(services.filter(isKinora).flatMap((one) => (one.environment['ROLES'] ?? '').split(',')));
  const used = new Set(services.flatMap((one) => one.volumes.map(({ source }) => source)));
  const built = services.filter((one) => one.build !== undefined).map((one) => one.image);
  return [
    ...ROLES.filter((role) => !roles.has(role)).map((role) => `nobody has the role ${role}`),
    ...Object.keys(all.volumes)
      .filter((volume) => !used.has(volume))
      .map((volume) => `volume ${volume} is used by nobody`),
    // Bake, which current Compose builds by, refuses two exports of one tag.
    ...built.filter((image, index) => built.indexOf(image) !== index).map((image) => `image ${image} is built twice`),
    ...(built.some((image) => image.startsWith('kinora:')) ? [] : ['nobody builds the image of Kinora']),
  ];
}

/** The environment that each service of Kinora's own image is given, by the service's name. */
export function kinoraEnvironments(project: unknown): ReadonlyMap<string, Readonly<Record<string, string | null>>> {
  const services = Object.entries(composed.parse(project).services).filter(([, one]) => isKinora(one));
  return new Map(services.map(([name, one]) => [name, one.environment]));
}

/**
 * Checks a Compose project by what this product asks of it beyond the schema.
 * @param project as compose-go prints it, every profile active
 * @returns what is wrong, in words; empty when nothing is
 */
export function checkProject(project: unknown): readonly string[] {
  const parsed = composed.safeParse(project);
  if (!parsed.success) return parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  const services = Object.entries(parsed.data.services);
  return [
    ...services.flatMap(([name, one]) => checkService(name, one, parsed.data)),
    ...services
      .filter(([, one]) => isKinora(one))
      .flatMap(([name, one]) => [...checkEnvironment(name, one), ...checkAddresses(name, one, parsed.data)]),
    ...checkWhole(parsed.data),
  ];
}

/** Checks a Dockerfile by what this product asks of it. @returns what is wrong, in words */
export function checkDockerfile(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim());
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  const user = last.findLast((line) => line.startsWith('USER '))?.slice(5);
  const unpinned = lines.filter((line) => line.startsWith('FROM ') && !PINNED.test(line.split(' ')[1] ?? ''));
  return [
    ...unpinned.map((line) => `${line} is not pinned to a whole version`),
    ...(user === undefined || ROOT.test(user) ? ['the image runs as root'] : []),
    ...(last.some((line) => line.startsWith('HEALTHCHECK ')) ? [] : ['the image has no healthcheck']),
    ...(last.some((line) => /^(ENV|ARG) .*(SECRET|PASSWORD|KEY)/.test(line)) ? ['the image carries a secret'] : []),
  ];
}
