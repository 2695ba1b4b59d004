import Sequencer from '@jest/test-sequencer';

/** The files that take most of a minute or more, the longest of each run first. */
const LONG = [
  'test/faults/layout.test.ts',
  'test/integration/creation-faces.test.ts',
  'test/integration/creation-repairs.test.ts',
  'test/integration/creation-films.test.ts',
  'test/integration/creation-bad-input.test.ts',
  'test/integration/creation-videos.test.ts',
  'test/integration/creation-sound.test.ts',
  'test/faults/creation-stages.test.ts',
  'test/faults/planted.test.ts',
  'test/faults/kill-server.test.ts',
  'test/contract/blobs-s3.test.ts',
  'test/integration/tracing.test.ts',
  'test/integration/ledger-cli.test.ts',
  'test/integration/creation-tools.test.ts',
  'test/faults/ledger-kill.test.ts',
  'test/integration/hosted-engines.test.ts',
  'test/integration/auth-crash.test.ts',
  'test/faults/creation-crash.test.ts',
  'test/faults/planted-ledger.test.ts',
  'test/measures/video-by-text.test.ts',
  'test/measures/uncrop.test.ts',
  'test/measures/background-remover.test.ts',
  'test/measures/video-by-image.test.ts',
  'test/e2e/screens.test.ts',
  'test/e2e/finance.test.ts',
  'test/e2e/development-pages.test.ts',
  'test/e2e/first-picture.test.ts',
  'test/e2e/sub-modes.test.ts',
  'test/e2e/popups.test.ts',
  'test/e2e/routes.test.ts',
  'test/e2e/accounts-screens.test.ts',
  'test/e2e/own-photo.test.ts',
  'test/e2e/accounts.test.ts',
  'test/e2e/statement.test.ts',
  'test/e2e/canvas-files.test.ts',
  'test/e2e/buying.test.ts',
  'test/e2e/shell.test.ts',
  'test/e2e/canvas.test.ts',
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
