import type { Role } from './config.js';

/** What an operator should know of a set of roles: `refused` when it must not start, `warned` when something will not be done. */
export type RolesVerdict = { readonly outcome: 'refused' | 'warned'; readonly words: string } | { readonly outcome: 'fine' };

/**
 * Judges a set of roles on the embedded stores. Their data folder is one process's alone, so that what this process does not
 * do nobody does while it runs.
 */
export function judgeRoles(roles: ReadonlySet<Role>): RolesVerdict {
  if (!roles.has('projector')) {
    return {
      outcome: 'refused',
      words: 'ROLES has no projector: on the embedded stores no other process can be it, and without it no balance changes, no credits are given and no creation is settled. Add it: ROLES=' + [...roles, 'projector'].join(','),
    };
  }
  if (!roles.has('api') && roles.has('web')) return { outcome: 'warned', words: 'ROLES has web but no api: the pages are served, and every call they make is answered with 404.' };
  if (!roles.has('worker')) return { outcome: 'warned', words: 'ROLES has no worker: creations are taken on and wait until a process with it is started.' };
  return { outcome: 'fine' };
}
