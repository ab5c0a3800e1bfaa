import { expect, test } from 'vitest';
import { swordWorld } from '../../../src/systems/sword-world/index.ts';
import { ann, asGm, does, fighting, gm, gmViewer, refusal, sheet, stateOf, unitIn, verb } from './table.ts';

const buckler = { id: 'Buckler', defense: 2, evaMod: 1 };

/** Wolf with this sheet, in its turn, against Grim, who has fixed values. */
const wolfWith = (more: object, foe: object = {}) => {
  const game = fighting([
    ['Wolf', 'allies', 'wolf', more],
    ['Grim', 'enemies', 'goblin', { hp: 200, ...foe }],
  ]);
  return does(game, verb('begin'), asGm('Wolf')).game;
};

type Played = ReturnType<typeof wolfWith>;

/** Wolf's Evasion and Defense against Grim's attack. Wolf rolls 3 and 4. */
const struckBy = (game: Played) => {
  const ended = does(game, verb('end'), asGm('Wolf')).game;
  const ready = stateOf(ended).units.some(({ id, turn }) => id === 'Grim' && turn !== undefined)
    ? ended
    : does(ended, verb('begin'), asGm('Grim')).game;
  const { events } = does(ready, verb('attack', { target: 'Wolf' }), asGm('Grim'), [3, 4]);
  return events.find(({ type }) => type === 'attacked') as unknown as {
    readonly evasion: { readonly total: number };
  };
};

const evasion = (more: object): number => struckBy(wolfWith(more)).evasion.total;

const told = (game: Played): string => JSON.stringify(game.view(gmViewer));

test('SW-GEAR-1: a shield adds Evasion and Defense while it is held', () => {
  const bare = evasion({ shields: [buckler], held: [] });
  expect(evasion({ shields: [buckler], held: ['buckler'] })).toBe(bare + 1);
  const defense = (held: readonly string[]) =>
    /Defense (\d+)/.exec(told(wolfWith({ defense: 3, shields: [buckler], held })))?.[1];
  expect([defense([]), defense(['Buckler'])]).toEqual(['3', '5']);
});

test('SW-GEAR-1, SW-ACT-11: a shield is taken with a free hand, and dropped', () => {
  const game = wolfWith({ shields: [buckler], held: [], hands: 1 });
  const held = does(game, verb('minor', { kind: 'equip', item: 'buckler' }), asGm('Wolf')).game;
  expect(unitIn(held, 'Wolf').held).toEqual(['Buckler']);
  expect(refusal(held, verb('minor', { kind: 'equip', item: 'Buckler' }), asGm('Wolf'))).toBe('E_HANDS_FULL');
  expect(refusal(game, verb('minor', { kind: 'equip', item: 'Tower Shield' }), asGm('Wolf'))).toBe('E_NOT_HERE');
  const dropped = does(held, verb('minor', { kind: 'drop', item: 'Buckler' }), asGm('Wolf')).game;
  expect(unitIn(dropped, 'Wolf').held).toEqual([]);
});

test('SW-GEAR-1: a unit with a shield holds nothing in both hands', () => {
  const [weapon] =
    swordWorld.presets.wolf === undefined ? [] : (sheet('wolf') as { weapons: { id: string }[] }).weapons;
  const stances = { '1H': { power: 10, c: 10 }, '2H': { power: 15, c: 10 } };
  const game = wolfWith({ shields: [buckler], weapons: [{ ...weapon, stances }], held: ['Buckler'] });
  const equip = (to: string) => verb('minor', { kind: 'equip', item: weapon?.id, to });
  expect(refusal(game, equip('2H'), asGm('Wolf'))).toBe('E_HANDS_FULL');
  expect(refusal(game, equip('1H'), asGm('Wolf'))).toBe('done');
});

test('SW-GEAR-2: the Defense set of the held piece counts, otherwise the set that needs none', () => {
  const defenses = [
    { id: 'with the great shield', holds: 'Great Shield', defense: 9, evaMod: -1 },
    { id: 'without', defense: 4, evaMod: 1 },
  ];
  const plain = evasion({ held: [], evaMod: 0 });
  expect(evasion({ defenses, held: [], evaMod: 0 })).toBe(plain + 1);
  expect(evasion({ defenses, held: ['Great Shield'], evaMod: 0 })).toBe(plain - 1);
  expect(told(wolfWith({ defenses, held: ['Great Shield'], defense: 2 }))).toContain('Defense 9');
  expect(told(wolfWith({ defenses, held: [], defense: 2 }))).toContain('Defense 4');
});

test('SW-GEAR-3: taking out luggage is a Major Action and needs a free hand', () => {
  const game = wolfWith({ luggage: ['Rope', 'Torch'], held: [] });
  const out = does(game, verb('major', { kind: 'unpack', item: 'rope' }), asGm('Wolf')).game;
  expect(unitIn(out, 'Wolf')).toMatchObject({ held: ['Rope'], luggage: ['Torch'] });
  expect(refusal(out, verb('major', { kind: 'unpack', item: 'Torch' }), asGm('Wolf'))).toBe('E_MAJOR_ALREADY_USED');
  expect(refusal(game, verb('major', { kind: 'unpack', item: 'Tent' }), asGm('Wolf'))).toBe('E_NOT_HERE');
  const full = wolfWith({ luggage: ['Rope'], held: ['Torch'], hands: 1 });
  expect(refusal(full, verb('major', { kind: 'unpack', item: 'Rope' }), asGm('Wolf'))).toBe('E_HANDS_FULL');
  expect(game.offers('major', 'item', asGm('Wolf'), { kind: 'unpack' }, gmViewer)?.map(({ value }) => value)).toEqual([
    'Rope',
    'Torch',
  ]);
});

