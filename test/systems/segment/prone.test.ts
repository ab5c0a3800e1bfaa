import { expect, test } from 'vitest';
import { gmViewer } from '../../../src/rules/reader.ts';
import { segment } from '../../../src/systems/segment/index.ts';
import type { Raw } from '../../conformance/segment/raw.ts';
import { ann, closed, grim, idle, run, tableOf } from './table.ts';

const steps = (
  lines: readonly { readonly rows: readonly (readonly { readonly rule?: string; says: unknown }[])[] }[],
) => lines.flatMap(({ rows }) => rows.flat()).flatMap(({ rule, says }) => (rule === 'SEG-RUL-93' ? [says] : []));

/** What is told, under this setting, of Grim who falls when it is pushed about. */
const toldOfFall = (settings: Raw) => {
  const stage = tableOf([ann(), grim({ noMovement: true, dex: 10 })], [21], settings);
  const before = JSON.parse(JSON.stringify(stage.state()));
  expect(stage.order('GM', 'force-move', { target: 'Grim', to: '5,5' }, 'GM')).toBeUndefined();
  expect(stage.left()).toBe(0);
  return steps(segment.openGame(before).narrate(stage.events(), gmViewer));
};

test.each([
  ['off', []],
  ['melee', ['melee attacks on it +10', 'its own melee attacks −10']],
  ['all', ['melee attacks on it +10', 'its own melee attacks −10', 'ranged attacks on it −10']],
])('SEG-RUL-93: whoever falls is told what it does (%s)', (prone, told) => {
  expect(toldOfFall({ prone })).toEqual(told);
});

test('SEG-RUL-93: nothing is told of it unless the table has it mean something', () => {
  expect(toldOfFall({})).toEqual([]);
});

test('SEG-RUL-93 SEG-FREE-2: dropping prone is told so too, speaking is not', () => {
  const stage = tableOf([ann(), grim()], [], { prone: 'melee' });
  const before = JSON.parse(JSON.stringify(stage.state()));
  run(
    closed(stage, {
      Ann: { action: 'none', options: 'free drop prone' },
      Grim: { action: 'none', options: 'free speak or shout' },
    }),
  );
  const told = segment.openGame(before).narrate(stage.events(), gmViewer);
  expect(steps(told)).toEqual(['melee attacks on it +10', 'its own melee attacks −10']);
});

test('SEG-RUL-93: standing up, by the free move or by the GM, ends it before the attack', () => {
  const struck = (options: string | undefined) => {
    const stage = tableOf([ann(), grim({ prone: true, im: 9 })], [5, 97], { prone: 'melee' });
    run(closed(stage, { Ann: { action: 'attack', target: 'Grim' }, Grim: { ...idle, ...(options && { options }) } }));
    expect(stage.left()).toBe(0);
    return stage.events().find(({ type }) => type === 'attacked');
  };
  expect(struck(undefined)).toMatchObject({ sc: 110 });
  expect(struck('step 2/0')).toMatchObject({ sc: 100 });
});
