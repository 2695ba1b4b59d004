import { describe, expect, it } from '@jest/globals';
import { readReportQuery, shareOf } from './report-query';

const read = (query: string) => readReportQuery(new URLSearchParams(query), '2026-03-31');

describe('what an address asks for', () => {
  it('is read as it stands there', () => {
    expect(read('from=2026-01-01&to=2026-01-31&status=free&event=sign_up')).toEqual({
      from: '2026-01-01',
      to: '2026-01-31',
      status: 'free',
      event: 'sign_up',
    });
  });

  it.each(['', 'from=x&to=2026-02-30&status=admin&event=mouse_move'])(
    'is page views of thirty days where %j says nothing that makes sense',
    (query) => {
      expect(read(query)).toEqual({ from: '2026-03-02', to: '2026-03-31', status: undefined, event: 'page_view' });
    },
  );
});

describe('a share', () => {
  it('is of something', () => {
    expect([shareOf(1, 4), shareOf(0, 4), shareOf(0, 0)]).toEqual([0.25, 0, undefined]);
  });
});
