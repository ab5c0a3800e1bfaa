import { expect, test } from 'vitest';
import type { Caller } from '../../../src/rules/expected-action.ts';
import type { Game, GameAction } from '../../../src/rules/game.ts';
import { swordWorld } from '../../../src/systems/sword-world/index.ts';
import { sentenceIn } from '../../sentence.ts';
import { ann, asGm, d6, does, fighting, gm, gmViewer, refusal, stateOf, unitIn, verb } from './table.ts';

/** A monster among the allies, so that it acts first, no longer held by how it was placed. Grim has fixed values: Evasion 10, Fortitude 10, Defense 1. */
const beside = (more: object = {}, preset = 'mire-drake') => {
  const placed = fighting([
    ['Wolf', 'allies', 'wolf'],
    ['Drake', 'allies', preset, more],
    ['Grim', 'enemies', 'goblin', { hp: 200 }],
  ]);
  const begun = does(placed, verb('begin'), asGm('Drake')).game;
  return does(begun, { do: 'correct', field: 'move-type', who: 'Drake', value: 'limited' }).game;
};

const attack = (params: object) => verb('attack', { target: 'Grim', ...params });

const lost = (game: Game, id: string): number =>
  stateOf(game).units.reduce(
    (sum, unit) => sum + unit.bodies.reduce((n, body) => n + (body.id === id ? body.maxHp - body.hp : 0), 0),
    0,
  );

const offered = (game: Game, name: string, option: string, soFar: object = {}, call = asGm('Drake')) =>
  game.offers(name, option, call, { ...soFar }, gmViewer)?.map(({ value }) => value) ?? [];

const beast = (more: object) => beside(more, 'goblin');

/** The sentence of a refused order. */
const saysOf = (game: Game, doing: GameAction, call: Caller): string => {
  const outcome = game.act(doing, call, [], d6([]));
  return outcome.ok ? 'done' : (sentenceIn(swordWorld, outcome.error) ?? '');
};

const spit = { id: 'spit', damage: { x: 6 }, damageType: 'magical', resist: 'half' };

const drops = [{ item: 'hide' }, { item: 'horn', from: 7, to: 9 }, { item: 'gem', from: 10 }];

test('SW-ATK-9: a section makes the named attack, otherwise the first it can make', () => {
  const game = beside();
  expect(offered(game, 'attack', 'ability')).toEqual(['bite', 'mire breath', 'tail', 'wing blow']);
  expect(offered(game, 'attack', 'ability', { section: 'body' })).toEqual(['tail']);
  const tail = does(game, attack({ ability: 'TAIL' }), asGm('Drake'), [3, 4]);
  expect(tail.events).toContainEqual(
    expect.objectContaining({ type: 'attacked', body: 'Drake.body', ability: 'tail', hit: true }),
  );
  expect(lost(tail.game, 'Grim')).toBe(14);
  const bite = does(tail.game, attack({}), asGm('Drake'), [1, 2]);
  expect(bite.events).toContainEqual(expect.objectContaining({ body: 'Drake.head A', ability: 'bite' }));
  expect(refusal(game, attack({ ability: 'horn' }), asGm('Drake'))).toBe('E_NO_ABILITY');
  expect(refusal(game, attack({ ability: 'tail', section: 'head A' }), asGm('Drake'))).toBe('E_NO_ABILITY');
  expect(refusal(tail.game, attack({ ability: 'tail' }), asGm('Drake'))).toBe('E_MAJOR_ALREADY_USED');
});

test('SW-ATK-9: a monster makes the first attack that reaches the target', () => {
  const far = {
    feats: ['Precise Shot'],
    attack: { id: 'claws', damage: { x: 2 } },
    attacks: [{ id: 'quills', damage: { flat: 4 }, range: 20 }],
  };
  const game = does(beast(far), { do: 'correct', field: 'place', who: 'Drake', value: 'alliesRear' }).game;
  const shot = does(game, attack({}), asGm('Drake'));
  expect(shot.events).toContainEqual(expect.objectContaining({ ability: 'quills', mode: 'shoot' }));
  expect(refusal(game, attack({ ability: 'claws' }), asGm('Drake'))).toBe('E_OUT_OF_RANGE');
});

