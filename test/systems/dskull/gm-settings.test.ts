import { expect, test } from 'vitest';
import { gmViewer } from '../../../src/rules/reader.ts';
import { dskull, settingsSchema } from '../../../src/systems/dskull/index.ts';
import { duel, firstEvent, inPhase, stage } from './stage.ts';

test('DS-GEN-10, DS-CMD-17: settings change before round 1', () => {
  const table = stage(duel, [], (state) => ({ ...state, phase: 'deploy' }));
  table.order('set', { key: 'attack.shieldStep', value: '-3' }, 'gm');
  table.order('set', { key: 'dice.faces', value: 'brutal' }, 'gm');
  expect(table.state().settings).toMatchObject({
    attack: { shieldStep: -3 },
    dice: { faces: ['SKL', 'BLK', 'ADV', 'HIT', 'HIT', 'HIT'] },
  });
});

test.each([
  { key: 'attack.shieldStep', value: '−2', at: ['attack', 'shieldStep'], want: -2, says: '−2' },
  { key: 'shield step', value: '+1', at: ['attack', 'shieldStep'], want: 1, says: '1' },
  { key: 'test.moraleAdv', value: 'no', at: ['test', 'moraleAdv'], want: false, says: 'no' },
  { key: 'two hand grip', value: 'Off', at: ['attack', 'twoHandGrip'], want: 'off', says: 'off' },
  { key: 'attack.maxBands', value: '3', at: ['attack', 'maxBands'], want: 3, says: '3' },
  { key: 'attack.maxBands', value: 'none', at: ['attack', 'maxBands'], want: null, says: 'none' },
  { key: 'bodies', value: 'grunt, scout', at: ['bodies'], want: ['grunt', 'scout'], says: 'grunt, scout' },
  { key: 'faces', value: 'gentle', at: ['dice', 'faces', '1'], want: 'BLK', says: 'SKL, BLK, BLK, ADV, HIT, HIT' },
  {
    key: 'dice.faces',
    value: 'skl blk adv adv adv hit',
    at: ['dice', 'faces', '4'],
    want: 'ADV',
    says: 'SKL, BLK, ADV, ADV, ADV, HIT',
  },
  {
    key: 'skills.prices tactics',
    value: 'not for sale',
    at: ['skills', 'prices', 'tactics'],
    want: 'not-for-sale',
    says: 'not for sale',
  },
  { key: 'skills.prices.persuasion', value: '2', at: ['skills', 'prices', 'persuasion'], want: 2, says: '2' },
  {
    key: 'skills.prices',
    value: 'persuasion 1, medicine not for sale',
    at: ['skills', 'prices'],
    want: { tactics: 1, medicine: 'not-for-sale', persuasion: 1 },
    says: 'tactics 1, medicine not for sale, persuasion 1',
  },
  { key: 'attack.tables.primary 2', value: '2/0', at: ['attack', 'tables', 'primary', '2'], want: [2, 0], says: '2/0' },
  { key: 'points.limit', value: 'default', at: ['points', 'limit'], want: 40, says: '40' },
])('DS-CMD-17: the GM sets $key to $value in plain words', ({ key, value, at, want, says }) => {
  const table = stage(duel, [], (state) => ({
    ...state,
    phase: 'deploy',
    settings: settingsSchema.parse({ points: { limit: 30 }, attack: { maxBands: 2 } }),
  }));
  const set = firstEvent(table.order('set', { key, value }, 'gm'), 'settings-set');
  const settings: unknown = table.state().settings;
  expect(at.reduce<unknown>((tree, name) => Object(tree)[name], settings)).toEqual(want);
  expect(set.value).toBe(says);
});

test.each([
  { key: 'attack.statuses', value: 'suggested', says: 'The setting “Surprised and Flanked” is now suggested.' },
  { key: 'skills.prices.war-cry', value: '2', says: 'The setting “Skills for sale: war cry” is now 2.' },
  { key: 'gone.since', value: '1', says: 'The setting “gone.since” is now 1.' },
])('DS-CMD-17: the log calls $key by its title', ({ key, value, says }) => {
  const game = dskull.openGame(JSON.parse(JSON.stringify(stage(duel, []).state())));
  expect(
    game.narrate([{ type: 'settings-set', key, value, settings: settingsSchema.parse({}) }], gmViewer),
  ).toMatchObject([{ text: says }]);
});

test.each([
  { key: 'attack.shieldStep', value: 'a lot', problem: 'a number is needed' },
  { key: 'attack.shieldStep', value: '100', problem: 'at most 99' },
  { key: 'los.corners', value: 'soft', problem: 'choose one of grazing, strict' },
  { key: 'round.autoEnd', value: 'perhaps', problem: 'choose one of yes, no' },
  { key: 'skills.prices', value: '3', problem: 'write entries with their values, like grunt 4, bruiser 6' },
  { key: 'skills.prices', value: 'tactics cheap', problem: 'tactics: a number is needed' },
  { key: 'points.body ogre', value: 'default', problem: 'the rulebook has no such entry' },
  { key: 'nothing', value: '1', problem: 'no setting has that name; choose one from the suggestions' },
  { key: 'prices', value: '1', problem: 'choose one of traits.prices, skills.prices' },
])('DS-CMD-17: $key $value is refused with the valid values', ({ key, value, problem }) => {
  const told = stage(duel, [], inPhase('deploy')).order('set', { key, value }, 'gm');
  expect(told).toMatchObject({ kind: 'refused', code: 'setting-unknown', facts: { problem } });
});
