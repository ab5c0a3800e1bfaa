import { expect, test } from 'vitest';
import { find } from '../../../src/systems/segment/state.ts';
import { ann, closed, grim, idle, mend, olaf, run, seeAllViewer, tableOf, told } from './table.ts';

const cast = (spell: object, dice: readonly number[], them = [grim(), olaf()]) => {
  const caster = ann({ spells: [{ ...mend, castChance: undefined, ...spell }], energy: 9, pos: [0, 5] });
  const stage = closed(tableOf([caster, ...them], [8, ...dice]), {
    Ann: { action: 'cast', spell: 'Mend', target: String(them[0]?.name) },
    ...Object.fromEntries(them.map(({ name }) => [String(name), idle])),
  });
  const before = stage.state();
  run(stage);
  return {
    stage,
    before,
    read: (viewer = seeAllViewer) => told(before, stage.events(), viewer).map(({ text }) => text),
  };
};

test('SEG-CAST-12 a spell shows its text, and its area resists one by one, for half or nothing', () => {
  const blast = { text: 'Ash rains down.', damage: '1d6+4', ignoresProt: true, area: { radius: 2 } };
  const hex = { effect: { modifiers: { sc: -10 }, turns: 3 }, resist: { chance: 30, half: true } };
  const { stage, read } = cast({ ...blast, ...hex }, [30, 5, 31, 6]);
  expect(['Ann', 'Grim', 'Olaf'].map((who) => find(stage.state(), who)?.hp)).toEqual([50, 46, 40]);
  expect(stage.state().effects).toMatchObject([{ name: 'Mend', who: 'Olaf', modifiers: { sc: -10 } }]);
  expect(
    read()
      .filter((text) => /Mend/.test(text))
      .slice(1),
  ).toEqual([
    'Segment 8: Ann begins Mend; the spell goes off on segment 3.',
    'Grim resists Mend.',
    'Segment 3: Mend of Ann goes off on Grim. Grim: scratched.',
    'Olaf does not resist Mend.',
    'Segment 3: Mend of Ann goes off on Olaf. Olaf: scratched.',
    'Mend now affects Olaf.',
    'Mend: Ash rains down.',
  ]);
  expect(stage.left()).toBe(0);
});

test('SEG-CAST-12 a spell heals, at most to full hit points', () => {
  const { stage } = cast({ heals: 8 }, [], [grim({ maxHp: 30, hp: 25 })]);
  expect(find(stage.state(), 'Grim')?.hp).toBe(30);
});

test('SEG-CAST-12 who is hidden in the area leaves no trace in what others read', () => {
  const blast = { damage: '1d6+4', area: { radius: 2 }, effect: { modifiers: { sc: -10 } }, text: 'Ash rains down.' };
  const viewer = { ...seeAllViewer, unseen: ['Olaf'] };
  const hidden = cast(blast, [5, 6]).read(viewer);
  expect(hidden).toEqual(cast(blast, [5], [grim()]).read(viewer));
  expect(hidden).toContain('Mend: Ash rains down.');
  expect(
    cast(blast, [5], [grim()])
      .read({ ...seeAllViewer, unseen: ['Ann'] })
      .join(' '),
  ).not.toMatch(/Ash|Ann/);
});
