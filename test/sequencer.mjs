import Sequencer from '@jest/test-sequencer';

/** The files that take minutes. */
const LONG = [
  'test/faults/layout.test.ts',
  'test/faults/planted.test.ts',
  'test/integration/creation-repairs.test.ts',
  'test/integration/creation-sound.test.ts',
  'test/integration/creation-videos.test.ts',
  'test/faults/kill-server.test.ts',
  'test/measures/video-object-remover.test.ts',
  'test/integration/creation-bad-input.test.ts',
  'test/faults/creation-stages.test.ts',
  'test/faults/planted-ledger.test.ts',
  'test/simulator/ledger.test.ts',
  'test/integration/auth-crash.test.ts',
  'test/contract/blobs-s3.test.ts',
  'test/measures/upscale.test.ts',
  'test/e2e/accounts.test.ts',
  'test/e2e/screens.test.ts',
  'test/e2e/accounts-screens.test.ts',
  'test/e2e/development-pages.test.ts',
  'test/e2e/sub-modes.test.ts',
  'test/e2e/first-picture.test.ts',
  'test/e2e/popups.test.ts',
];

/** The longest files first, so that no worker begins one when the others are done. Jest itself goes by the size of files until it has seen them run. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const place = ({ path }) => {
      const index = LONG.findIndex((file) => path.replaceAll('\\', '/').endsWith(`/${file}`));
      return index < 0 ? LONG.length : index;
    };
    return [...super.sort(tests)].sort((one, other) => place(one) - place(other));
  }
}
