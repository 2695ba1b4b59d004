import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { helperEnvironment } from '../platform/environment.js';
import { findFfmpeg, mediaFile, probe, ProgramFault, runProgram, type Programs } from './ffmpeg.js';

const NODE = process.execPath;
const LIMITS = { timeoutMs: 60_000, stdoutLimit: 1_000_000 };
const script = (code: string): string[] => ['-e', code];
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

async function* endless(): AsyncGenerator<Uint8Array> {
  for (;;) yield new Uint8Array(65_536);
}

let folder = '';
let programs: Programs;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-ffmpeg-'));
  programs = await findFfmpeg();
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('runProgram', () => {
  it('gives back what the program writes of what it reads', async () => {
    const echo = script('process.stdin.pipe(process.stdout)');
    expect(text(await runProgram(NODE, echo, { ...LIMITS, stdin: Buffer.from('in and out') }))).toBe('in and out');
    const parts = (async function* () {
      yield Buffer.from('one ');
      yield Buffer.from('two');
    })();
    expect(text(await runProgram(NODE, echo, { ...LIMITS, stdin: parts }))).toBe('one two');
  });

  it('tells the end of what a failing program said', async () => {
    const failing = runProgram(
      NODE,
      script('process.stderr.write("x".repeat(9000) + "the last word"); process.exitCode = 3'),
      LIMITS,
    );
    await expect(failing).rejects.toMatchObject({ reason: 'failed', stderr: expect.stringMatching(/the last word$/) });
    await expect(failing).rejects.toThrow('ended with 3');
  });

  it('kills a program that writes too much, or takes too long', async () => {
    await expect(
      runProgram(NODE, script('setInterval(() => process.stdout.write("x".repeat(10000)), 1)'), {
        ...LIMITS,
        stdoutLimit: 50_000,
      }),
    ).rejects.toMatchObject({ reason: 'output' });
    await expect(
      runProgram(NODE, script('setInterval(() => undefined, 1000)'), { ...LIMITS, timeoutMs: 300 }),
    ).rejects.toMatchObject({ reason: 'time' });
  });

  it('kills a program that takes too much memory', async () => {
    const greedy = script('const kept = []; setInterval(() => kept.push(Buffer.alloc(10_000_000, 1)), 5)');
    await expect(runProgram(NODE, greedy, { ...LIMITS, residentLimit: 300_000_000 })).rejects.toMatchObject({
      reason: 'memory',
    });
  });

  it('ends with the reason of its signal, before the start and on the way', async () => {
    const reason = new Error('enough');
    await expect(runProgram(NODE, script(''), { ...LIMITS, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const control = new AbortController();
    const running = runProgram(NODE, script('process.stdin.resume()'), {
      ...LIMITS,
      signal: control.signal,
      stdin: endless(),
    });
    setTimeout(() => {
      control.abort(reason);
    }, 200);
    await expect(running).rejects.toBe(reason);
  });

  it('rejects with the fault of what it was to read', async () => {
    const broken = (async function* () {
      yield new Uint8Array(8);
      throw new RangeError('no more frames');
    })();
    await expect(runProgram(NODE, script('process.stdin.resume()'), { ...LIMITS, stdin: broken })).rejects.toThrow(
      'no more frames',
    );
  });

  it('does not mind a program that stops reading', async () => {
    expect(
      text(
        await runProgram(
          NODE,
          script('process.stdin.once("data", () => { process.stdout.write("enough", () => process.exit(0)); })'),
          { ...LIMITS, stdin: endless() },
        ),
      ),
    ).toBe('enough');
  });

  it('says that a program is missing', async () => {
    await expect(runProgram(join(folder, 'none'), [], LIMITS)).rejects.toMatchObject({ reason: 'missing' });
  });

  it('hands none of its secrets on', async () => {
    const seen: unknown = JSON.parse(
      text(await runProgram(NODE, script('process.stdout.write(JSON.stringify(process[`env`]))'), LIMITS)),
    );
    expect(Object.keys(helperEnvironment({ NODE_ENV: 'test', PATH: '/bin', AUTH_SECRET: 'kept' }))).toEqual([
      'NODE_ENV',
      'PATH',
    ]);
    expect(Object.keys(seen ?? {})).toEqual(expect.arrayContaining(['PATH']));
    expect(Object.keys(seen ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(HOME|NODE_OPTIONS|JEST_WORKER_ID|AUTH_SECRET)$/)]),
    );
  });
});

describe('findFfmpeg', () => {
  it('takes the configured programs and no others', async () => {
    await expect(findFfmpeg({ ffmpeg: join(folder, 'none') })).rejects.toThrow(/configured path .*none/);
    await expect(findFfmpeg({ ...programs, ffprobe: NODE })).rejects.toBeInstanceOf(ProgramFault);
    expect(await findFfmpeg(programs)).toEqual(programs);
  });
});

describe('probe', () => {
  const make = async (name: string, args: readonly string[]): Promise<string> => {
    const path = join(folder, name);
    await runProgram(programs.ffmpeg, ['-nostdin', '-v', 'error', ...args, '-y', mediaFile(path)], LIMITS);
    return path;
  };
  const clip = ['-f', 'lavfi', '-i', 'testsrc=size=64x36:rate=25:duration=2'];

  it('tells size, rate, length, frames and sound', async () => {
    const path = await make('clip.mp4', [
      ...clip,
      '-f',
      'lavfi',
      '-i',
      'sine=duration=2',
      '-c:v',
      'libx264',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
    ]);
    const facts = await probe(programs, path, LIMITS);
    expect(facts.format.split(',')).toContain('mp4');
    expect(facts.video).toMatchObject({
      codec: 'h264',
      pixelFormat: 'yuv420p',
      width: 64,
      height: 36,
      fps: 25,
      frames: 50,
      seconds: 2,
      rotation: 0,
    });
    expect(facts.audio).toMatchObject({ codec: 'aac', channels: 1, sampleRate: 44_100 });
    expect(facts.streams).toHaveLength(2);
  });

  it('tells how a phone held the camera', async () => {
    const plain = await make('plain.mp4', [...clip, '-c:v', 'libx264']);
    // The matrix of a track's header (ISO/IEC 14496-12, 8.3.2) as a phone held upright writes it: a quarter turn
    // clockwise.
    const bytes = await readFile(plain);
    const matrix = bytes.indexOf('tkhd') + 4 + 40;
    [0, 0x10000, 0, -0x10000, 0].forEach((value, index) => bytes.writeInt32BE(value, matrix + index * 4));
    const turned = join(folder, 'turned.mp4');
    await writeFile(turned, bytes);
    expect((await probe(programs, turned, LIMITS)).video?.rotation).toBe(90);
    expect((await probe(programs, plain, LIMITS)).video?.rotation).toBe(0);
  });

  it('opens no playlist and no text, whatever it is called', async () => {
    await make('part.ts', [...clip, '-c:v', 'libx264', '-f', 'mpegts']);
    for (const [name, content] of [
      ['list.mp4', '#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\npart.ts\n#EXT-X-ENDLIST\n'],
      ['concat.mp4', 'ffconcat version 1.0\nfile part.ts\n'],
      ['words.mp4', 'not a film at all'],
      ['empty.mp4', ''],
    ] as const) {
      await writeFile(join(folder, name), content);
      await expect(probe(programs, join(folder, name), LIMITS)).rejects.toMatchObject({ reason: 'failed' });
    }
  });

  it('opens a film as what it is said to be, and as nothing else', async () => {
    const plain = await make('plain.mp4', [...clip, '-c:v', 'libx264']);
    expect((await probe(programs, plain, { ...LIMITS, demuxer: 'mov' })).video?.width).toBe(64);
    await expect(probe(programs, plain, { ...LIMITS, demuxer: 'matroska' })).rejects.toMatchObject({
      reason: 'failed',
    });
  });

  it.each(['{}', 'no JSON', '{"format":{}}'])(
    'takes an odd report (%s) for a failure, whatever the exit code says',
    async (said) => {
      const odd = join(folder, 'odd.sh');
      await writeFile(odd, `#!/bin/sh\necho '${said}'\n`, { mode: 0o755 });
      await expect(probe({ ...programs, ffprobe: odd }, join(folder, 'any.mp4'), LIMITS)).rejects.toMatchObject({
        reason: 'failed',
      });
    },
  );

  it('takes a name that looks like an option, or a protocol, as a name', async () => {
    const plain = await make('named.mp4', [...clip, '-c:v', 'libx264']);
    await symlink(plain, join(folder, 'http:x.mp4'));
    expect((await probe(programs, join(folder, 'http:x.mp4'), LIMITS)).video?.width).toBe(64);
  });
});
