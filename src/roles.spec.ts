import { describe, expect, it } from '@jest/globals';
import type { Role } from './config.js';
import { judgeRoles } from './roles.js';

describe('the roles of a process on the embedded stores', () => {
  it.each<readonly [readonly Role[]]>([[['api', 'worker', 'projector', 'web']], [['api', 'worker', 'projector']], [['worker', 'projector']]])('are fine as %j', (roles) => {
    expect(judgeRoles(new Set(roles))).toEqual({ outcome: 'fine' });
  });

  it.each<readonly [readonly Role[], string]>([[['api'], 'api,projector'], [['api', 'worker', 'web'], 'api,worker,web,projector']])('are refused as %j, which nothing would follow the log in, with what to set instead', (roles, instead) => {
    expect(judgeRoles(new Set(roles))).toEqual({ outcome: 'refused', words: expect.stringMatching(new RegExp(`^ROLES has no projector: [^\\n]* ROLES=${instead}$`)) });
  });

  it.each<readonly [readonly Role[], string]>([[['api', 'projector', 'web'], 'no worker'], [['projector'], 'no worker'], [['worker', 'projector', 'web'], 'web but no api']])('are warned of as %j: %s', (roles, what) => {
    expect(judgeRoles(new Set(roles))).toEqual({ outcome: 'warned', words: expect.stringContaining(`ROLES has ${what}`) });
  });
});
