import { describe, expect, it } from '@jest/globals';
import { collect } from '../../test/support/browser/collect.js';
import { unzip } from '../../test/support/files/zip.js';
import { jsonFile, type ExportFile } from './export-parts.js';
import { zipOf } from './zip.js';

async function* these(...files: readonly ExportFile[]): AsyncGenerator<ExportFile, void, undefined> {
  yield* files;
}
const large = (closed: () => void): ExportFile => ({
  path: 'large',
  at: 0,
  compress: false,
  content: async () =>
    (async function* () {
      try {
        for (;;) yield Buffer.alloc(65_536);
      } finally {
        closed();
      }
    })(),
});

describe('a zip of files', () => {
  it('leaves out what has gone when its turn comes', async () => {
    const gone: ExportFile = { path: 'gone.png', at: 0, compress: false, content: async () => undefined };
    const files = unzip(
      Buffer.concat(await collect(zipOf(these(jsonFile('a.json', 0, 'a'), gone, jsonFile('b.json', 0, 'b'))))),
    );
    expect([...files].map(([path, bytes]) => [path, bytes.toString()])).toEqual([
      ['a.json', '"a"\n'],
      ['b.json', '"b"\n'],
    ]);
  });

  it('fails with what a file, or the list of them, fails with', async () => {
    const failing = (content: ExportFile['content']): ExportFile => ({ path: 'x', at: 0, compress: false, content });
    await expect(
      collect(
        zipOf(
          these(
            failing(async () => {
              throw new Error('not opened');
            }),
          ),
        ),
      ),
    ).rejects.toThrow('not opened');
    await expect(
      collect(
        zipOf(
          these(
            failing(async () =>
              (async function* () {
                yield Buffer.from('some');
                throw new Error('not read');
              })(),
            ),
          ),
        ),
      ),
    ).rejects.toThrow('not read');
    await expect(
      collect(
        zipOf(
          (async function* () {
            yield jsonFile('a.json', 0, 'a');
            throw new Error('not listed');
          })(),
        ),
      ),
    ).rejects.toThrow('not listed');
  });

  it('closes what is open when nobody reads on', async () => {
    let closed = 0;
    for await (const _ of zipOf(these(large(() => (closed += 1))))) break;
    await new Promise((resolve) => setImmediate(resolve));
    expect(closed).toBe(1);
  });
});
