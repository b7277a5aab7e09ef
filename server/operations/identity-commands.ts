/** What an operator may do with real-name verification: see who waits, look at one, decide. */
import type { DocumentKind } from '#domain/identity.ts';
import type { Decision } from '../identity/identity-review.ts';
import { type Cause, type Command, type OperatorParts, refused, said } from './command.ts';
import type { Answer } from './operator-call.ts';

export const IDENTITY_COMMANDS: readonly Command[] = [
  {
    name: 'identities',
    words: '',
    about: 'lists who waits for the review of their identity, oldest first',
    isChange: false,
    async run({ review }) {
      const rows = await review.waiting();
      if (rows.length === 0) return said('nobody waits');
      return said(...rows.map(({ id, uid, submitted_at }) => `${id} user ${uid}, sent ${new Date(submitted_at).toISOString()}`));
    },
  },
  {
    name: 'identity',
    words: 'ID',
    about: 'shows what was sent, with links to the photos that hold for ten minutes; that you looked is in the audit',
    isChange: false,
    run: showIdentity,
  },
  {
    name: 'approve-identity',
    words: 'ID',
    about: 'says that somebody is who they say',
    isChange: true,
    run: (parts, [id = ''], cause) => decide(parts, id, 'verified', cause),
  },
  {
    name: 'reject-identity',
    words: 'ID',
    about: 'sends an identity back; the person reads the reason and may send it again',
    isChange: true,
    run: (parts, [id = ''], cause) => decide(parts, id, 'rejected', cause),
  },
];

const KINDS: Readonly<Record<DocumentKind | '', string>> = { card: 'ID card', passport: 'passport', '': 'document' };
const isId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);
const unknownId = (id: string): Answer => refused(`identity: got "${id}", takes an id of \`identities\``);

async function showIdentity({ review }: OperatorParts, [id = '']: readonly string[], { actor }: Cause): Promise<Answer> {
  const view = isId(id) ? await review.view(Number(id), actor) : undefined;
  if (!view) return unknownId(id);
  const { identity, form, photos, others } = view;
  return said(
    `identity ${id} of user ${identity.uid}: ${identity.state}${identity.remark && `, ${identity.remark}`}`,
    `${form.name}, born ${form.birthday}, of ${form.country}`,
    `${KINDS[form.document]} ${form.number}${form.ssn && `, social security number ${form.ssn}`}`,
    ...others.map(({ uid, state }) => `the same document was shown by user ${uid} (${state})`),
    ...photos.map(({ slot, url }) => `${slot} ${url}`),
  );
}

async function decide({ review }: OperatorParts, id: string, decision: Decision, cause: Cause): Promise<Answer> {
  if (!isId(id)) return unknownId(id);
  const result = await review.decide(Number(id), decision, cause);
  if (result === 'missing') return unknownId(id);
  if (result === 'closed') return refused(`identity ${id}: the account is closed; it can be rejected`);
  if (result === 'excluded') return refused(`identity ${id}: the person of this document has excluded themselves; it can be rejected`);
  return result === 'done' ? said(`identity ${id}: ${decision}`) : refused(`identity ${id}: does not wait any more`);
}
