import { describe, expect, it } from '@jest/globals';
import { runChain, type Handler, type ErrorActions } from './chain';
import type { Failure } from './failure';

const product = (identifier: string, code: string): Extract<Failure, { kind: 'product' }> => ({
  kind: 'product',
  identifier,
  message: identifier,
  code,
  httpStatus: 400,
  params: {},
});

function react(failure: Failure, chain?: readonly Handler[]): string[] {
  const seen: string[] = [];
  const reactions: ErrorActions = {
    refreshNotice: () => seen.push('refresh'),
    networkTrouble: () => seen.push('network'),
    relogin: () => seen.push('relogin'),
    upgrade: (reason) => seen.push(`upgrade ${reason}`),
    concurrency: (limit) => seen.push(`concurrency ${String(limit)}`),
    notEnough: (needed, available) => seen.push(`not enough ${String(needed)} ${String(available)}`),
    say: () => seen.push('say'),
  };
  if (chain === undefined) runChain(failure, reactions);
  else runChain(failure, reactions, chain);
  return seen;
}

describe('the error chain', () => {
  it('ignores what was aborted', () => expect(react({ kind: 'aborted' })).toEqual([]));
  it.each([403, 502])('offers to refresh after HTML with status %d', (status) =>
    expect(react({ kind: 'html', status })).toEqual(['refresh']),
  );
  it.each([200, 404, 500, 504])('tells of the network after HTML with status %d', (status) =>
    expect(react({ kind: 'html', status })).toEqual(['network']),
  );
  it('offers to refresh when a part of the page is gone', () =>
    expect(react({ kind: 'outdated' })).toEqual(['refresh']));
  it('tells of the network when the server was not reached', () =>
    expect(react({ kind: 'network' })).toEqual(['network']));
  it('signs in again when the session has ended', () =>
    expect(react(product('NOT_SIGNED_IN', 'UNAUTHORIZED'))).toEqual(['relogin']));
  it('offers to refresh when the server asks for it', () =>
    expect(react(product('REFRESH_PAGE', 'PRECONDITION_FAILED'))).toEqual(['refresh']));
  it('says everything else', () => {
    expect(react(product('CHATS_LIMIT', 'FORBIDDEN'))).toEqual(['say']);
    expect(react(product('INTERNAL_SERVER_ERROR', 'INTERNAL_SERVER_ERROR'))).toEqual(['say']);
    expect(react({ kind: 'other', message: '' })).toEqual(['say']);
  });

  it('offers a plan for more videos and for Pro features, also in the three parts of a usage limit', () => {
    expect(react(product('USER_VIDEO_LIMIT', 'FORBIDDEN'))).toEqual(['upgrade VideoUsage']);
    expect(
      react({ ...product('USER_VIDEO_LIMIT', 'FORBIDDEN'), message: 'kinora::credits::USER_VIDEO_LIMIT' }),
    ).toEqual(['upgrade VideoUsage']);
    expect(react(product('PRO_FEATURE', 'FORBIDDEN'))).toEqual(['upgrade ProFeature']);
    expect(react({ ...product('PRO_FEATURE', 'FORBIDDEN'), params: { reason: 'VideoMode' } })).toEqual([
      'upgrade VideoMode',
    ]);
    expect(react({ ...product('PRO_FEATURE', 'FORBIDDEN'), params: { reason: 'no such reason' } })).toEqual([
      'upgrade ProFeature',
    ]);
  });
  it('shows what is under way when no more may be', () => {
    expect(
      react({ ...product('PARALLEL_TASK_LIMIT', 'TOO_MANY_REQUESTS'), params: { limit: 6, parallel: 2 } }),
    ).toEqual(['concurrency 6']);
    expect(react(product('PARALLEL_TASK_LIMIT', 'TOO_MANY_REQUESTS'))).toEqual(['concurrency undefined']);
  });
  it('says how many credits are missing', () =>
    expect(react({ ...product('CREDITS_NOT_ENOUGH', 'FORBIDDEN'), params: { needed: 4, available: 1 } })).toEqual([
      'not enough 4 1',
    ]));

  it('lets a handler react and pass on', () => {
    const both: Handler = (_failure, reactions, next) => {
      reactions.relogin();
      next();
    };
    const last: Handler = (failure, reactions) => reactions.say(failure);
    expect(react({ kind: 'network' }, [both, last])).toEqual(['relogin', 'say']);
  });
});
