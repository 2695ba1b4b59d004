import { EventEmitter } from 'node:events';
import { expect, it } from '@jest/globals';
import { surviveClosedReader } from './cli.js';

const failed = (code: string): Error => Object.assign(new Error(`write ${code}`), { code });

it('goes on when the reader of its output is gone, as after `| head`, and fails for anything else', () => {
  const output = new EventEmitter();
  surviveClosedReader(output);
  expect(() => output.emit('error', failed('EPIPE'))).not.toThrow();
  expect(() => output.emit('error', failed('ENOSPC'))).toThrow('write ENOSPC');
});
