import type { CompareReply, LogAnswer } from '#protocol/receipts.ts';
import { Banner } from '../kit/banner.tsx';
import { type Key, t } from '../language/i18n.ts';
import { numberText } from '../text/format.ts';
import { AnswerList, HeadLine, VerdictLine } from './answers.tsx';
import { FillChart } from './fill-chart.tsx';
import { FillFields } from './fill-fields.tsx';
import { problemText } from './problem-text.ts';
import { Unproved } from './unproved.tsx';

const UNREADABLE = {
  'too-large': 'receipt:theirs.large',
  'newer-version': 'receipt:theirs.newer',
  'not-json': 'receipt:theirs.unreadable',
  malformed: 'receipt:theirs.unreadable',
} as const satisfies Record<(CompareReply & { kind: 'unreadable' })['reason'], Key>;
const UNKNOWN = {
  behind: 'receipt:theirs.behind',
  'first-use': 'receipt:theirs.pinless',
  'no-own-checkpoint': 'receipt:theirs.pinless',
  'key-changed': 'receipt:theirs.key',
} as const satisfies Record<(LogAnswer & { answer: 'unknown' })['reason'], Key>;
/** Two roots of one size are both signed, and convict by themselves; what leads from one size to another is anybody's word. */
const OTHER = {
  'two-roots': 'receipt:theirs.other.detail',
  consistency: 'receipt:theirs.other.unlinked',
} as const satisfies Record<(LogAnswer & { answer: 'no' })['reason'], Key>;

/** What came of somebody else's checkpoint or receipt. */
export function Compared({ reply }: { reply: CompareReply }) {
  switch (reply.kind) {
    case 'problem':
      return <Banner tone="warn">{problemText(reply)}</Banner>;
    case 'unreadable':
      return <Banner tone="warn">{t(UNREADABLE[reply.reason])}</Banner>;
    case 'log':
      return <ComparedLog reply={reply} />;
    case 'receipt':
      return <ComparedReceipt reply={reply} />;
  }
}

function ComparedLog({ reply: { answer, size } }: { reply: CompareReply & { kind: 'log' } }) {
  switch (answer.answer) {
    case 'yes':
      return (
        <HeadLine
          colour="green"
          icon="check"
          head={t('receipt:theirs.same')}
          text={t('receipt:theirs.same.detail', { size: numberText(size) })}
        />
      );
    case 'no':
      return <HeadLine colour="red" icon="warning" head={t('receipt:theirs.other')} text={t(OTHER[answer.reason])} />;
    case 'unknown':
      return <HeadLine colour="amber" icon="info" head={t('receipt:theirs.unknown')} text={t(UNKNOWN[answer.reason])} />;
  }
}

function ComparedReceipt({ reply: { deal, checked } }: { reply: CompareReply & { kind: 'receipt' } }) {
  return (
    <>
      <VerdictLine verdict={checked.verdict} note={deal ? t('receipt:theirs.receipt', { number: deal.deal }) : ''} />
      {deal && checked.span && <FillChart span={checked.span} product={deal.product} />}
      <AnswerList verdict={checked.verdict} />
      {deal && <Unproved deal={deal} />}
      {deal && <FillFields deal={deal} />}
    </>
  );
}
