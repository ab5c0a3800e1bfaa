import { beforeEach, expect, test } from 'vitest';
import type { Reply } from '../../src/app/replies/reply.ts';
import { rulesets } from '../../src/systems/index.ts';
import { recordingPlaces } from '../campaign/clock-stage.ts';
import { must } from './duel.ts';
import { type House, house, opened } from './house.ts';

let there: House;

const textOf = ({ cards }: Pick<Reply, 'cards'>): readonly string[] =>
  cards.flatMap(({ title, lines }) => [title, ...lines.map(({ text }) => text)]);
const done = async (user: string, path: string, input = {}) => textOf(await must(there, user, path, input));
const refused = async (user: string, path: string, input = {}): Promise<string> => {
  const answer = await there.run(user, path, input);
  return answer.ok ? 'it was done' : there.sentence(answer.error, 'table');
};
const offered = async (user: string, path: string, option: string, typed = '', soFar = {}) =>
  (await there.complete(user, path, option, typed, soFar)).map(({ value }) => value);

/** Gwen leads a campaign that Ada plays in. Eve is a stranger to it, and it needs an invitation. */
beforeEach(async () => {
  there = house({}, undefined, recordingPlaces().places);
  await must(there, 'gwen', 'campaign create', { name: 'Road', systems: 'skure, sword-world, straalara, segment' });
  await must(there, 'ada', 'campaign join');
  await must(there, 'gwen', 'campaign rules', { entry: 'invited' });
});

test('players pick the campaign’s classes and characters, and see nothing else of its library', async () => {
  await must(there, 'gwen', 'character create', {
    system: 'skure',
    name: 'Old Rook',
    preset: 'Zombie',
    changes: 'hp=7',
  });
  const saved = await done('gwen', 'library save', { kind: 'preset', content: 'Old Rook', note: 'A ferryman.' });
  expect(saved).toContain(
    'The campaign’s players can see and pick it. If it is secret, save it in your own library instead.',
  );
  await must(there, 'gwen', 'library save', {
    kind: 'preset',
    name: 'Warden',
    content: 'Swordsman',
    changes: 'maxHp=99',
  });
  await must(there, 'gwen', 'library save', { kind: 'foe', name: 'Lich', content: 'Zombie' });
  await must(there, 'gwen', 'battle create', { name: 'Ford', size: '8x8' });
  for (const [path, soFar] of [
    ['battle join', {}],
    ['character create', { system: 'skure' }],
    ['character preset', { system: 'skure' }],
  ] as const)
    expect((await offered('ada', path, 'preset', '', soFar)).slice(0, 3), path).toEqual(
      expect.arrayContaining(['Old Rook', 'Warden']),
    );
  expect(await offered('eve', 'battle join', 'preset', 'warden')).toEqual([]);
  expect(await offered('ada', 'library show', 'name')).toEqual(['Old Rook', 'Warden']);
  expect(await refused('ada', 'library delete', { name: 'Warden' })).toMatch(/Only/);
  expect(await refused('ada', 'library save', { kind: 'preset', content: 'Swordsman', shelf: 'campaign' })).toMatch(
    /Only/,
  );
  await must(there, 'ada', 'battle join', { preset: 'Old Rook', side: 'allies' });
  expect((await opened(there)).game.roster().map(({ id }) => id)).toEqual(['ada']);
  await must(there, 'ada', 'character create', { system: 'skure', name: 'Wren', preset: 'Warden', changes: 'hp=50' });
  expect((await there.stores.characters.find('ada', 'guild', 'Wren'))?.sheet).toMatchObject({ maxHp: 99, hp: 50 });
  await must(there, 'gwen', 'npc add', { preset: 'Warden' });
});

/** The title of a rulebook's first preset. */
const firstPreset = (system: string): string => {
  const [preset] = Object.values(rulesets.find(({ id }) => id === system)?.presets ?? {});
  return preset?.title ?? '';
};