test('SW-DATA-1: a refused target suggests sections or names that exist', () => {
  const game = fighting([
    ['Wolf', 'allies', 'wolf', { feats: ['Multi-Action'] }],
    ['Drake', 'enemies', 'mire-drake'],
  ]);
  const at = (target: string) => saysOf(game, verb('attack', { target }), ann('Wolf'));
  expect(at('drake')).toBe(
    'Choose a section of Drake: Drake.head A, Drake.head B, Drake.body, Drake.wing A or Drake.wing B.',
  );
  expect(at('Drake.tail')).toBe('No one in this battle is named Drake.tail; /my view shows who is there.');
  const slain = ['body', 'head A', 'head B', 'wing A'].reduce(
    (now, section) => does(now, { do: 'correct', field: 'statuses', who: `Drake.${section}`, value: 'dead' }).game,
    game,
  );
  expect(saysOf(slain, verb('attack', { target: 'Drake.body' }), ann('Wolf'))).toBe(
    'Choose a section of Drake: Drake.wing B.',
  );
  expect(saysOf(beside(), attack({ section: 'head C' }), asGm('Drake'))).toMatch(
    /^Drake has no section head C; choose one of these: Drake.head A, /,
  );
  const sight = game.answerQuery('sight', ann('Wolf'), { target: 'Drake' }, gmViewer);
  expect(sight.ok && sight.value.title).toBe('Wolf to Drake');
});

test('SW-ATK-9: a monster’s own sections are not offered as targets', () => {
  const game = beside({ spells: [{ id: 'Bolt', range: 20, damage: { power: 10 } }] });
  const targets = [offered(game, 'attack', 'target'), offered(game, 'cast', 'target', { spell: 'Bolt' })].flat();
  expect(targets).toContain('Grim');
  expect(targets.filter((each) => String(each).startsWith('Drake'))).toEqual([]);
});

test.each([
  { says: 'flat: no dice', damage: { flat: 9 }, dice: [], want: 8 },
  { says: '2d + X', damage: { x: 3 }, dice: [2, 3], want: 7 },
  { says: 'a row, C 10, and what is added', damage: { power: 20, extra: 4 }, dice: [5, 5, 2, 3], want: 14 },
  { says: 'a row with its own C value', damage: { power: 20, c: 11 }, dice: [5, 5], want: 7 },
  { says: '1+1 on a row deals nothing', damage: { power: 20, extra: 4 }, dice: [1, 1], want: 0 },
])('SW-ATK-10: $says', ({ damage, dice, want }) => {
  const game = beast({ attack: { damage }, accuracy: { mod: 9, fixed: 16 } });
  expect(lost(does(game, attack({}), asGm('Drake'), dice).game, 'Grim')).toBe(want);
});

test('SW-ATK-10: damage to MP leaves the HP alone', () => {
  const game = beast({ attack: { damage: { flat: 3 }, pool: 'mp' }, accuracy: { mod: 9, fixed: 16 } });
  const after = does(game, attack({}), asGm('Drake')).game;
  expect([lost(after, 'Grim'), unitIn(after, 'Grim').bodies[0]?.mp]).toEqual([0, 8]);
});

test.each([
  { says: 'above the resistance: all of it', more: { check: { mod: 4, fixed: 11 } }, want: 13 },
  { says: 'a tie is resisted: half, upward', more: { check: { mod: 3, fixed: 10 } }, want: 7 },
  { says: 'resisted for nothing', more: { check: { mod: 3, fixed: 10 }, resist: 'negates' }, want: 0 },
  { says: 'by Willpower, which is 9', more: { check: { mod: 3, fixed: 10 }, resistBy: 'willpower' }, want: 13 },
  { says: 'the Accuracy of its body, where it has no value', more: {}, want: 7 },
  { says: 'none: nothing is rolled', more: { check: { mod: 0, fixed: 0 }, resist: 'none' }, want: 13 },
])('SW-ATK-11: $says', ({ more, want }) => {
  const game = beast({ attacks: [{ ...spit, ...more }] });
  const spared = want === 0;
  const done = does(game, attack({ ability: 'spit' }), asGm('Drake'), spared ? [] : [3, 4]);
  expect(lost(done.game, 'Grim')).toBe(want);
  expect(done.events).toContainEqual(expect.objectContaining({ type: 'cast', natural: true, spell: 'spit' }));
});

