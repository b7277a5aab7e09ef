/** What an operator may do with an account that somebody else may be in: freeze it, and lift a freeze once it is known who its person is. */
import { type Command, refused, said } from './command.ts';

const answerOf = (uid: string, result: 'done' | 'over' | 'missing', words: { readonly done: string; readonly over: string }) => {
  if (result === 'missing') return refused(`user: got "${uid}", takes the number of a real account that is not closed`);
  return result === 'done' ? said(`user ${uid}: ${words.done}`) : refused(`user ${uid}: ${words.over}`);
};

export const FREEZE_COMMANDS: readonly Command[] = [
  {
    name: 'freeze',
    words: 'UID',
    about: 'freezes an account: its sessions end, it takes no new risk, nothing leaves it; only an operator lifts that',
    isChange: true,
    run: async ({ freezes }, [uid = ''], cause) =>
      answerOf(uid, await freezes.freezeByOperator(uid, cause), { done: 'frozen', over: 'is frozen already' }),
  },
  {
    name: 'unfreeze',
    words: 'UID',
    about: 'lifts a freeze, whoever made it: look at who they are first',
    isChange: true,
    run: async ({ freezes }, [uid = ''], cause) =>
      answerOf(uid, await freezes.liftByOperator(uid, cause), { done: 'the freeze is lifted', over: 'is not frozen' }),
  },
];