test('SW-GEAR-4, SW-HEAL-1: a potion of the sheet heals by its row and is used up', () => {
  const potions = [{ id: 'Healing Potion', power: 20, left: 1 }];
  const game = wolfWith({ potions, hp: 40, hpLeft: 10 });
  const drink = verb('potion', { own: 'healing potion' });
  const drunk = does(game, drink, asGm('Wolf'), [3, 4]);
  expect(drunk.events).toContainEqual(
    expect.objectContaining({ type: 'potion-used', potion: 'Healing Potion', left: 0 }),
  );
  expect(unitIn(drunk.game, 'Wolf').bodies[0]?.hp).toBeGreaterThan(10);
  const next = does(wolfWith({ potions: [{ ...potions[0], left: 0 }] }), verb('end'), asGm('Wolf')).game;
  expect(refusal(wolfWith({ potions: [{ ...potions[0], left: 0 }] }), drink, asGm('Wolf'))).toBe('E_NO_POTION');
  expect(stateOf(next).units).toHaveLength(2);
  expect(refusal(game, verb('potion', { own: 'Elixir' }), asGm('Wolf'))).toBe('E_NO_POTION');
  const own = sheet('wolf', { potions, hp: 40, hpLeft: 10 });
  expect(drunk.game.carry('Wolf', swordWorld.restore(own).ok ? own : own)).toMatchObject({
    sheet: { potions: [{ id: 'Healing Potion', left: 0 }] },
    changes: expect.arrayContaining(['1 × Healing Potion used']),
  });
});

test('SW-GEAR-4: a player drinks an own potion without asking, and asks the GM for any other', () => {
  const granted = swordWorld.verbs.potion?.needsApproval;
  expect(granted?.({ own: 'Healing Potion', target: 'Wolf' })).toEqual([]);
  expect(granted?.({ own: 'Healing Potion', power: 100 })).not.toEqual([]);
  expect(granted?.({})).not.toEqual([]);
});

test('SW-DMG-3: the Magic Power of a class replaces that of the sheet', () => {
  const spell = (cls: string) => ({ id: cls, cls, range: 20, damage: { power: 10 }, mpCost: 0 });
  const caster = { magicPower: 5, magicPowers: { Priest: 9 }, spells: [spell('Priest'), spell('Sorcerer')] };
  const harm = (cls: string) => {
    const { game } = does(
      does(wolfWith(caster), { do: 'correct', field: 'move-type', who: 'Wolf', value: 'limited' }).game,
      verb('cast', { spell: cls, target: 'Grim' }),
      asGm('Wolf'),
      [3, 4, 3, 4],
    );
    const [body] = unitIn(game, 'Grim').bodies;
    return (body?.maxHp ?? 0) - (body?.hp ?? 0);
  };
  expect(harm('Priest') - harm('Sorcerer')).toBe(4);
});

test('SW-ATTR-2: only a known weakness adds to Accuracy', () => {
  const accuracy = (weaknessKnown: boolean) => {
    const game = wolfWith({}, { weaknesses: [{ accuracy: 2 }], weaknessKnown });
    const { events } = does(game, verb('attack', { target: 'Grim' }), asGm('Wolf'), [1, 2]);
    return (events.find(({ type }) => type === 'attacked') as unknown as { accuracy: { total: number } }).accuracy
      .total;
  };
  expect(accuracy(true) - accuracy(false)).toBe(2);
});

test('SW-ATK-4, SW-ACC-3: a Battle Dancer attacks and evades with that class', () => {
  const struck = (classes: object) => {
    const { events } = does(wolfWith({ classes, feats: [] }), verb('attack', { target: 'Grim' }), asGm('Wolf'), [1, 2]);
    return (events.find(({ type }) => type === 'attacked') as unknown as { accuracy: { total: number } }).accuracy
      .total;
  };
  expect(struck({ 'Battle Dancer': 3 })).toBe(struck({ Fighter: 3 }));
  expect(struck({ 'Battle Dancer': 3 })).toBeGreaterThan(struck({ Sage: 3 }));
  expect(evasion({ classes: { 'Battle Dancer': 3 } })).toBe(evasion({ classes: { Fighter: 3 } }));
});

test('SW-RUL-44: a unit with several core sections is down when all of them are', () => {
  const section = (name: string) => ({ name, hp: 5 });
  const hydra = { sections: [section('head A'), section('head B'), section('body')], cores: ['head A', 'head B'] };
  const fell = (game: Played, who: string) => does(game, { do: 'correct', field: 'hp', who, value: '0' }, gm).game;
  const one = fell(wolfWith({}, hydra), 'Grim.head A');
  expect(one.roster().find(({ id }) => id === 'Grim')?.up).toBe(true);
  const both = fell(one, 'Grim.head B');
  expect(both.roster().find(({ id }) => id === 'Grim')?.up).toBe(false);
  expect(refusal(both, verb('begin'), ann('Grim'))).not.toBe('done');
});
