import { jest } from '@jest/globals';

// A test in a browser visits many pages and makes creations, each with its own wait (../browser/browser.ts).
jest.setTimeout(240_000);
