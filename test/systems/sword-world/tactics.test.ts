import { expect, test } from 'vitest';
import type { Game } from '../../../src/rules/game.ts';
import { does, fighting, gathered, gm, gmViewer, unitIn, verb } from './table.ts';

const corrected = (game: Game, who: string, field: string, value: string): Game =>
  does(game, { do: 'correct', field, who, value }).game;

const bestOf = (game: Game, actor: string) => {
  const [best] = game.plans(actor, gmViewer);
  if (best === undefined) throw new Error(`${actor} has no plan.`);
  return best;
};

const heal = { id: 'Cure Wounds', cls: 'Priest', mpCost: 3, range: 10, recovery: { power: 10 } };

const friends = [
  ['Wolf', 'allies', 'wolf'],
  ['Ilse', 'allies', 'ilse', { spells: [heal], magicPower: 6 }],
  ['Grim', 'enemies', 'goblin'],
] as const;

test('a healer heals a unit that is nearly down, and no unhurt unit', () => {
  const begun = fighting(friends, {}, 'Wolf: front; Ilse: rear');
  expect(bestOf(begun, 'Ilse').orders.map((each) => each.verb)).not.toContain('cast');
  const hurt = corrected(begun, 'Wolf', 'hp', '5');
  expect(bestOf(hurt, 'Ilse').orders[0]).toEqual({ verb: 'cast', params: { spell: 'Cure Wounds', target: 'Wolf' } });
});

test('a plan uses both hands and the feat that is worth its Evasion', () => {
  const best = bestOf(
    fighting([
      ['Wolf', 'allies', 'wolf'],
      ['Grim', 'enemies', 'goblin'],
    ]),
    'Wolf',
  );
  expect(best.label).toMatch(
    /^Attack Grim with the bastard sword in both hands, with Power Attack: \d+ % to take the target down$/,
  );
  expect(best.orders).toEqual([
    { verb: 'minor', params: { kind: 'feat', item: 'Power Attack' } },
    { verb: 'attack', params: { target: 'Grim', stance: '2H' } },
    { verb: 'end', params: {} },
  ]);
});

test('a plan casts an area spell at foes alone, not where it would take down a friend', () => {
  const cast = [
    ['Wolf', 'allies', 'wolf'],
    ['Ilse', 'allies', 'ilse'],
    ['Grim', 'enemies', 'goblin'],
    ['Grub', 'enemies', 'goblin'],
    ['Grot', 'enemies', 'goblin'],
  ] as const;
  const among = bestOf(corrected(fighting(cast, {}, 'Wolf: front; Ilse: rear'), 'Wolf', 'hp', '6'), 'Ilse');
  expect(among.orders[0]).toMatchObject({ verb: 'cast', params: { spell: 'Energy Bolt' } });
  const apart = fighting(cast, { mode: 'standard' }, 'Wolf: 0; Ilse: 0; Grim: 15; Grub: 15; Grot: 15');
  expect(
    bestOf(apart, 'Ilse').orders.map(({ verb: name, params }) => [name, params.spell ?? params.to]),
  ).toContainEqual(['cast', 'Fireball']);
});

test('SW-PLACE-3: the usual places put ranged fighters in the Rearguard if others hold the Frontline', () => {
  const begun = gathered([
    ['Wolf', 'allies', 'wolf'],
    ['Tess', 'allies', 'tess'],
    ['Grim', 'enemies', 'goblin'],
  ]);
  const rolled = does(begun, verb('initiative'), gm, [6, 5, 6, 5]).game;
  const params = { placement: 'unplaced allies: usual' };
  expect(rolled.expectedActions()[0]?.auto?.params).toEqual(params);
  const placed = does(rolled, verb('place', params)).game;
  expect(['Wolf', 'Tess'].map((id) => unitIn(placed, id).area)).toEqual(['front', 'alliesRear']);
});

test('a plan approaches a distant foe, and attacks a foe in the way', () => {
  const far = fighting(
    [
      ['Wolf', 'allies', 'wolf'],
      ['Grim', 'enemies', 'goblin'],
    ],
    { mode: 'standard' },
    'Wolf: 0; Grim: 60',
  );
  expect(bestOf(far, 'Wolf').orders[0]).toMatchObject({ verb: 'move' });
  const near = fighting(
    [
      ['Wolf', 'allies', 'wolf'],
      ['Grim', 'enemies', 'goblin'],
    ],
    { mode: 'standard' },
    'Wolf: 0; Grim: 9',
  );
  expect(bestOf(near, 'Wolf').orders.map((each) => each.verb)).toEqual(['move', 'minor', 'attack', 'end']);
});

test('SW-RETREAT-1, SW-END-1: plans of a losing unit include retreat and surrender', () => {
  const cast = [
    ['Wolf', 'allies', 'wolf'],
    ['Grim', 'enemies', 'goblin'],
    ['Grub', 'enemies', 'goblin'],
    ['Grot', 'enemies', 'goblin'],
  ] as const;
  const lost = corrected(fighting(cast), 'Wolf', 'hp', '4');
  const labels = lost.plans('Wolf', gmViewer).map(({ label }) => label);
  expect(labels).toContain('Declare a retreat');
  expect(labels.at(-1)).toBe('Surrender');
});

test('plans know a foe’s condition in words, not its HP', () => {
  const game = fighting([
    ['Wolf', 'allies', 'wolf'],
    ['Grim', 'enemies', 'goblin', { hp: 40 }],
  ]);
  const [one, other] = ['39', '31'].map((hp) => corrected(game, 'Grim', 'hp', hp).plans('Wolf', gmViewer));
  expect(one).toEqual(other);
  expect(corrected(game, 'Grim', 'hp', '9').plans('Wolf', gmViewer)).not.toEqual(one);
});

test('SW-RUL-94: a flyer out of reach lands to attack', () => {
  const cast = [
    ['Wolf', 'allies', 'wolf'],
    ['Bat', 'enemies', 'goblin', { canFly: true }],
  ] as const;
  for (const mode of ['standard', 'simplified']) {
    const up = corrected(fighting(cast, { mode }), 'Bat', 'altitude', '30');
    const best = bestOf(does(up, verb('next')).game, 'Bat');
    expect(best.orders.map(({ verb: name, params }) => [name, params.altitude ?? params.target])).toEqual([
      ['move', 0],
      ['attack', 'Wolf'],
      ['end', undefined],
    ]);
  }
});
