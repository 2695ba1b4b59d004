import { rankOf } from '../../src/creation/explore/rank.shared.js';
import { derivedId } from '../../src/kernel/ids.js';
import { openEmbeddedStores } from '../../src/platform/data-folder/embedded.js';

const RATIOS = [
  [1_024, 768],
  [768, 1_024],
  [1_024, 1_024],
  [1_344, 576],
] as const;
/** Before everything that a test publishes. */
const BEGIN = Date.UTC(2025, 0, 1);

/**
 * Writes listed works of one owner into a data folder, while no server has it: tasks, and their entries in Explore.
 * Their files do not exist, so pages show empty frames of the right size.
 */
export async function listWorks(dataDir: string, count: number): Promise<void> {
  const stores = await openEmbeddedStores({ dataDir, clock: { now: () => BEGIN } });
  const owner = derivedId('test user', 'of many works');
  const works = Array.from({ length: count }, (_, nth) => {
    const [width = 1, height = 1] = RATIOS[nth % RATIOS.length] ?? [];
    return taskOf(owner, nth, width, height);
  });
  await stores.documents.carryIn(
    'tasks',
    works.map((document) => ({ id: document.id, version: 1, document, outbox: [] })),
  );
  await stores.documents.carryIn(
    'explore_feed_v1',
    works.map(({ id, createdAt }) => ({ id: `${id}-0`, version: 1, document: entryOf(owner, createdAt), outbox: [] })),
  );
  await stores.close();
}

const entryOf = (owner: string, publishedAt: number) => ({
  owner,
  author: 'of many works',
  media: 'image',
  procedure: 'text2Image.create',
  publishedAt,
  votes: 0,
  rank: rankOf(publishedAt, 0),
  terms: [],
});

function taskOf(owner: string, nth: number, width: number, height: number) {
  const id = derivedId('test task', String(nth));
  const at = BEGIN - nth * 1_000;
  return {
    id,
    owner,
    payer: owner,
    fingerprint: 'f',
    input: { prompt: '', negativePrompt: '', model: 'preview', count: 1, seed: 7 },
    params: { procedure: 'text2Image.create', style: 'natural', aspect: '4:3' },
    sources: [],
    media: 'image',
    seconds: 0,
    width,
    height,
    price: { amount: 0, base: 0, perOutput: 0, version: 1 },
    eligibility: 'any',
    lane: 'free',
    marked: false,
    parallel: 1,
    createdAt: at,
    changedAt: at,
    deadlineAt: at,
    hidden: false,
    attempt: 1,
    lost: 0,
    outputs: [
      {
        hash: 'a'.repeat(64),
        reference: `task:${id}:0:1`,
        bytes: 1_000,
        state: 'ready',
        seed: 7,
        type: 'image/png',
        width,
        height,
        publication: {
          round: 1,
          title: `Number ${nth}`,
          sharing: 'result',
          visibility: 'public',
          submittedAt: at,
          status: 'published',
          publishedAt: at,
        },
      },
    ],
    startedAt: at,
    finishedAt: at,
    settlement: { state: 'settled', captured: 0, at },
    unsureHold: false,
    status: 'succeeded',
    upkeep: 'none',
  };
}
