import { describe, expect, it } from '@jest/globals';
import { creationOf, readContact, type ContactDraft } from './contact-problems';

const draft: ContactDraft = {
  name: 'Ada',
  email: 'ada@example.org',
  topic: 'question',
  message: 'How do I make a film longer?',
};

describe('a message that is written', () => {
  it('is sent without the blanks around it', () => {
    expect(
      readContact({ ...draft, name: ' Ada ', email: ' ada@example.org ', message: `\n${draft.message}  ` }),
    ).toEqual({ form: draft });
  });

  it.each<readonly [Partial<ContactDraft>, readonly unknown[]]>([
    [{ name: '  ' }, [{ field: 'name', say: 'nameMissing' }]],
    [{ name: 'x'.repeat(101) }, [{ field: 'name', say: 'nameLong' }]],
    [{ email: '' }, [{ field: 'email', say: 'emailMissing' }]],
    [{ email: 'ada' }, [{ field: 'email', say: 'emailWrong' }]],
    [{ message: ' too short ' }, [{ field: 'message', say: 'messageShort' }]],
    [{ message: 'x'.repeat(4_001) }, [{ field: 'message', say: 'messageLong' }]],
    [
      { name: '', email: '', message: '' },
      [
        { field: 'name', say: 'nameMissing' },
        { field: 'email', say: 'emailMissing' },
        { field: 'message', say: 'messageShort' },
      ],
    ],
  ])('says what is wrong of %j', (part, problems) => {
    expect(readContact({ ...draft, ...part })).toEqual({ problems });
  });
});

it('an address names a creation by its id, and anything else names none', () => {
  const id = '8b0a2f0e-6f0b-4c8e-9a53-2f5d1a7c9e10';
  expect([id, 'abc', '', null].map(creationOf)).toEqual([id, undefined, undefined, undefined]);
});