test('SW-ATK-11: a radius affects everyone there, and a range allows only a Limited Move', () => {
  const roar = { id: 'roar', damage: { flat: 5 }, damageType: 'magical', shape: { radius: 3 }, resist: 'none' };
  const game = beast({ attacks: [roar, { ...spit, range: 20 }] });
  const done = does(game, attack({ ability: 'roar' }), asGm('Drake'));
  expect(['Wolf', 'Grim', 'Drake'].map((id) => lost(done.game, id))).toEqual([5, 5, 5]);
  const moved = does(game, { do: 'correct', field: 'move-type', who: 'Drake', value: 'normal' }).game;
  expect(refusal(moved, attack({ ability: 'spit' }), asGm('Drake'))).toBe('E_SHOOT_NEEDS_LIMITED_MOVE');
});

test('SW-ATK-11 SW-ATK-12: each head of the Mire Drake breathes once, in a line; Fortitude halves it', () => {
  const game = beside({ feats: ['Guided Magic'] });
  const breath = attack({ ability: 'mire breath' });
  const once = does(game, breath, asGm('Drake'), [6, 3, 4]);
  expect(lost(once.game, 'Grim')).toBe(13);
  expect(unitIn(once.game, 'Drake').bodies.map(({ mp }) => mp)).toEqual([0, 5, 12, 5, 5]);
  const again = attack({ ability: 'mire breath', section: 'head A' });
  expect(refusal(once.game, again, asGm('Drake'))).toBe('E_MAJOR_ALREADY_USED');
  const later = does(once.game, { do: 'correct', field: 'majors', who: 'Drake', value: 'none' }).game;
  expect(refusal(later, again, asGm('Drake'))).toBe('E_NO_MP');
});

test('SW-ATK-12 SW-ACT-3: uses and Major Actions are limited to the sheet’s numbers', () => {
  const game = beast({
    majors: 2,
    attacks: [{ id: 'sting', damage: { flat: 2 }, uses: 1 }],
    accuracy: { mod: 9, fixed: 16 },
  });
  const stung = does(game, attack({ ability: 'sting' }), asGm('Drake')).game;
  expect(unitIn(stung, 'Drake').bodies[0]?.used).toEqual({ sting: 1 });
  expect(offered(stung, 'attack', 'ability')).toEqual([]);
  expect(refusal(stung, attack({ ability: 'sting' }), asGm('Drake'))).toBe('E_USED_UP');
  const twice = does(stung, attack({}), asGm('Drake'), [3, 4]).game;
  expect(refusal(twice, attack({}), asGm('Drake'))).toBe('E_MAJOR_ALREADY_USED');
});

test('SW-MULTI-6: the named section casts and pays', () => {
  const game = beside({ spells: [{ id: 'Bolt', mpCost: 5, range: 20, damage: { power: 10 } }], magicPower: 4 });
  expect(offered(game, 'cast', 'section')).toContain('Drake.body');
  const cast = verb('cast', { spell: 'Bolt', target: 'Grim', section: 'body' });
  const done = does(game, cast, asGm('Drake'), [3, 4, 3, 4]);
  expect(done.events).toContainEqual(expect.objectContaining({ type: 'cast', body: 'Drake.body' }));
  expect(unitIn(done.game, 'Drake').bodies[2]?.mp).toBe(7);
  expect(refusal(done.game, cast, asGm('Drake'))).toBe('E_MAJOR_ALREADY_USED');
});

