import { describe, expect, it } from '@jest/globals';
import { ERRORS, HTTP_STATUS, httpStatus } from './errors.shared.js';

describe('the error catalogue', () => {
  it('maps every transport code to its HTTP status, and any other to 500', () => {
    expect(HTTP_STATUS).toEqual({
      PARSE_ERROR: 400,
      BAD_REQUEST: 400,
      UNAUTHORIZED: 401,
      FORBIDDEN: 403,
      NOT_FOUND: 404,
      METHOD_NOT_SUPPORTED: 405,
      TIMEOUT: 408,
      CONFLICT: 409,
      PRECONDITION_FAILED: 412,
      PAYLOAD_TOO_LARGE: 413,
      UNPROCESSABLE_CONTENT: 422,
      TOO_MANY_REQUESTS: 429,
      CLIENT_CLOSED_REQUEST: 499,
      INTERNAL_SERVER_ERROR: 500,
      NOT_IMPLEMENTED: 501,
    });
    for (const code of ['BAD_GATEWAY', '', 'toString', '__proto__']) expect(httpStatus(code)).toBe(500);
    expect(httpStatus('CONFLICT')).toBe(409);
  });

  it('has the exact names that clients know', () => {
    for (const name of [
      'USER_VIDEO_LIMIT',
      'USER_DELETED',
      'VALIDATION_ERROR',
      'PERMISSION_ERROR',
      'REFRESH_PAGE',
      'PRO_FEATURE',
    ])
      expect(ERRORS).toHaveProperty(name);
  });
});
