import { verdictColour } from '#domain/tape/verdict.ts';
import type { Checked, ReceiptProblem } from '#protocol/receipts.ts';
import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import { t } from '../language/i18n.ts';
import { setting } from '../state/site.ts';
import { momentText } from '../text/moment-text.ts';
import { HeadLine, VerdictLine } from './answers.tsx';
import { bytesText } from './fill-texts.ts';
import { problemText } from './problem-text.ts';
import type { Check, ReceiptState } from './use-receipt.ts';

type CheckStateProps = { check: Check | undefined; checked: Checked | undefined; run: ReceiptState['run'] };

/** What is known of a fill now: the verdict, and what another check waits for. */
export function CheckState({ check, checked, run }: CheckStateProps) {
  const isLost = check?.kind === 'checked' && !check.isKept;
  return (
    <>
      {checked && (
        <VerdictLine
          verdict={checked.verdict}
          note={t('receipt:checked', { time: momentText(checked.atMs, Date.now(), setting('timezone')) })}
        />
      )}
      {checked && verdictColour(checked.verdict) === 'red' && <Banner tone="bad">{t('receipt:red.detail')}</Banner>}
      {isLost && <Banner>{t('receipt:checked.lost')}</Banner>}
      <Waiting check={check} checked={checked} run={run} />
    </>
  );
}

function Waiting({ check, checked, run }: CheckStateProps) {
  switch (check?.kind) {
    case 'checked':
      return null;
    case 'unsealed':
      return <HeadLine colour="none" icon="clock" head={t('receipt:unsealed')} text={t('receipt:unsealed.detail')} />;
    case 'late':
      return (
        <Banner tone="warn" action={<Again onClick={() => run()} />}>
          {t('receipt:unsealed.late')}
        </Banner>
      );
    case 'large':
      return (
        <div class="receipt-large">
          <HeadLine
            colour="none"
            icon="info"
            head={t('receipt:large')}
            text={t('receipt:large.detail', { hours: check.hours, size: bytesText(check.bytes) })}
          />
          <Button kind="primary" onClick={() => run(true)}>
            {t('receipt:large.go')}
          </Button>
        </div>
      );
    case 'problem':
      return <Problem problem={check} hasVerdict={checked !== undefined} run={run} />;
    default:
      // Another check of what has a verdict runs behind its button.
      return checked ? null : <HeadLine colour="none" icon="shield" head={t('receipt:checking')} text={t('receipt:checking.detail')} />;
  }
}

type ProblemProps = { problem: ReceiptProblem; hasVerdict: boolean; run: ReceiptState['run'] };

function Problem({ problem, hasVerdict, run }: ProblemProps) {
  const isOffline = problem.problem === 'offline';
  return (
    <Banner tone="warn" icon={isOffline ? 'offline' : 'warning'} action={<Again onClick={() => run()} />}>
      {isOffline && hasVerdict ? t('receipt:offline.kept') : problemText(problem)}
    </Banner>
  );
}

const Again = ({ onClick }: { onClick: () => void }) => (
  <Button size="short" onClick={onClick}>
    {t('receipt:retry')}
  </Button>
);
