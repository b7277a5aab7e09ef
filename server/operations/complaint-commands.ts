/** What an operator may do with complaints: see who waits, read one, close it. They are answered by mail, outside of this server. */
import { type Command, refused, said } from './command.ts';
import type { Answer } from './operator-call.ts';

const unknownCase = (number: string): Answer => refused(`complaint: got "${number}", takes a case number of \`complaints\``);

export const COMPLAINT_COMMANDS: readonly Command[] = [
  {
    name: 'complaints',
    words: '',
    about: 'lists complaints that wait for an answer, oldest first',
    isChange: false,
    async run({ complaints }) {
      const rows = await complaints.waiting();
      if (rows.length === 0) return said('none waits');
      return said(...rows.map(({ case_number, created_at }) => `${case_number} of ${new Date(created_at).toISOString()}`));
    },
  },
  {
    name: 'complaint',
    words: 'CASE',
    about: 'shows a complaint; that you looked is in the audit',
    isChange: false,
    async run({ complaints }, [number = ''], { actor }) {
      const view = await complaints.view(number, actor);
      if (!view) return unknownCase(number);
      return said(`${number}${view.isClosed ? ', closed' : ''}, from ${view.email}`, ...view.content.split('\n'));
    },
  },
  {
    name: 'close-complaint',
    words: 'CASE',
    about: 'takes a complaint that was answered out of the queue',
    isChange: true,
    async run({ complaints }, [number = ''], cause) {
      const result = await complaints.close(number, cause);
      if (result === 'missing') return unknownCase(number);
      return result === 'done' ? said(`${number}: closed`) : refused(`${number}: was closed before`);
    },
  },
];
