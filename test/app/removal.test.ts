import { beforeEach, expect, test } from 'vitest';
import { expectedActionsForViewer } from '../../src/battle/views/expected-actions.ts';
import { rulesets } from '../../src/systems/index.ts';
import { recordingPlaces } from '../campaign/clock-stage.ts';
import { sidesOf } from '../systems/any-battle.ts';
import { must, secret } from './duel.ts';
import { type House, house, opened } from './house.ts';

let there: House;
const done = (user: string, path: string, input = {}) => must(there, user, path, input);
const actors = async () => [...new Set((await opened(there)).game.roster().map(({ actor }) => actor))];

/** What a user has read of the whole battle. */
const readBy = async (user: string): Promise<string> => {
  const log = await there.services.battles.logView('table', user);
  return log.ok ? log.value.flatMap(({ lines }) => lines.map(({ text }) => text)).join('\n') : log.error.code;
};

beforeEach(() => {
  there = house();
});

test.each(rulesets)(
  '$id: combatants are removed before and during a battle, and an undo brings them back',
  async ({ id: system, presets }) => {
    const ruleset = rulesets.find(({ id }) => id === system);
    const [one, other] = ruleset === undefined ? [] : sidesOf(ruleset);
    const [preset = ''] = Object.keys(presets);
    await done('gm', 'battle create', { system, name: 'Ford' });
    await done('ada', 'battle join', { preset, name: 'Ann', side: one });
    await done('bob', 'battle join', { preset, name: 'Bob', side: other });
    await done('gm', 'npc add', { preset, name: 'Spare', side: other });
    expect((await there.run('ada', 'gm remove', { who: 'Spare' })).ok).toBe(false);
    await done('gm', 'gm remove', { who: 'Spare', as: 'mistake' });
    expect(await actors()).toEqual(['Ann', 'Bob']);
    await done('gm', 'npc add', { preset, name: secret, side: other, hidden: 'until-revealed' });
    await done('gm', 'battle deploy').catch(() => undefined);
    await done('gm', 'battle start');
    const before = structuredClone((await opened(there)).saved.game);
    await done('gm', 'gm remove', { who: secret, as: 'fled' });
    await done('gm', 'gm remove', { who: 'Bob', as: 'captured', reason: 'tied up' });
    const { saved, game } = await opened(there);
    expect(saved.table.departed).toMatchObject({ [secret]: { as: 'fled' }, Bob: { as: 'captured' } });
    expect(game.roster().filter(({ actor, up }) => actor !== 'Ann' && up)).toEqual([]);
    expect(await readBy('ada')).toContain('Bob is captured');
    for (const user of ['ada', 'bob', 'nobody']) expect(await readBy(user)).not.toContain(secret);
    await done('gm', 'undo');
    await done('gm', 'undo');
    expect((await opened(there)).saved.game).toEqual(before);
    expect((await opened(there)).saved.table.control.Bob).toBe('bob');
  },
);

test.each(rulesets)(
  '$id: a renamed combatant keeps its player, and is expected under its new name',
  async ({ id: system, presets }) => {
    const ruleset = rulesets.find(({ id }) => id === system);
    const [one, other] = ruleset === undefined ? [] : sidesOf(ruleset);
    const [preset = ''] = Object.keys(presets);
    await done('gm', 'battle create', { system, name: 'Ford' });
    await done('ada', 'battle join', { preset, name: 'Ann', side: one });
    await done('gm', 'npc add', { preset, name: 'Spare', side: other });
    await done('gm', 'battle deploy').catch(() => undefined);
    await done('gm', 'battle start');
    const awaited = async (name: string) =>
      expectedActionsForViewer(await opened(there), 'gm').filter(({ actor }) => actor === name).length;
    const [ann, spare] = [await awaited('Ann'), await awaited('Spare')];
    await done('gm', 'battle rename', { who: 'ann', name: 'Rose' });
    expect(await there.run('gm', 'battle rename', { who: 'Spare', name: 'rose' })).toMatchObject({
      error: { code: 'name-taken' },
    });
    expect(await actors()).toEqual(['Rose', 'Spare']);
    expect((await opened(there)).saved.table.control).toEqual({ Rose: 'ada' });
    expect([await awaited('Rose'), await awaited('Spare')]).toEqual([ann, spare]);
    expect(await readBy('ada')).toContain('Ann is now called Rose.');
  },
);

test('a captured character keeps its wounds, and the campaign says that it was captured', async () => {
  there = house({}, undefined, recordingPlaces().places);
  await done('gm', 'campaign create', { name: 'Road', systems: 'skure', carry: 'ask' });
  await done('ada', 'campaign join');
  await done('ada', 'character create', { system: 'skure', name: 'Grim', preset: 'Swordsman' });
  await done('gm', 'battle create', { name: 'Ford', size: '6x6' });
  await done('ada', 'battle join', { character: 'Grim', side: 'red' });
  await done('gm', 'npc add', { preset: 'Zombie' });
  await done('gm', 'battle deploy');
  await done('gm', 'battle start');
  await done('gm', 'gm set', { field: 'hp', value: '12', who: 'Grim' });
  await done('gm', 'gm remove', { who: 'Grim', as: 'captured' });
  expect((await opened(there)).game.status).toBe('ended');
  const [campaign] = await there.stores.campaigns.list('guild');
  const [fate] = campaign === undefined ? [] : await there.services.carryOver.listUndecided(campaign);
  expect(fate?.carried).toMatchObject({ dead: false, sheet: { hp: 12 }, changes: [expect.any(String), 'captured'] });
});
