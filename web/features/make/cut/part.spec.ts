import { describe, expect, it } from '@jest/globals';
import { defined } from '@src/kernel/defined.shared';
import {
  FORMS,
  PROCEDURES,
  rolesOf,
  slotsOf,
  type ProcedureName,
  type SourceRole,
} from '@src/creation/procedures/params.shared';
import { planOf } from '@src/creation/procedures/plan.shared';
import { emptyDraft } from '@/features/make/create/draft/draft';
import { readGiven, type Given } from '@/features/make/create/draft/given-inputs';
import { factsOf, paramsOf, type DraftRequest } from '@/features/make/create/draft/draft-request';
import { boundsAt, cuttableRole, lengthProblem, proposed, trimmableRole } from './part';

const id = '6f2f2c4e-8a53-4c36-9f7d-1c2b3a4d5e6f';
const given = (kind: 'image' | 'video', seconds?: number): Given => ({
  ref: { from: 'upload', id },
  kind,
  url: '/api/media/upload/6f',
  width: 1_280,
  height: 800,
  ...defined({ seconds }),
  name: 'street',
  bytes: 1_000,
  notes: [],
});
const isVideo = (procedure: ProcedureName): boolean =>
  slotsOf(FORMS[procedure]).some(({ takes }) => takes.includes('video'));
const VIDEO_CALLS = PROCEDURES.filter(isVideo);

/** A request with a video of that many seconds in every slot that takes one. */
function request(procedure: ProcedureName, seconds: number): DraftRequest {
  const places = slotsOf(FORMS[procedure]).filter(
    ({ name, takes }) => name !== 'audio' && (takes.includes('video') || takes.includes('image')),
  );
  return {
    procedure,
    draft: emptyDraft(procedure),
    given: Object.fromEntries(
      places.flatMap((slot) =>
        rolesOf(slot.name, slot)
          .slice(0, 1)
          .map((role): [SourceRole, Given] => [
            role,
            slot.takes.includes('video') ? given('video', seconds) : given('image'),
          ]),
      ),
    ),
  };
}
const refusedAt = (procedure: ProcedureName, seconds: number) => {
  const planned = planOf(paramsOf(request(procedure, seconds)), factsOf(request(procedure, seconds), 0), 4_096);
  return planned.ok ? undefined : planned.error;
};

describe('the length of a video that a call is given', () => {
  it.each(VIDEO_CALLS)(
    '%s takes its bounds and nothing beyond them, and a video beyond them is offered the trimmer',
    (procedure) => {
      const { min, max } = boundsAt(request(procedure, 5), given('video', 5));
      expect(refusedAt(procedure, min)).toBeUndefined();
      expect(refusedAt(procedure, max)).toBeUndefined();
      expect(refusedAt(procedure, min - 0.5)).toBeDefined();
      const long = refusedAt(procedure, max + 0.5);
      expect(long === undefined ? undefined : trimmableRole(request(procedure, max + 0.5), long)).toBeDefined();
    },
  );

  it('an image that would become too large is offered a part of it, and nothing else is', () => {
    const large: DraftRequest = {
      procedure: 'imageTools.upscale',
      draft: emptyDraft('imageTools.upscale'),
      given: { image: { ...given('image'), width: 4_096, height: 2_731 } },
    };
    const planned = planOf(paramsOf(large), factsOf(large, 0), 4_096);
    expect(planned.ok ? undefined : cuttableRole(large, planned.error)).toBe('image');
    expect(cuttableRole(large, { identifier: 'CREDITS_NOT_ENOUGH', params: {} })).toBeUndefined();
    expect(
      cuttableRole(request('video.upscaleVideo', 5), {
        identifier: 'UPSCALE_SIZE_TOO_LARGE',
        params: { limit: 4_096 },
      }),
    ).toBeUndefined();
  });

  it('is mended by a trimmer only where there is more of the video', () => {
    const short = request('video.createVideoByVideo', 2);
    const refused = { identifier: 'DURATION_LIMIT', params: {} } as const;
    expect(trimmableRole(short, refused)).toBeUndefined();
    const part: Given = {
      ...given('video', 2),
      cut: { whole: given('video', 40), part: { kind: 'trim', from: 1_000, to: 3_000 } },
    };
    expect(trimmableRole({ ...short, given: { video: part } }, refused)).toBe('video');
    expect(
      trimmableRole(
        { ...short, given: { video: given('video', 40) } },
        { identifier: 'CREDITS_NOT_ENOUGH', params: {} },
      ),
    ).toBeUndefined();
  });

  it('is proposed as long as may be, or as it was trimmed before', () => {
    const bounds = { min: 3, max: 30 };
    expect(proposed(given('video', 95.5), bounds)).toEqual({ from: 0, to: 30_000 });
    expect(proposed(given('video', 12.345), bounds)).toEqual({ from: 0, to: 12_345 });
    expect(
      proposed(
        { ...given('video', 95), cut: { whole: given('video', 95), part: { kind: 'trim', from: 4_000, to: 9_000 } } },
        bounds,
      ),
    ).toEqual({ from: 4_000, to: 9_000 });
    expect([
      lengthProblem({ from: 0, to: 2_960 }, bounds),
      lengthProblem({ from: 0, to: 3_000 }, bounds),
      lengthProblem({ from: 0, to: 30_040 }, bounds),
    ]).toEqual(['short', undefined, 'long']);
  });

  it('is remembered through a reload with what it was cut out of, and forgotten where that is not whole', () => {
    const part: Given = {
      ...given('video', 5),
      cut: { whole: given('video', 40), part: { kind: 'trim', from: 0, to: 5_000 } },
    };
    expect(readGiven(JSON.parse(JSON.stringify(part)))).toEqual(part);
    expect(
      readGiven({ ...part, cut: { whole: { url: 'https://elsewhere' }, part: { kind: 'trim', from: 0, to: 5_000 } } }),
    ).toEqual(given('video', 5));
    expect(readGiven({ ...part, cut: { whole: given('video', 40), part: { kind: 'trim', from: 'x' } } })).toEqual(
      given('video', 5),
    );
  });
});
