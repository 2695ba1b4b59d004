import { jest } from '@jest/globals';

// Tests that start servers and stores beside other files that do: on two cores a start of 3 s takes ten times that.
jest.setTimeout(120_000);
