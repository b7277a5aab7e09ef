import { expect, it } from 'vitest';
import { COMPLAINT_LENGTH_MAX, complaintProblem, tidyComplaint } from '#domain/complaint.ts';

it('D9.269 a complaint is text that can be seen, as long as it may be and no longer', () => {
  expect(tidyComplaint('  a\r\nb\rc\n\n')).toBe('a\nb\nc');
  expect(['', 'x'.repeat(COMPLAINT_LENGTH_MAX + 1), 'a\u0000b', 'a\ud800b', 'a\u001bb'].map(complaintProblem)).toEqual([
    'empty',
    'too-long',
    'unseen',
    'unseen',
    'unseen',
  ]);
  expect(['x'.repeat(COMPLAINT_LENGTH_MAX), 'two\nlines\tand a tab', 'שלום 你好 😀 ❤️', 'a\u200db'].map(complaintProblem)).toEqual(
    Array(4).fill(undefined),
  );
});
