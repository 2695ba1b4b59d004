/**
 * Speaks the sentences of `sentences.json` with eSpeak NG and with Kokoro, for `words.py`.
 * `node --import ./src/platform/sqlite/typescript-loader.mjs test/bench/speech/say.ts MODEL_FOLDER OUT_FOLDER`
 * writes a WAV file for each sentence, and `said.json` with the seconds of each recording and of the processor.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { RATE, rms } from '../../../src/engine/local/audio/signal.js';
import { withSpeaker } from '../../../src/engine/local/audio/speaker.js';
import { encodeWav } from '../../../src/engine/local/audio/wav.js';
import type { SpokenLanguage } from '../../../src/engine/options.shared.js';

const LANGUAGES: readonly SpokenLanguage[] = ['en', 'en-gb', 'es', 'it', 'pt', 'fr'];
const [model, out] = process.argv.slice(2);
if (model === undefined || out === undefined) throw new Error('say.ts MODEL_FOLDER OUT_FOLDER');
await mkdir(out, { recursive: true });
const sentences = z
  .record(z.string(), z.array(z.string()))
  .parse(JSON.parse(await readFile(new URL('./sentences.json', import.meta.url), 'utf8')));

/** Processor seconds of this process, with its threads, and without eSpeak NG, which takes some hundredths. */
const spent = (): number => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  return (userCPUTime + systemCPUTime) / 1e6;
};

const said: object[] = [];
for (const engine of ['espeak', 'kokoro'] as const) {
  for (const language of LANGUAGES) {
    await withSpeaker(
      { voice: 'woman', language, ...(engine === 'kokoro' ? { kokoro: model } : {}) },
      async (speak) => {
        // The first one also loads the network.
        await speak(sentences[language.slice(0, 2)]![0]!);
        for (const [index, text] of sentences[language.slice(0, 2)]!.entries()) {
          const before = spent();
          const { sound, seconds } = await speak(text);
          const file = `${engine}-${language}-${index}.wav`;
          await writeFile(join(out, file), encodeWav({ left: sound, right: sound }, RATE));
          said.push({
            engine,
            language,
            text,
            file,
            seconds,
            processor: spent() - before,
            peak: sound.reduce((max, one) => Math.max(max, Math.abs(one)), 0),
            rms: rms(sound),
            megabytes: Math.round(process.memoryUsage.rss() / 1e6),
          });
        }
      },
    );
    await writeFile(join(out, 'said.json'), JSON.stringify(said, undefined, 1));
    process.stderr.write(`${engine} ${language}\n`);
  }
}
