import type { CliCommand, CliGroup } from '../../platform/cli.js';
import { ExploreRebuild } from './rebuild.js';

const rebuild: CliCommand = {
  name: 'rebuild',
  takes: [],
  does: 'writes the index of Explore and its search again from the works; continues if it was interrupted',
  async run({ get, say }) {
    const rebuilding = get(ExploreRebuild);
    const interrupted = await rebuilding.interrupted();
    if (interrupted !== undefined)
      say(`Continues an interrupted rebuild after ${interrupted.works} works and ${interrupted.entries} entries.`);
    const { works, entries } = await rebuilding.run();
    say(`Read ${works} published works and ${entries} entries of the index.`);
    return 0;
  },
};

/** Commands for Explore: `npm run explore -- <command>`. */
export const exploreCli: CliGroup = { name: 'explore', commands: [rebuild] };
