import { type Signal, signal, useSignalEffect } from '@preact/signals';
import { useMemo, useState } from 'preact/hooks';
import { INDICATOR_BOUNDS, INDICATOR_KINDS, type IndicatorKind } from '#domain/indicators/indicator-choice.ts';
import { Button } from '../../../kit/button.tsx';
import { Field } from '../../../kit/field.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { Switch } from '../../../kit/switch.tsx';
import { type Key, t } from '../../../language/i18n.ts';
import type { ChartChoice } from './chart-choice.ts';
import { choiceOf, formOf, type IndicatorForm, type IndicatorProblem, problemOf } from './chart-indicator-form.ts';
import './chart-indicator-sheet.css';

type IndicatorSheetProps = { open: Signal<boolean>; code: string; choice: ChartChoice; onChoose: (choice: ChartChoice) => void };

/** Which indicators the chart of this product shows, and with which numbers. */
export function ChartIndicatorSheet({ open, code, choice, onChoose }: IndicatorSheetProps) {
  const save = (next: ChartChoice) => {
    onChoose(next);
    open.value = false;
  };
  return (
    <Sheet open={open} title={t('trade:indicator.title')} closeLabel={t('shell:close')}>
      <p class="indicators-of">{t('chart:indicator.only', { code })}</p>
      <Form choice={choice} onSave={save} />
    </Sheet>
  );
}

function Form({ choice, onSave }: { choice: ChartChoice; onSave: (choice: ChartChoice) => void }) {
  const [form, setForm] = useState<IndicatorForm>(() => formOf(choice));
  const result = choiceOf(form);
  return (
    <form
      class="indicators"
      onSubmit={(event) => {
        event.preventDefault();
        if (result) onSave(result);
      }}
    >
      {INDICATOR_KINDS.map((kind) => (
        <Part key={kind} kind={kind} form={form} onChange={setForm} />
      ))}
      <Switch label={t('chart:indicator.volume')} checked={form.hasVolume} onChange={(hasVolume) => setForm({ ...form, hasVolume })} />
      <Button type="submit" kind="primary" size="tall" disabled={!result}>
        {t('chart:indicator.save')}
      </Button>
    </form>
  );
}

type PartProps = { kind: IndicatorKind; form: IndicatorForm; onChange: (form: IndicatorForm) => void };

function Part({ kind, form, onChange }: PartProps) {
  const problem = problemOf(form, kind);
  const set = (at: number, text: string) => {
    const texts = form.texts[kind].map((old, field) => (field === at ? text : old));
    onChange({ ...form, texts: { ...form.texts, [kind]: texts } });
  };
  return (
    <fieldset class="indicator">
      <legend class="sr-only">{t(`chart:indicator.${kind}`)}</legend>
      <Switch
        label={t(`chart:indicator.${kind}`)}
        checked={form.on[kind]}
        onChange={(on) => onChange({ ...form, on: { ...form.on, [kind]: on } })}
      />
      {form.on[kind] && (
        <>
          <div class="indicator-numbers">
            {form.texts[kind].map((text, at) => (
              <NumberField key={at} label={fieldName(kind, at)} text={text} isWrong={isAt(problem, at)} onText={(next) => set(at, next)} />
            ))}
          </div>
          <p class="indicator-problem" role="alert">
            {problem && problemText(kind, problem)}
          </p>
        </>
      )}
    </fieldset>
  );
}

const isAt = (problem: IndicatorProblem | undefined, at: number): boolean => problem?.rule === 'range' && problem.at === at;

type NumberFieldProps = { label: string; text: string; isWrong: boolean; onText: (text: string) => void };

/** A short decimal; the message is below the row, since a third of a phone is too narrow for it. */
function NumberField({ label, text, isWrong, onText }: NumberFieldProps) {
  const value = useMemo(() => signal(text), []);
  useSignalEffect(() => {
    if (value.value !== text) onText(value.value);
  });
  return (
    <div data-wrong={isWrong || undefined}>
      <Field label={label} value={value} type="decimal" maxLength={4} />
    </div>
  );
}

const NAMES: Readonly<Record<'boll' | 'macd' | 'rsi', readonly Key[]>> = {
  boll: ['chart:indicator.period', 'chart:indicator.width'],
  macd: ['chart:indicator.fast', 'chart:indicator.slow', 'chart:indicator.signal'],
  rsi: ['chart:indicator.period'],
};
const fieldName = (kind: IndicatorKind, at: number): string =>
  kind === 'ma' || kind === 'ema' ? t('chart:indicator.line', { number: at + 1 }) : t(NAMES[kind][at] as Key);

function problemText(kind: IndicatorKind, problem: IndicatorProblem): string {
  if (problem.rule !== 'range') return t(`chart:indicator.${problem.rule}`);
  const { min, max } = INDICATOR_BOUNDS[kind][problem.at] as { min: number; max: number };
  const values = { name: fieldName(kind, problem.at), min, max };
  return kind === 'boll' && problem.at === 1 ? t('chart:indicator.decimal', values) : t('chart:indicator.whole', values);
}
