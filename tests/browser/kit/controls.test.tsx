import { type Signal, signal } from '@preact/signals';
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Field } from '#ui/kit/field.tsx';
import { Select } from '#ui/kit/select.tsx';
import { Stepper } from '#ui/kit/stepper.tsx';
import { Switch } from '#ui/kit/switch.tsx';
import { SwitchedNumber } from '#ui/kit/switched-number.tsx';
import { Tabs } from '#ui/kit/tabs.tsx';
import '#ui/tokens.css';
import { problemsOf } from '../support/axe.ts';
import { sizeOf } from '../support/size.ts';

afterEach(() => {
  cleanup();
  document.documentElement.dir = 'ltr';
  document.documentElement.dataset.theme = 'light';
});

describe('tabs', () => {
  const items = ['one', 'two', 'three'].map((value) => ({ value, label: value }));
  const selected = signal('one');
  const Strip = ({ variant }: { variant: 'segmented' | 'chips' }) => (
    <Tabs items={items} selected={selected.value} onSelect={(value) => (selected.value = value)} label="Numbers" variant={variant} />
  );
  const focused = () => document.activeElement?.textContent;

  it('is one stop for Tab; arrows, Home and End move and select', async () => {
    selected.value = 'one';
    render(<Strip variant="chips" />);
    await userEvent.keyboard('{Tab}');
    expect(focused()).toBe('one');
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => [focused(), selected.value]).toEqual(['two', 'two']);
    await userEvent.keyboard('{End}');
    await expect.poll(() => selected.value).toBe('three');
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => selected.value).toBe('one');
    await userEvent.keyboard('{Home}{ArrowLeft}');
    await expect.poll(() => selected.value).toBe('three');
    expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([-1, -1, 0]);
  });

  it('turns the arrows round from right to left', async () => {
    document.documentElement.dir = 'rtl';
    selected.value = 'one';
    render(<Strip variant="segmented" />);
    await userEvent.keyboard('{Tab}{ArrowLeft}');
    await expect.poll(() => selected.value).toBe('two');
  });

  it('each is 44 px high in both shapes, in one line as long as there is room, and none runs out of a strip that is too narrow', () => {
    const strip = (variant: 'segmented' | 'chips', width: number) => {
      const { container } = render(<Strip variant={variant} />);
      (container as HTMLElement).style.inlineSize = `${width}px`;
      const { right } = container.getBoundingClientRect();
      return { right, tabs: [...container.querySelectorAll('[role="tab"]')].map((tab) => tab.getBoundingClientRect()) };
    };
    for (const variant of ['segmented', 'chips'] as const) {
      for (const { height } of strip(variant, 300).tabs) expect(height).toBe(44);
    }
    const [wide, narrow] = [strip('segmented', 300), strip('segmented', 90)];
    expect([new Set(wide.tabs.map(({ top }) => top)).size, new Set(wide.tabs.map(({ width }) => Math.round(width))).size]).toEqual([1, 1]);
    expect(new Set(narrow.tabs.map(({ top }) => top)).size).toBeGreaterThan(1);
    for (const tab of narrow.tabs) expect(tab.right).toBeLessThanOrEqual(narrow.right);
  });

  it.each(['light', 'dark'])('passes axe in both shapes, %s', async (theme) => {
    document.documentElement.dataset.theme = theme;
    render(
      <main>
        <Strip variant="segmented" />
        <Strip variant="chips" />
      </main>,
    );
    expect(await problemsOf(document.body)).toEqual([]);
  });
});

describe('stepper', () => {
  const show = (props: { problem?: string } = {}) => {
    const value = signal('0.1');
    render(<Stepper label="Lots" value={value} step="0.01" min="0.1" max="50" lessLabel="Fewer lots" moreLabel="More lots" {...props} />);
    return value;
  };

  it('steps exactly by its buttons and by the arrow keys, inside its limits', async () => {
    const value = show();
    const more = screen.getByRole('button', { name: 'More lots' });
    for (let press = 0; press < 3; press++) await userEvent.click(more);
    expect(value.value).toBe('0.13');
    const input = screen.getByRole('spinbutton', { name: 'Lots' });
    input.focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(value.value).toBe('0.10');
    expect(input.getAttribute('aria-valuetext')).toBe('0.10');
    expect(input.getAttribute('inputmode')).toBe('decimal');
  });

  it('takes a comma for a point and refuses what is no decimal', async () => {
    const value = show();
    const input = screen.getByRole('spinbutton');
    await userEvent.clear(input);
    await userEvent.type(input, '1,5e-x');
    expect(value.value).toBe('1.5');
    expect((input as HTMLInputElement).value).toBe('1.5');
  });

  it('says its problem on itself, and passes axe', async () => {
    show({ problem: 'At least 0.1 lot' });
    const input = screen.getByRole('spinbutton');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe('At least 0.1 lot');
    expect(await problemsOf(document.body)).toEqual([]);
  });
});

