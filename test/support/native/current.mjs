/** What `@jest/globals` stands for in the file that runs now. */
export const current = {};
