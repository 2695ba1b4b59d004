import { describe, expect, it } from '@jest/globals';
import { securityHeaders } from './security.js';

const directives = (widget?: readonly string[]): unknown => {
  const { contentSecurityPolicy: policy } = securityHeaders(true, false, undefined, widget);
  return typeof policy === 'object' ? policy.directives : undefined;
};

describe('the policy of pages', () => {
  it('admits the origins of a widget for its scripts, frames, styles and calls', () => {
    const widget = ['https://challenges.example'];
    const admits = expect.arrayContaining(widget) as unknown; // jest's matcher is untyped
    expect(directives(widget)).toMatchObject({
      scriptSrc: admits,
      frameSrc: admits,
      connectSrc: admits,
      styleSrc: admits,
    });
  });

  it('admits no other origin without one, and no frames but its own', () => {
    expect(JSON.stringify(directives())).not.toContain('http');
    expect(directives()).not.toHaveProperty('frameSrc');
  });
});
