import { describe, expect, test } from 'vitest';
import { worded } from '../../../src/core/message.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import { dskull, settingsSchema } from '../../../src/systems/dskull/index.ts';
import { checkWarband } from '../../conformance/dskull/setup.ts';
import { formatSpecialSkill } from './inner.ts';
import { codeOf, firstEvent, gmCall, plain, stage, type Written, warrior } from './stage.ts';

describe('special skills', () => {
  const setup: Written = {
    board: plain,
    warriors: [
      warrior('a', 'A', [2, 2], { skills: { 'war-cry': 0 } }),
      warrior('b', 'B', [4, 2]),
      warrior('c', 'B', [7, 7]),
    ],
    activation: { warrior: 'a', active: ['sword'] },
  };
  const inForce = (params: object) => {
    const table = stage(setup);
    expect(table.order('skill', params, 'gm').kind).toBe('done');
    return table;
  };
  const offers = (table: ReturnType<typeof stage>, param: string, soFar: object = {}) =>
    dskull
      .openGame(table.state())
      .offers('special', param, { ...gmCall, actor: 'A', gm: false, controls: ['A'] }, { ...soFar }, gmViewer)
      ?.map(({ value }) => value);
  const awaited = (table: ReturnType<typeof stage>) =>
    dskull
      .openGame(table.state())
      .expectedActions()
      .flatMap(({ verbs }) => verbs);

  test('DS-SKILL-2: usable special skills are offered with their targets', () => {
    const table = inForce({ name: 'war-cry' });
    expect([offers(table, 'skill'), offers(table, 'target', { skill: 'war-cry' })]).toEqual([['war-cry'], ['b']]);
    expect(awaited(table)).toContain('special');
    expect(awaited(stage(setup))).not.toContain('special');
  });

  test('DS-SKILL-5: a removed special skill cannot be used', () => {
    const table = inForce({ name: 'War cry' });
    table.order('skill', { name: 'war-cry', does: 'off' }, 'gm');
    expect(codeOf(table.order('special', { skill: 'war-cry', target: 'b' }, 'A'))).toBe('E_SPECIAL_UNKNOWN');
  });

  test('DS-SKILL-5: the log describes a new special skill and its visible owners', () => {
    const told = firstEvent(stage(setup).order('skill', { name: 'war-cry', who: 'b' }, 'gm'), 'special-skill-added');
    expect(told).toMatchObject({ special: { cost: 1, on: 'foe', range: 3, resist: 'morale' }, who: ['b'] });
    expect(worded(formatSpecialSkill(told.special))).toBe(
      '1 action; foe within 3; unless the target passes a morale test; gain distracted',
    );
  });

  test('DS-SKILL-4: a waiting effect has its own name and works once', () => {
    const table = inForce({
      name: 'curse',
      does: 'amount -1; amount -1',
      on: 'foe',
      range: 9,
      window: 'mp.gain',
      who: 'a',
    });
    table.order('special', { skill: 'curse', target: 'b' }, 'A');
    expect(table.state().triggers.map(({ name, who, uses }) => [name, who, uses])).toEqual([
      ['curse', 'b', 1],
      ['curse 2', 'b', 1],
    ]);
  });

  test('DS-SKILL-4: points go to the user’s player', () => {
    const table = inForce({ name: 'taunt', does: 'vp 1', on: 'foe', range: 10, who: 'a' });
    expect(firstEvent(table.order('special', { skill: 'taunt', target: 'c' }, 'A'), 'scored')).toMatchObject({
      seat: 'A',
    });
  });

  test('DS-WB-18: a special skill with a price can be bought', () => {
    const written = { name: 'X', warriors: [{ name: 'A', skills: { rally: 0 } }] };
    const total = (prices: object) => checkWarband(written, settingsSchema.parse({ skills: { prices } }));
    expect(total({})).toMatchObject({ ok: false, total: 6 });
    expect(total({ rally: 2 })).toMatchObject({ ok: true, total: 8 });
  });
});
