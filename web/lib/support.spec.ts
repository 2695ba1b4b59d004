import { expect, it } from '@jest/globals';
import { setSupportAddress, supportLink } from './support';

it('leads to the address of the operator, and to the contact form where there is none', () => {
  expect(supportLink('/de/contact-us')).toBe('/de/contact-us');
  setSupportAddress('help@kinora.example');
  expect(supportLink('/de/contact-us')).toBe('mailto:help@kinora.example');
  setSupportAddress(null);
  expect(supportLink('/contact-us')).toBe('/contact-us');
});
