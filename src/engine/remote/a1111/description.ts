import { z } from 'zod';
import type { RemoteHttp } from '../http.js';
import { loraOf } from '../loras.js';
import { REMOTE_FEATURES, type RemoteFeature } from '../kinds.shared.js';
import type { RemoteOperation } from '../operations.shared.js';
import { RemoteFault } from '../port.js';
import { SD_SERVER_MODEL } from './sd-server.js';

/** Paths that not every server of this kind has. */
export const PATHS = {
  progress: '/sdapi/v1/progress',
  ownProgress: '/internal/progress',
  interrupt: '/sdapi/v1/interrupt',
  upscale: '/sdapi/v1/extra-single-image',
} as const;

/** Begins the name of a model that is one of the server's upscalers. */
export const UPSCALERS = 'upscalers/';

const checkpoints = z.array(z.object({ title: z.string().min(1) }));
const named = z.array(z.object({ name: z.string().min(1) }));
const openAiModels = z.object({ data: z.array(z.object({ id: z.string() })) });
/** A tag in a prompt ends at `>`, and its parts are between colons. */
const tagName = z.string().regex(/^[^<>:\p{C}]+$/u);
const loras = z
  .array(
    z.object({
      name: z.string().min(1),
      path: z.string().min(1),
      metadata: z.record(z.string(), z.unknown()).nullish().catch(undefined),
    }),
  )
  // Metadata may be large: only what is used of them is kept.
  .transform((all) =>
    all.flatMap(({ name, path, metadata }) =>
      tagName.safeParse(name).success ? [{ ...loraOf(name, metadata ?? {}), path }] : [],
    ),
  );
const openApi = z.object({
  paths: z.record(z.string(), z.unknown()),
  components: z
    .object({ schemas: z.record(z.string(), z.object({ properties: z.record(z.string(), z.unknown()).optional() })) })
    .optional(),
});
/** Field of a request that names its job. SD.Next has the path of the progress by name, but not this field. */
const JOB_NAME = 'force_task_id';

/** A LoRA as the server lists it. */
export type ListedLora = z.infer<typeof loras>[number];

/** A model: a checkpoint, alone or with a LoRA. */
export interface Choice {
  /** The server's own name of the checkpoint, with the hash that it appends. */
  readonly checkpoint: string;
  readonly lora?: ListedLora;
}

/** What a server says it has. */
export interface Description {
  /** Checkpoints by name. */
  readonly models: ReadonlyMap<string, Choice>;
  readonly loras: readonly ListedLora[];
  readonly samplers: readonly string[];
  readonly upscalers: readonly string[];
  /**
   * Whether it is a WebUI (AUTOMATIC1111, Forge, SD.Next). Anything but sd-server is; one can be started without an
   * OpenAPI document.
   */
  readonly isWebUi: boolean;
  readonly has: (path: string) => boolean;
  /** Whether progress can be queried by the job's name. */
  readonly reportsByJob: boolean;
}

/** Maximum models listed. */
const MAX_MODELS = 300;
/** Longest name of an offered model; see `offer` of the creation context. */
const NAME_MAX = 200;

/** Name of a checkpoint without its hash: the hash appears once the server has computed it. */
const withoutHash = (title: string): string => title.replace(/ \[[0-9a-f]{6,64}\]$/i, '');

function choicesOf(titles: readonly string[]): ReadonlyMap<string, Choice> {
  return new Map(
    titles
      .map((checkpoint): [string, Choice] => [withoutHash(checkpoint), { checkpoint }])
      .filter(([name]) => name.length <= NAME_MAX)
      .slice(0, MAX_MODELS),
  );
}

/**
 * The checkpoint of a model. Earlier versions offered `checkpoint + LoRA` as a model; offers and recipes with such a
 * name keep their meaning.
 */
export function choiceOf(
  model: string,
  { models, loras: all }: Pick<Description, 'models' | 'loras'>,
): Choice | undefined {
  const alone = models.get(model);
  if (alone !== undefined) return alone;
  for (const lora of all) {
    const suffix = ` + ${lora.name}`;
    const choice = model.endsWith(suffix) ? models.get(model.slice(0, -suffix.length)) : undefined;
    if (choice !== undefined) return { ...choice, lora };
  }
  return undefined;
}

/** @returns undefined for a path that the server lacks. @throws RemoteFault, the signal's reason */
async function ifPresent<T>(
  http: RemoteHttp,
  path: string,
  schema: z.ZodType<T>,
  signal: AbortSignal,
): Promise<T | undefined> {
  try {
    return await http.json(path, schema, { signal });
  } catch (error) {
    // Some servers answer unknown paths with a page.
    if (error instanceof RemoteFault && (error.reason === 'rejected' || error.reason === 'misunderstood'))
      return undefined;
    throw error;
  }
}

/** Whether a server is sd-server: it lists its model under a fixed name to clients of OpenAI's API. */
async function isSdServer(http: RemoteHttp, signal: AbortSignal): Promise<boolean> {
  return (
    (await ifPresent(http, '/v1/models', openAiModels, signal))?.data.some(({ id }) => id === SD_SERVER_MODEL) === true
  );
}

/** Reads what a server says it has. @throws RemoteFault, the signal's reason */
export async function describeServer(http: RemoteHttp, signal: AbortSignal): Promise<Description> {
  const titles = (await http.json('/sdapi/v1/sd-models', checkpoints, { signal })).map(({ title }) => title);
  const document = await ifPresent(http, '/openapi.json', openApi, signal);
  const paths = document?.paths;
  const has = (path: string): boolean => paths !== undefined && path in paths;
  const [samplers = [], extras = [], upscalers = []] = [
    await ifPresent(http, '/sdapi/v1/samplers', named, signal),
    await ifPresent(http, '/sdapi/v1/loras', loras, signal),
    // sd-server lists upscalers, but has no path that upscales.
    has(PATHS.upscale) ? await ifPresent(http, '/sdapi/v1/upscalers', named, signal) : undefined,
  ];
  const names = (all: readonly { readonly name: string }[]): readonly string[] => all.map(({ name }) => name);
  return {
    models: choicesOf(titles),
    loras: extras,
    samplers: names(samplers),
    upscalers: names(upscalers).filter((name) => name !== 'None'),
    isWebUi: paths !== undefined || !(await isSdServer(http, signal)),
    has,
    reportsByJob:
      has(PATHS.ownProgress) &&
      Object.values(document?.components?.schemas ?? {}).some(({ properties = {} }) => JOB_NAME in properties),
  };
}

/** Names of all that can be offered. */
export const offeredModels = ({ models, upscalers }: Description): readonly string[] => [
  ...models.keys(),
  ...upscalers.map((name) => `${UPSCALERS}${name}`),
];

/** What an offered model does; none for an unknown one. */
export function operationsOf(model: string, description: Description): readonly RemoteOperation[] {
  if (choiceOf(model, description) !== undefined) return ['text-to-image', 'image-to-image', 'inpaint'];
  return offeredModels(description).includes(model) ? ['upscale'] : [];
}

/** The features that a server has beyond making images. */
export function featuresOf({ loras: extras, upscalers, has, reportsByJob }: Description): readonly RemoteFeature[] {
  const present: Readonly<Record<RemoteFeature, boolean>> = {
    seed: true,
    mask: true,
    lora: extras.length > 0,
    upscale: upscalers.length > 0,
    progress: has(PATHS.progress),
    preview: reportsByJob,
    interrupt: has(PATHS.interrupt) && reportsByJob,
  };
  return REMOTE_FEATURES.filter((name) => present[name]);
}
