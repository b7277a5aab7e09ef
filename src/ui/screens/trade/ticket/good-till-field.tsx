import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { GOOD_TILL_DAYS_MAX, TRADING_DAY, UNTIL_CANCELLED } from '#domain/good-till.ts';
import { DAY_MS } from '#domain/time-units.ts';
import { dayEnd, startOfDay } from '#domain/trading-day.ts';
import { FieldFrame } from '../../../kit/field.tsx';
import { Select } from '../../../kit/select.tsx';
import { t } from '../../../language/i18n.ts';
import { setting } from '../../../state/site.ts';
import { dayText, offsetIn } from '../../../text/time.ts';
import type { Ticket } from './ticket.ts';
import type { TicketFieldsProps } from './ticket-fields.ts';
import { useFormSignal } from './use-form-signal.ts';

const DATE = 'date';
/** A day less than the limit, which counts from now: the chosen day is waited to its end. */
const DAYS_MAX = GOOD_TILL_DAYS_MAX - 1;

/** Which of the three waits a ticket has chosen. */
const waitOf = (goodTill: string): string => (goodTill === UNTIL_CANCELLED || goodTill === TRADING_DAY ? goodTill : DATE);

/** How long a pending order waits: until it is cancelled, to the end of its trading day, or to the end of a day of the configured zone. */
export function GoodTillField({ state, problemOf }: TicketFieldsProps) {
  const wait = useFormSignal(
    () => waitOf(state.ticket.value?.goodTill ?? UNTIL_CANCELLED),
    (chosen) => state.change({ type: 'goodTill', goodTill: chosen === DATE ? endOfTomorrow(setting('timezone')) : chosen }),
  );
  const options = [
    { value: UNTIL_CANCELLED, label: t('ticket:good-till.cancelled') },
    { value: TRADING_DAY, label: t('ticket:good-till.day') },
    { value: DATE, label: t('ticket:good-till.date') },
  ];
  const problem = problemOf('goodTill');
  const isDate = wait.value === DATE;
  return (
    <div class="ticket-row">
      <Select label={t('ticket:good-till')} value={wait} options={options} problem={isDate ? undefined : problem} />
      {isDate && <LastDayField state={state} problem={problem} />}
    </div>
  );
}

function LastDayField({ state, problem }: Pick<TicketFieldsProps, 'state'> & { problem: string | undefined }) {
  const id = useId();
  const zone = setting('timezone');
  // As it stands in the field: a year is typed digit by digit, and a day out of bounds stays there to be mended.
  const typed = useSignal(lastDayOf(state.ticket.peek(), zone));
  const choose = ({ value, validity }: HTMLInputElement) => {
    typed.value = value;
    state.change({ type: 'goodTill', goodTill: validity.valid ? endOfDay(value, zone) : '' });
  };
  return (
    <FieldFrame id={id} label={t('ticket:good-till.last-day')} problem={problem}>
      <div class="field-box" data-invalid={problem ? '' : undefined}>
        <input
          id={id}
          type="date"
          class="num"
          min={dayText(Date.now(), zone)}
          max={dayText(Date.now() + DAYS_MAX * DAY_MS, zone)}
          value={typed.value}
          aria-describedby={`${id}-note`}
          onInput={(event) => choose(event.currentTarget)}
        />
      </div>
    </FieldFrame>
  );
}

/** Unix seconds of the end of a day; '' for no day. */
function endOfDay(day: string, zone: string): string {
  const offset = offsetIn(zone);
  const startMs = startOfDay(day, offset);
  return Number.isNaN(startMs) ? '' : String(dayEnd(startMs, offset) / 1_000);
}

/** What a date begins with: a day that is whole, whatever the time is now. */
function endOfTomorrow(zone: string): string {
  const offset = offsetIn(zone);
  return String(dayEnd(dayEnd(Date.now(), offset), offset) / 1_000);
}

/** The day that a ticket waits to the end of; '' before one is chosen. */
const lastDayOf = (ticket: Ticket | undefined, zone: string): string =>
  ticket && ticket.goodTill !== '' ? dayText(Number(ticket.goodTill) * 1_000 - 1, zone) : '';
