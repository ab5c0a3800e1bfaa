import { beforeEach, expect, test } from 'vitest';
import { savedKinds } from '../../src/app/library/libraries.ts';
import type { Reply } from '../../src/app/replies/reply.ts';
import { rulesets } from '../../src/systems/index.ts';
import { recordingPlaces } from '../campaign/clock-stage.ts';
import { must } from './duel.ts';
import { type House, house } from './house.ts';

let there: House;

const textOf = ({ cards }: Pick<Reply, 'cards'>): readonly string[] =>
  cards.flatMap(({ title, lines }) => [title, ...lines.map(({ text }) => text)]);
const done = async (user: string, what: string, input = {}) =>
  textOf(await must(there, user, `library ${what}`, input));
const refused = async (user: string, what: string, input = {}): Promise<string> => {
  const answer = await there.run(user, `library ${what}`, input);
  return answer.ok ? 'it was done' : there.sentence(answer.error, 'table');
};
/** The suggested names, without preset encounters. */
const offers = async (user: string, what: string, soFar = {}) => {
  const presets = rulesets.flatMap(({ encounters }) => encounters.map(({ name }) => name));
  const all = await there.complete(user, `library ${what}`, 'name', '', soFar);
  return all.filter(({ value }) => !presets.includes(value));
};

/** Gwen leads a campaign that Ada plays in. Gwen has a character, a warband and one item of each kind. */
beforeEach(async () => {
  there = house({}, undefined, recordingPlaces().places);
  await must(there, 'gwen', 'campaign create', { name: 'Road', systems: 'skure' });
  await must(there, 'ada', 'campaign join');
  await must(there, 'gwen', 'character create', { system: 'skure', name: 'Grim', preset: 'Swordsman' });
  await must(there, 'gwen', 'character create', { system: 'dskull', preset: 'Greyford Watch', name: 'Watch' });
  await there.run('gwen', 'warband make', { page: 'all', act: 'keep' });
  for (const [kind, name, content] of [
    ['foe', 'Grim', 'Zombie'],
    ['group', 'Band', 'Grim 2'],
    ['encounter', 'Ambush', 'Grim 2'],
    ['map', 'Hall', '6x4'],
    ['table', 'Loot', '1-6 a pearl'],
    ['roll', 'Sword', 'd20+7'],
  ])
    await done('gwen', 'save', { kind, name, content, shelf: 'campaign' });
});

test('/library list lists every kind, and show finds each item by name', async () => {
  expect(await done('gwen', 'list')).toEqual([
    'Saved here',
    'Characters in your characters, Skure: Grim.',
    'Warbands in your characters, dSkull Skirmish: Watch.',
    'Foes in the library of Road, Skure: Grim.',
    'Groups in the library of Road, Skure: Band.',
    'Encounters in the library of Road, Skure: Ambush.',
    'Tables in the library of Road: Loot.',
    'Rolls in the library of Road: Sword.',
    'Maps in the library of Road: Hall.',
  ]);
  const all = await offers('gwen', 'show');
  expect(new Set(all.map(({ label }) => /\((\w+)\)$/.exec(label)?.[1]))).toEqual(
    new Set(savedKinds.filter((kind) => !['preset', 'ability'].includes(kind))),
  );
  for (const name of ['Watch', 'Band', 'Ambush', 'Hall', 'Loot', 'Sword'])
    expect((await done('gwen', 'show', { name }))[0]).toContain(name);
});

test('items saved for a campaign are secret from its players', async () => {
  for (const what of ['show', 'rename', 'copy', 'delete', 'export']) {
    const more = what === 'rename' ? { to: 'X' } : {};
    expect(await offers('ada', what)).toEqual([]);
    for (const kind of [undefined, ...savedKinds])
      expect(await offers('ada', what, { kind, shelf: 'campaign' })).toEqual([]);
    expect(await refused('ada', what, { name: 'Ambush', kind: 'encounter', ...more })).toBe(
      'There is no saved encounter named Ambush here. /library list shows what is saved.',
    );
  }
  await done('gwen', 'delete', { name: 'Ambush' });
  expect(await offers('ada', 'restore')).toEqual([]);
  expect(await refused('ada', 'restore', { name: 'Ambush' })).toContain('Nothing named Ambush is saved here.');
  expect(await done('ada', 'list')).not.toContain('Road');
});

test('an ambiguous name needs the kind, and deleting needs the full name', async () => {
  expect(await refused('gwen', 'rename', { name: 'Grim', to: 'Grub' })).toBe(
    'Several things are named Grim. Choose with the option kind: character or foe.',
  );
  await done('gwen', 'rename', { name: 'Grim', kind: 'foe', to: 'Grub' });
  expect(await refused('gwen', 'delete', { name: 'Gru' })).toContain('Did you mean Grub?');
  expect(await done('gwen', 'delete', { name: 'grub' })).toContain('Grub is deleted from the library of Road');
});

test('a renamed character keeps its id and history', async () => {
  const before = await there.stores.characters.find('gwen', 'guild', 'Grim');
  await done('gwen', 'rename', { name: 'Grim', kind: 'character', to: 'Vex' });
  const after = await there.stores.characters.find('gwen', 'guild', 'Vex');
  expect(after).toEqual({ ...before, name: 'Vex', updatedAt: expect.any(Number) });
  await done('gwen', 'copy', { name: 'Vex', to: 'Nix' });
  expect(await refused('gwen', 'rename', { name: 'Nix', to: 'vex' })).toContain('already have a character named Vex');
});

test('an option of another kind is refused', async () => {
  expect(await refused('gwen', 'save', { kind: 'map', name: 'X', content: '2x2', heroes: 2 })).toBe(
    'A map has no heroes. Leave that option out.',
  );
});

test('an exported group contains its foes and can be imported by another user', async () => {
  const { files } = await must(there, 'gwen', 'library export', { name: 'Band' });
  expect(await done('eve', 'import', { file: String(files[0]?.content) })).toContain(
    'Libraries: Grim (foe); Band (group).',
  );
  const [group, foe] = await there.stores.library.listByUser('eve');
  expect(group?.thing).toMatchObject({ members: [{ name: 'Grim', count: 2, of: { foe: foe?.id } }] });
});
