import { expect, it } from '@jest/globals';
import { refusalPage } from './refusal-page.js';

it.each([
  ['de-AT,de;q=0.9,en;q=0.8', '<html lang="de" dir="ltr">'],
  ['ar-EG', '<html lang="ar" dir="rtl">'],
  ['fr-CH, fr;q=0.9, de;q=0.5', '<html lang="de" dir="ltr">'],
  ['en;q=0.5, ar', '<html lang="ar" dir="rtl">'],
  ['zh-TW', '<html lang="en" dir="ltr">'],
  ['deu', '<html lang="en" dir="ltr">'],
  [undefined, '<html lang="en" dir="ltr">'],
])('is shown to a browser that accepts %j as %s', (accepted, root) => {
  expect(refusalPage(accepted)).toContain(root);
});
