import { type Answers, type AnswerWord, verdictColour } from '#domain/tape/verdict.ts';
import { Icon, type IconName } from '../kit/icon.tsx';
import { t } from '../language/i18n.ts';
import { QUESTIONS, type Question, sentenceText } from './answer-texts.ts';

type Colour = ReturnType<typeof verdictColour>;

const ICONS = { yes: 'check', unknown: 'info', no: 'warning' } as const satisfies Record<AnswerWord, IconName>;
const COLOUR_ICONS = { green: 'check', amber: 'info', red: 'warning' } as const satisfies Record<Colour, IconName>;

/** What a check came to, in one line. */
export function VerdictLine({ verdict, note }: { verdict: Answers; note: string }) {
  const colour = verdictColour(verdict);
  return <HeadLine colour={colour} icon={COLOUR_ICONS[colour]} head={t(`receipt:${colour}`)} text={note} />;
}

type HeadLineProps = { colour: Colour | 'none'; icon: IconName; head: string; text: string };

/** One line in the colour of a verdict, of the same height while there is none. Read out when it comes. */
export const HeadLine = ({ colour, icon, head, text }: HeadLineProps) => (
  <div class="receipt-verdict" data-colour={colour} role={colour === 'red' ? 'alert' : 'status'}>
    <Icon name={icon} />
    <p>
      <b>{head}</b>
      <small class="num">{text}</small>
    </p>
  </div>
);

/** The four answers, a sentence each. Without a verdict the questions, with the room of their usual answers: what is below stays where it is. */
export const AnswerList = ({ verdict }: { verdict: Answers | undefined }) => (
  <dl class="receipt-answers">
    {QUESTIONS.map((question) => (
      <Row key={question} question={question} answer={verdict?.[question]} />
    ))}
  </dl>
);

function Row({ question, answer }: { question: Question; answer: Answers[Question] | undefined }) {
  return (
    <div data-answer={answer?.answer ?? 'awaited'} data-question={question}>
      <Icon name={answer ? ICONS[answer.answer] : 'clock'} />
      <dt>
        <b>{t(`receipt:${question}`)}</b> <span>{t(`receipt:${question}.asks`)}</span>
      </dt>
      <dd>
        <b>{t(`receipt:answer.${answer?.answer ?? 'yes'}`)}</b> {answer ? sentenceText(question, answer) : t(`receipt:${question}.yes`)}
      </dd>
    </div>
  );
}
