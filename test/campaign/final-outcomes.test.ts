import { beforeEach, describe, expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';
import { type ClockStage, clockStage, memoryGround } from './clock-stage.ts';

let on: ClockStage;
beforeEach(async () => {
  on = await clockStage(memoryGround);
});

/** What the GM corrects to wound a combatant, and to end its life. */
const fates: Readonly<
  Record<string, { readonly wound?: readonly [string, string]; readonly end: readonly [string, string] }>
> = {
  skure: { wound: ['hp', '12'], end: ['hp', '-200'] },
  dskull: { end: ['life', 'killed'] },
  'sword-world': { wound: ['hp', '3'], end: ['statuses', 'dead'] },
  straalara: { wound: ['lost', '3'], end: ['life', 'dead'] },
  segment: { wound: ['hp', '5'], end: ['life', 'dead'] },
};

const said = (to: string, words: string) =>
  expect.arrayContaining([expect.objectContaining({ to, says: expect.stringContaining(words) })]);
const code = async (user: string, path: string, input = {}, channel = 'table') => {
  const answer = await on.ask(user, path, input, channel);
  return answer.ok ? 'ok' : answer.error.code;
};

/** A battle of a campaign that asks about wounds. Ada joins with a preset. */
const openBattle = async (system: string, preset: string) => {
  await on.run('gm', 'campaign create', { name: 'Road', systems: system });
  await on.run('ada', 'campaign join');
  await on.run('gm', 'battle create', { name: 'Ford' });
  return on.run('ada', 'battle join', { preset });
};
const endAfter = async ([field, value]: readonly [string, string], who: string) => {
  await on.run('gm', 'gm set', { field, value, who, reason: 'the test' });
  on.news();
  await on.run('gm', 'battle end');
};

describe.each(rulesets.map((ruleset) => ({ id: ruleset.id, ruleset })))('$id', ({ id, ruleset }) => {
  const [preset = ''] = Object.keys(ruleset.presets);
  const { wound, end } = fates[id] ?? { end: ['life', 'dead'] };

  test('a preset that joins a campaign is saved, and its death counts at once', async () => {
    const joined = await openBattle(id, preset);
    const [saved] = await on.stores.characters.list('ada', 'guild');
    expect(JSON.stringify(joined)).toContain(`${saved?.name} is saved as your character`);
    const battle = await on.house().services.battles.open('table');
    const roster = battle.ok ? battle.value.game.roster() : [];
    await endAfter(end, roster.map((each) => each.id).join(', '));
    expect(on.news()).toEqual(said('#table', saved?.name ?? '-'));
    await on.run('gm', 'battle create', { name: 'Hill' });
    expect(await code('ada', 'battle join', { character: saved?.name })).toBe('character-dead');
    // Someone else’s fresh start is no loophole: the name stays the dead one’s.
    expect(JSON.stringify(await on.run('ada', 'battle join', { preset }))).toContain('is not saved');
  });

  test.runIf(wound !== undefined)(
    'undecided wounds are put to the GM, who decides before the next battle',
    async () => {
      await openBattle(id, preset);
      const [saved] = await on.stores.characters.list('ada', 'guild');
      await endAfter(wound ?? end, 'ada');
      expect(on.news()).toEqual(said('#table', 'gm decides whether this stays'));
      await on.run('gm', 'battle create', { name: 'Hill' });
      const character = saved?.name ?? '';
      const before = await on.log();
      expect(await code('ada', 'battle join', { character })).toBe('wounds-undecided');
      expect(await on.log()).toEqual(before);
      expect(on.news()).toEqual(said('@gm', 'What happens to these characters?'));
      const ford = (await on.stores.battles.list('guild')).find(({ name }) => name === 'Ford');
      await on.run('gm', 'campaign carry-over', { battle: ford?.id, row: 1, choice: 'keep' });
      expect(on.news()).toEqual(said('@ada', 'gm decided that this stays: ada: '));
      expect(await code('ada', 'battle join', { character })).toBe('ok');
    },
  );
});

test('dskull: killed warriors leave the warband at once, the others stay', async () => {
  await openBattle('dskull', Object.keys(rulesets.find(({ id }) => id === 'dskull')?.presets ?? {})[0] ?? '');
  const size = async () => {
    const [band] = await on.stores.characters.list('ada', 'guild');
    return (band?.sheet as { readonly warriors: readonly unknown[] } | undefined)?.warriors.length ?? 0;
  };
  const whole = await size();
  const battle = await on.house().services.battles.open('table');
  await endAfter(['life', 'killed'], (battle.ok && battle.value.game.roster()[0]?.id) || '');
  expect(await size()).toBe(whole - 1);
  expect(on.news()).toEqual(said('#table', ' killed'));
});

test('outside campaigns a preset that joins is not saved', async () => {
  await on.run('gm', 'battle create', { system: 'skure' });
  await on.run('ada', 'battle join', { preset: 'Swordsman' });
  expect(await on.stores.characters.list('ada', 'guild')).toEqual([]);
});

test('a refused join leaves no saved character behind', async () => {
  await openBattle('skure', 'Swordsman');
  expect(await code('bob', 'battle join', { preset: 'Swordsman', name: 'ada' })).not.toBe('ok');
  expect(await on.stores.characters.list('bob', 'guild')).toEqual([]);
});