const abilities = [
  ['skure', { content: 'cost=2, range=5, damage=20, element=fire' }, { cost: 2, damage: 20 }],
  ['sword-world', { content: 'mpCost=5, range=20, resist=half, damage={"power":20}' }, { mpCost: 5 }],
  ['straalara', { content: 'kind=attack, attribute=wits, ability=occult, damage.base=3' }, { kind: 'attack' }],
  ['segment', { content: 'tradition=cleric, castingTime=4, damage=2d6' }, { castingTime: 4 }],
] as const;

test.each(abilities)(
  '%s: a saved ability is added by its form, and follows later changes',
  async (system, input, has) => {
    const save = { kind: 'ability', system, name: 'Ember', note: 'It glows.', ...input };
    expect(await done('gwen', 'library save', save)).toContain('It glows.');
    await must(there, 'ada', 'character create', {
      system,
      name: 'Wren',
      preset: firstPreset(system),
    });
    const form = { who: 'Wren', of: system, does: 'add', at: 'spells', value: 'Ember' };
    await must(there, 'ada', 'character form', form);
    const entry = async () => {
      const sheet = (await there.stores.characters.find('ada', 'guild', 'Wren'))?.sheet as { spells: unknown[] };
      return sheet.spells.at(-1);
    };
    expect(await entry()).toMatchObject({ ...has, text: 'It glows.' });
    await must(there, 'gwen', 'library save', { ...save, note: 'It burns.', over: true });
    await must(there, 'gwen', 'battle create', { name: 'Ford', system });
    await must(there, 'ada', 'battle join', { character: 'Wren', ...(system !== 'sword-world' && { side: 'allies' }) });
    expect(JSON.stringify((await opened(there)).game.save())).toContain('It burns.');
  },
);

test('an ability names unknown values and modifiers, and the lists it can join', async () => {
  const save = { kind: 'ability', system: 'skure', name: 'Ember' };
  expect(await refused('gwen', 'library save', { ...save, content: 'cost=2, rang=5' })).toMatch(/rang/);
  expect(await refused('gwen', 'library save', { ...save, content: 'cost=2' })).toMatch(/spells.0.range/);
  expect(
    await refused('gwen', 'library save', { ...save, content: 'cost=2, range=5, effect.modifiers.hits=3' }),
  ).toMatch(/no modifier named hits. Choose one of these: hit, dodge/);
  expect(await refused('gwen', 'library save', { ...save, list: 'prayers' })).toMatch(/spells, breaths/);
  expect(await refused('gwen', 'library save', { ...save, system: 'dskull' })).toMatch(/dSkull/);
});

test('a caster saved without spells is offered the list of spells', async () => {
  const saved = await must(there, 'ada', 'character create', {
    ...{ system: 'skure', name: 'Wren', preset: 'Swordsman' },
    changes: 'maxEssence=5',
  });
  expect(textOf(saved)).toContain('Wren has no spells yet. Choose some, or type your own.');
  const press = saved.controls.flat()[0]?.press;
  expect(textOf(await must(there, 'ada', press?.path.join(' ') ?? '', press?.input))[0]).toMatch(/Spells/);
});

test('a result’s menu leads from an ability to its text in the log', async () => {
  const ember = 'spells=[{"name":"Ember","cost":1,"range":0,"text":"It glows."}], maxEssence=5, agility=99';
  await must(there, 'gwen', 'battle create', { name: 'Ford', size: '8x8' });
  await must(there, 'ada', 'character create', { system: 'skure', name: 'Wren', preset: 'Swordsman', changes: ember });
  await must(there, 'ada', 'battle join', { character: 'Wren', side: 'allies' });
  await must(there, 'gwen', 'npc add', { preset: 'Zombie' });
  await must(there, 'gwen', 'battle deploy');
  await must(there, 'gwen', 'battle start');
  const cast = await must(there, 'ada', 'cast', { spell: 'Ember', target: 'Wren' });
  expect(textOf(cast)).toContain('Ember: It glows.');
  const why = cast.controls.flat().find(({ label }) => label === 'Why?');
  expect(why?.kind === 'select' && why.options.map(({ value }) => value)).toContain('Ember:');
  expect((await done('ada', 'rule', { words: 'Ember:' })).join(' ')).toContain('It glows.');
});