describe('a decimal is typed and stepped alike, whatever field it stands in', () => {
  const fields = {
    stepper: (value: Signal<string>) => <Stepper label="Price" value={value} step="0.01" lessLabel="Less" moreLabel="More" />,
    'number that may be off': (value: Signal<string>) => (
      <SwitchedNumber label="Price" isOn onSwitch={() => undefined} value={value} step="0.01" offText="Off" />
    ),
  };
  it.each(Object.keys(fields) as (keyof typeof fields)[])('%s', async (name) => {
    const value = signal('1.10');
    render(fields[name](value));
    const input = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Price' });
    await userEvent.clear(input);
    await userEvent.type(input, '-0,0x2e');
    expect([value.value, input.value]).toEqual(['0.02', '0.02']);
    await userEvent.keyboard('{ArrowUp}');
    expect(value.value).toBe('0.03');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}');
    expect([value.value, input.getAttribute('aria-valuetext')]).toEqual(['0.00', '0.00']);
  });

  it('a number that is off shows that it is, and cannot be typed into', () => {
    render(<SwitchedNumber label="Price" isOn={false} onSwitch={() => undefined} value={signal('1.1')} step="0.1" offText="Off" />);
    const input = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Price' });
    expect([input.disabled, input.value, input.placeholder, input.getAttribute('aria-valuetext')]).toEqual([true, '', 'Off', 'Off']);
  });

  it.each([false, true])('what is said of a number keeps its room while it is off, and is said only while it is on: %s', (isOn) => {
    render(
      <SwitchedNumber
        label="Price"
        isOn={isOn}
        keepsRoom
        onSwitch={() => undefined}
        value={signal('1.1')}
        step="0.1"
        offText="Off"
        hint="Below 1.2"
      />,
    );
    const described = screen.getByRole('spinbutton', { name: 'Price' }).getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toBe(isOn ? 'Below 1.2' : undefined);
    expect(screen.getByText('Below 1.2')).toBeTruthy();
  });
});

it('a switch is a switch: name, state, keyboard', async () => {
  const isOn = signal(false);
  const Row = () => <Switch label="Dark theme" checked={isOn.value} onChange={(next) => (isOn.value = next)} />;
  render(<Row />);
  const control = screen.getByRole('switch', { name: 'Dark theme' });
  control.focus();
  await userEvent.keyboard(' ');
  await expect.poll(() => control.getAttribute('aria-checked')).toBe('true');
});

it('a busy button cannot be pressed a second time', async () => {
  const press = vi.fn();
  render(
    <Button busy onClick={press}>
      Buy
    </Button>,
  );
  screen.getByRole('button', { name: 'Buy' }).click();
  expect(press).not.toHaveBeenCalled();
});

it.each(['light', 'dark'])('buttons, fields and banners pass axe, contrast included, %s', async (theme) => {
  document.documentElement.dataset.theme = theme;
  render(
    <main class="card">
      {(['primary', 'plain', 'up', 'down', 'danger', 'quiet'] as const).map((kind) => (
        <Button key={kind} kind={kind}>
          {kind}
        </Button>
      ))}
      <Field label="E-mail" value={signal('')} type="email" hint="As you registered" />
      <Field label="Password" value={signal('x')} type="password" problem="Wrong" />
      <Select label="Leverage" value={signal('100')} options={[{ value: '100', label: '100×' }]} />
      <Switch label="Stops" checked={true} onChange={() => undefined} />
      <Banner tone="warn">Stale prices</Banner>
      <Banner tone="bad">Refused</Banner>
      <Banner>For your information</Banner>
    </main>,
  );
  expect(await problemsOf(document.body)).toEqual([]);
});

it('every control is at least 44 px high', () => {
  render(
    <main>
      <Button>Plain</Button>
      <Field label="E-mail" value={signal('')} />
      <Select label="Leverage" value={signal('1')} options={[{ value: '1', label: '1×' }]} />
      <Stepper label="Lots" value={signal('1')} step="1" lessLabel="Less" moreLabel="More" />
      <Switch label="Stops" checked={false} onChange={() => undefined} />
    </main>,
  );
  for (const selector of ['.button', '.field-box', '.stepper', '.switch']) {
    for (const node of document.querySelectorAll(selector)) expect(sizeOf(node).height, selector).toBeGreaterThanOrEqual(44);
  }
});
