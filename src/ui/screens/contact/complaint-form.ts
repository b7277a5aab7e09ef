/** A complaint as data. */
import { complaintProblem, tidyComplaint } from '#domain/complaint.ts';
import { emailProblem } from '../../credentials/account-name.ts';
import type { Problems, Values } from '../../credentials/use-form.ts';
import type { Key } from '../../language/i18n.ts';

export type ComplaintField = 'email' | 'content';

const WORDS: Readonly<Record<NonNullable<ReturnType<typeof complaintProblem>>, Key>> = {
  empty: 'company:complaint.empty',
  'too-long': 'company:complaint.too-long',
  unseen: 'company:complaint.unseen',
};

export function complaintProblems({ email, content }: Values<ComplaintField>): Problems<ComplaintField> {
  const problem = complaintProblem(tidyComplaint(content));
  return { email: emailProblem(email), content: problem && WORDS[problem] };
}
