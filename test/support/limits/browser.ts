import { jest } from '@jest/globals';

// A test in a browser is a story of many pages, each with its own wait, PATIENCE_MS of ../browser.ts.
jest.setTimeout(120_000);
