import { describe, expect, it } from '@jest/globals';
import { diskFaultOf, InstallFault } from './fault.js';

const thrown = (code: string): Error => Object.assign(new Error(`${code}: said by the system`), { code });

describe('a fault of the file system', () => {
  it.each([
    ['ENOSPC', 'room'],
    ['EDQUOT', 'room'],
    ['EACCES', 'unwritable'],
    ['EROFS', 'unwritable'],
    ['EPERM', 'unwritable'],
  ])('%s means %s', (code, reason) => {
    expect(diskFaultOf(thrown(code))?.problem).toEqual({ reason, detail: expect.stringContaining(code) });
  });

  it('is the fault itself, and none for other errors', () => {
    const fault = new InstallFault('gone', 'nothing there');
    expect([diskFaultOf(fault), diskFaultOf(thrown('ECONNRESET')), diskFaultOf('words')]).toEqual([
      fault,
      undefined,
      undefined,
    ]);
  });
});
