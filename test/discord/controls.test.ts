import fc from 'fast-check';
import { expect, test } from 'vitest';
import { currentControlEdition, upcastControlAction } from '../../src/app/editions/presses.ts';
import type { Control, ControlAction } from '../../src/app/replies/reply.ts';
import { toComponents } from '../../src/discord/controls.ts';
import {
  formatCustomId,
  formatSelectValue,
  isAbridged,
  parseCustomId,
  parseSelectValue,
} from '../../src/discord/custom-id.ts';
import { readMessage } from './fake/message-rules.ts';

const battle = '7b3c2a10-9f4e-4c1d-8a55-0123456789ab';
const value = fc.oneof(
  fc.string({ maxLength: 120 }),
  fc.string({ unit: fc.constantFrom('|', '%', '=', '~', 'é', '😀', 'p', 'i'), maxLength: 40 }),
  fc.integer({ min: -10_000, max: 10_000 }),
  fc.boolean(),
);
const presses: fc.Arbitrary<ControlAction> = fc.record(
  {
    path: fc.constantFrom(['attack'], ['battle', 'join'], ['gm', 'panel']),
    input: fc.dictionary(fc.constantFrom('target', 'mode', 'amount', 'atRange', 'as-whom'), value, { maxKeys: 3 }),
    battle: fc.oneof(fc.uuid(), fc.constant('battle|7%'), fc.stringMatching(/^\d{17,19}$/)),
    moment: fc.nat(2 ** 30 - 1),
  },
  { requiredKeys: ['path', 'input'] },
);

test('a button action survives its custom id, and a shortened value is still recognized', () => {
  fc.assert(
    fc.property(presses, fc.nat(24), (press, slot) => {
      const id = formatCustomId(press, slot, 'target');
      expect(id).toBeDefined();
      if (id === undefined) return;
      expect(id.length).toBeLessThanOrEqual(100);
      const read = parseCustomId(id);
      expect(read?.option).toBe('target');
      expect(read?.press).toMatchObject({ ...press, input: read?.press.input });
      for (const [name, given] of Object.entries(press.input)) {
        const short = read?.abridged[name];
        if (short === undefined) expect(read?.press.input[name]).toBe(given);
        else expect(isAbridged(short, String(given))).toBe(true);
      }
    }),
  );
});

test('an ordinary button action is written out in full, with battle and entry number', () => {
  const press: ControlAction = {
    path: ['attack'],
    input: { target: 'Grim', mode: 'melee', aimed: true, times: 2 },
    battle,
    moment: 1234,
  };
  const id = formatCustomId(press, 3);
  expect(id).toBe(
    `3.${currentControlEdition}|attack||*ezwqEJ9OTB2KVQEjRWeJqw|ya|target=Grim|mode=melee|aimed!1|times:2`,
  );
  expect(parseCustomId(id ?? '')).toEqual({ press, option: undefined, abridged: {} });
  const drafted = { ...press, input: { target: 'Grim' }, draft: 'N NE' };
  expect(parseCustomId(formatCustomId(drafted, 3) ?? '')?.press).toEqual(drafted);
});

test.each([
  { what: 'the first edition', head: '3.1' },
  { what: 'the first edition, in a private message', head: '3G.1', view: 'gm' as const },
  { what: 'a release newer than this', head: '3.zz' },
])('a saved button of $what still means the same', ({ head, view }) => {
  const press: ControlAction = { path: ['end'], input: { as: 'Ann' }, battle, moment: 1234, ...(view && { view }) };
  expect(parseCustomId(`${head}|end||*ezwqEJ9OTB2KVQEjRWeJqw|ya|as=Ann`)?.press).toEqual(press);
});

test('a saved button action passes the upcasts since its edition, in order', () => {
  const press: ControlAction = { path: ['attack'], input: {} };
  expect(upcastControlAction(currentControlEdition, press)).toBe(press);
  const steps = ['strike', 'hit'].map((name) => (each: ControlAction) => ({ ...each, path: [...each.path, name] }));
  expect(upcastControlAction(1, press, steps).path).toEqual(['attack', 'strike', 'hit']);
  expect(upcastControlAction(2, press, steps).path).toEqual(['attack', 'hit']);
});

test('an action too long for a custom id gets no button and is counted', () => {
  const input = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`option${n}`, n]));
  expect(formatCustomId({ path: ['attack'], input }, 0)).toBeUndefined();
  const control: Control = { kind: 'button', label: 'x', style: 'primary', press: { path: ['attack'], input } };
  expect(toComponents([[control]])).toEqual({ rows: [], leftOut: 1 });
});

test('a custom id that the bot did not write is ignored', () => {
  expect(parseCustomId('vote-up')).toBeUndefined();
  expect(parseCustomId('0|attack||b|1|???')).toBeUndefined();
});

test('a select value reads as it was written, or is recognized if shortened', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 200 }), (text) => {
      const written = formatSelectValue(text);
      expect(written.length).toBeLessThanOrEqual(100);
      const read = parseSelectValue(written);
      expect(typeof read === 'string' ? read === text : isAbridged(read, text)).toBe(true);
    }),
  );
});

const press: ControlAction = { path: ['attack'], input: { target: 'Grim' } };
const button = (label: string): Control => ({ kind: 'button', label, style: 'primary', press });

test('two buttons with the same action have different custom ids', () => {
  const { rows } = toComponents([[button('A'), button('A')]]);
  expect(() => readMessage({ content: 'x', components: rows }, [], true)).not.toThrow();
});

test('controls beyond Discord’s limit are dropped and counted', () => {
  const many = Array.from({ length: 7 }, () =>
    Array.from({ length: 6 }, (_, n) => button(`Button ${n} ${'x'.repeat(100)}`)),
  );
  const { rows, leftOut } = toComponents(many);
  expect(rows.map(({ components }) => components.length)).toEqual([5, 1, 5, 1, 5]);
  expect(leftOut).toBe(42 - 17);
  expect(() => readMessage({ content: 'x', components: rows }, [], true)).not.toThrow();
});

test('a select has its own row, at most 25 options, and each value once', () => {
  const select: Control = {
    kind: 'select',
    label: 'Whom? '.repeat(40),
    option: 'target',
    options: [
      ...Array.from({ length: 30 }, (_, n) => ({
        label: `Foe ${n}`.repeat(30),
        value: `foe ${n}`,
        note: 'near '.repeat(40),
      })),
      { label: 'again', value: 'foe 1' },
    ],
    press,
  };
  const { rows } = toComponents([[button('A'), select, button('B')]]);
  expect(rows.map(({ components }) => components.length)).toEqual([1, 1, 1]);
  const [, row] = readMessage({ content: 'x', components: rows }, [], true).components ?? [];
  expect(row?.components[0]).toMatchObject({ type: 3 });
  const [menu] = row?.components ?? [];
  expect(menu?.type === 3 ? menu.options.length : 0).toBe(25);
});

test('a select without options is dropped', () => {
  expect(toComponents([[{ kind: 'select', label: 'x', option: 'target', options: [], press }]])).toEqual({
    rows: [],
    leftOut: 1,
  });
});