test.each([
  { rule: 'SW-LOOT-3', says: 'always and nothing more', drops, dice: [3, 3], items: ['hide'] },
  { says: 'from the lowest total of a row', drops, dice: [3, 4], items: ['hide', 'horn'] },
  { says: 'to the highest', drops, dice: [4, 5], items: ['hide', 'horn'] },
  { says: 'the next row begins there', drops, dice: [4, 6], items: ['hide', 'gem'] },
  { says: 'nothing at all', drops: [{ item: 'gem', from: 12 }], dice: [5, 6], items: [] },
  { says: 'without a roll where no row asks for one', drops: [{ item: 'hide' }], dice: [], items: ['hide'] },
])('SW-LOOT-3: $says', ({ drops: table, dice, items }) => {
  const game = fighting([
    ['Wolf', 'allies', 'wolf', { luggage: ['rope'] }],
    ['Grim', 'enemies', 'goblin', { drops: table }],
  ]);
  const felled = does(game, { do: 'correct', field: 'hp', who: 'Grim', value: '-3' }).game;
  const over = does(felled, { do: 'correct', field: 'stage', who: '', value: 'aftermath' }).game;
  const searched = does(over, verb('loot'), ann('Wolf'), dice);
  expect(searched.events).toContainEqual(
    expect.objectContaining({ type: 'loot-found', who: 'Wolf', monster: 'Grim', items }),
  );
  expect(unitIn(searched.game, 'Wolf').luggage).toEqual(['rope', ...items]);
  expect(refusal(searched.game, verb('loot'), ann('Wolf'))).toBe('E_NOT_NOW');
  const named = does(searched.game, verb('loot', { monsters: 'Grim' }), gm);
  expect(named.events.map(({ type }) => type)).toEqual(['looted']);
});

test.each([
  { says: 'by 3 more than without', dmgMod: 3, want: 10 },
  { says: 'by less where it is negative', dmgMod: -2, want: 5 },
])('SW-ATK-14: a weapon’s bonus raises its damage $says', ({ dmgMod, want }) => {
  const weapons = [{ id: 'blade', stances: { '1H': { power: 0, c: 10, dmgMod } } }];
  const game = fighting([
    ['Wolf', 'allies', 'wolf', { weapons, held: ['blade'] }],
    ['Grim', 'enemies', 'goblin', { hp: 200 }],
  ]);
  const struck = does(game, attack({}), ann('Wolf'), [5, 4, 6, 3]).game;
  expect(lost(struck, 'Grim')).toBe(want);
});

test('SW-ATK-13: empty hands attack with fists; SW-ATK-14 a weapon without a bonus adds none', () => {
  const game = fighting([
    ['Wolf', 'allies', 'wolf', { held: [] }],
    ['Grim', 'enemies', 'goblin', { hp: 200 }],
  ]);
  const { events } = does(game, attack({}), ann('Wolf'), [5, 4, 5, 5]);
  const damage = expect.objectContaining({ power: 0, c: 11, extra: 5 });
  expect(events).toContainEqual(expect.objectContaining({ type: 'attacked', weapon: 'fists', damage }));
  expect(refusal(game, attack({ weapon: 'club' }), ann('Wolf'))).toBe('E_NOT_HELD');
  expect(refusal(game, attack({ class: 'Ranger' }), ann('Wolf'))).toBe('E_NO_CLASS');
});

test('SW-ACC-6: the sum lists each effect by its name', () => {
  const laid = (game: Game, name: string, accuracy: number) =>
    does(game, {
      ...{ do: 'hang', who: 'Wolf', name },
      effect: { name, who: 'Wolf', modifiers: { accuracy }, ticks: { at: 'end' } },
    }).game;
  const duel = fighting([
    ['Wolf', 'allies', 'wolf'],
    ['Grim', 'enemies', 'goblin'],
  ]);
  const both = laid(laid(duel, 'Curse', -2), 'Song', 1);
  const { events } = does(both, verb('attack', { target: 'Grim' }), ann('Wolf'), [1, 2]);
  const attacked = JSON.stringify(events.find(({ type }) => type === 'attacked'));
  expect(attacked).toContain(
    '{"rule":"SW-ACC-6","says":"Curse","value":-2},{"rule":"SW-ACC-6","says":"Song","value":1}',
  );
  expect(attacked).not.toContain('"effects"');
});
