import { expect, test } from 'vitest';
import type { Game } from '../../../src/rules/game.ts';
import { gmViewer, type Viewer } from '../../../src/rules/reader.ts';
import { ann, as, battle, bob, cat, gm, order, stranger, verb } from './stage.ts';

const flank = battle([
  ann({ x: 4, y: 4, facing: 'SE', speed: 34, conversions: [{ element: 'fire', percent: 75 }] }),
  bob({ speed: 22, affinities: { fire: 50 }, maxHp: 60, hp: 41 }),
  cat(),
]);
const blow = order(flank, as('Ann'), verb('attack', { target: 'Bob' }), [72]);
const lines = (viewer: Viewer, game: Game = flank, { events } = blow) => game.narrate(events, viewer);
const sums = (viewer: Viewer) => lines(viewer)[0]?.rows.map((row) => row.map(({ says }) => says).join(' · '));

test('a pencil gets the same number from the rows of a blow', () => {
  expect(lines(gmViewer)[0]?.text).toBe('Ann strikes Bob from the flank: Mortal Wound, 53 damage; Bob is unconscious.');
  expect(sums(gmViewer)).toEqual([
    'd100 72 · +15 faster (34 to 22, Good Edge) · +15 flank · = 102 → stage 6',
    'attack 15 − defense 5 = 10 · ×3 stage · ×1.25 position · = 38',
    '29 fire, weak to the element ×1.5 → 44 · 9 physical · = 53',
    'Bob 41/60 → −12/60, unconscious',
  ]);
});

test('who is not told the hit points of the foes still gets the whole sum', () => {
  expect(sums(stranger)).toEqual([
    'd100 72 · +15 faster (34 to 22, Good Edge) · +15 flank · = 102 → stage 6',
    'attack 15 − defense 5 = 10 · ×3 stage · ×1.25 position · = 38',
    '29 fire, weak to the element ×1.5 → 44 · 9 physical · = 53',
    expect.stringMatching(/^Bob wounded → .*unconscious$/),
  ]);
});

const keeping = (...terms: readonly string[]): Viewer => ({
  ...stranger,
  foes: { ...stranger.foes, of: Object.fromEntries(terms.map((term) => [term, { mode: 'off', words: [] }])) },
});

test.each([
  { secret: 'attack', row: 'natural damage 10 · ×3 stage · ×1.25 position · = 38' },
  { secret: 'speed', row: 'd100 72 · → stage 6' },
])('where $secret is secret, its part of the sum is left out', ({ secret, row }) => {
  const told = sums(keeping(secret));
  expect(told).toContain(row);
  expect(told).toHaveLength(4);
});

test.each(['defense', 'affinity'])('where %s is secret, no number tells what the blow did', (secret) => {
  const viewer = keeping(secret);
  expect(lines(viewer)[0]?.text).toBe('Ann strikes Bob from the flank: Mortal Wound; Bob is unconscious.');
  expect(sums(viewer)).toHaveLength(2);
  expect(asked('odds', { target: 'Bob' }, flank, viewer)).toMatchObject({ lines: [{ text: expect.any(String) }] });
});

test('odds are told in words where a speed is secret, and not how many fell where hit points are', () => {
  const inWords = asked('odds', { target: 'Bob' }, battle(), keeping('speed'));
  expect(inWords).toMatchObject({ lines: [{ text: 'Ann almost certainly hits Bob.', rows: [] }] });
  const words = asked('odds', { target: 'Bob' }, battle(), stranger);
  expect(words).toMatchObject({ lines: [{}, { text: 'Average damage: 9.60.' }] });
});

test('an unseen attacker is somebody, and its numbers are not told', () => {
  const [first] = lines({ ...stranger, unseen: ['Ann'] });
  expect(first?.text).toBe('Somebody strikes Bob from the flank: Mortal Wound, 53 damage; Bob is unconscious.');
  expect(first?.rows).toHaveLength(1);
});

test('SK-GEN-1: everybody may be shown the board, the round, the order, the turn and the combatants', () => {
  const view = flank.view(stranger);
  expect(view).toMatchObject({
    status: 'active',
    round: 1,
    phase: 'Round 1: Ann’s turn',
    notes: ['Objective: the surviving team wins.'],
  });
  expect(view.order.map(({ id, state }) => [id, state])).toEqual([
    ['Ann', 'now'],
    ['Bob', 'next'],
    ['Cat', 'next'],
  ]);
  expect(view.combatants[1]).toMatchObject({
    id: 'Bob',
    side: 'blue',
    life: 'up',
    gauges: [{ label: 'HP', text: 'wounded' }],
    place: 'F6 facing S',
    sheet: ['agility 10 · speed 22 · attack 15 · defense 5'],
  });
  expect(flank.view(gmViewer).combatants[1]).toMatchObject({ gauges: [{ text: '41/60' }] });
  expect(flank.view(gmViewer).combatants[1]?.sheet[0]).toBe('agility 10 · speed 22 · attack 15 · defense 5');
});

test('an unseen combatant is nowhere in the view', () => {
  const seen = JSON.stringify(blow.game.view({ ...stranger, unseen: ['Ann'] }));
  expect(seen).not.toContain('Ann');
  expect(seen).toContain('Bob');
});

test('stance, aim, conditions and remains are marks', () => {
  const game = battle([
    ann({ aim: { target: 'Bob', turns: 2 } }),
    bob({ stance: 'counter', conditions: [{ name: 'gored' }] }),
    cat({ hp: -25, life: 'dead', deathCause: 'fire', remains: 'ashes' }),
  ]);
  expect(game.view(gmViewer).combatants.map(({ marks }) => marks)).toEqual([
    ['aims at Bob (+35)'],
    ['gored', 'countering'],
    ['dead', 'turned to ashes'],
  ]);
});

const led = battle([
  ann({ role: 'captain', class: 'Fierce Fire Elemental', promoted: true }),
  bob({ role: 'lieutenant', class: 'Zombie' }),
  cat(),
]);

test('SK-GEN-6: who leads is marked for everybody who sees them; class and promotion stand on the sheet', () => {
  const marks = (viewer: Viewer) => led.view(viewer).combatants.map((each) => each.marks);
  expect(marks(stranger)).toEqual([['captain'], ['lieutenant'], []]);
  expect(marks({ ...stranger, unseen: ['Ann'] })).toEqual([['lieutenant'], []]);
  const sheets = (viewer: Viewer) => led.view(viewer).combatants.map(({ sheet }) => sheet[1]);
  expect(sheets(gmViewer)).toEqual([
    'Fierce Fire Elemental · promoted · captain',
    'Zombie · lieutenant',
    'size 5 · 3F (+1) Ground · melee 1 · neutral',
  ]);
  expect(sheets(stranger)).toEqual([undefined, undefined, undefined]);
});

test('SK-GEN-6: captains and lieutenants are named on joining and at the start, but for those who are not seen', () => {
  const game = battle([ann({ role: 'captain' }), bob({ role: 'lieutenant' })], { status: 'setup' });
  const { events } = order(game, gm, { do: 'start' });
  const said = (viewer: Viewer) => game.narrate(events, viewer)[0]?.text;
  expect(said(stranger)).toBe(
    'The battle begins. Order: Ann, Bob. Leaders: Ann (captain of red) and Bob (lieutenant of blue).',
  );
  expect(said({ ...stranger, unseen: ['Ann'] })).toBe(
    'The battle begins. Order: Bob. Leaders: Bob (lieutenant of blue).',
  );
  const sheet = { agility: 1, speed: 1, attack: 1, defense: 1, maxHp: 9, size: 5, move: '3F Ground', role: 'captain' };
  expect(told(game, gm, { do: 'enter', entrant: { id: 'Eve', side: 'red', sheet } })).toEqual([
    'Eve joins red as captain.',
  ]);
});

const told = (
  game: Game,
  call: Parameters<typeof order>[1],
  doing: Parameters<typeof order>[2],
  dice: readonly number[] = [],
  viewer = gmViewer,
) => game.narrate(order(game, call, doing, dice).events, viewer).map(({ text }) => text);

test.each([
  { says: 'a move', doing: verb('move', { path: 'S' }), want: ['Ann moves F7 → F8.'] },
  {
    says: 'a flight that begins on the ground',
    doing: verb('fly', { altitude: 'mid', path: 'S' }),
    game: battle([ann({ move: '4A Flying' }), bob()]),
    want: ['Ann takes off to mid height.', 'Ann moves F7 → F8.'],
  },
  {
    says: 'a landing',
    doing: verb('fly', { altitude: 'ground' }),
    game: battle([ann({ move: '4A Flying', altitude: 'low' }), bob()]),
    want: ['Ann lands.'],
  },
  {
    says: 'a climb through the air',
    doing: verb('fly', { altitude: 'high' }),
    game: battle([ann({ move: '4A Flying', altitude: 'mid' }), bob()]),
    want: ['Ann rises to high height.'],
  },
  {
    says: 'a sinking through the air',
    doing: verb('fly', { altitude: 'low' }),
    game: battle([ann({ move: '4A Flying', altitude: 'mid' }), bob()]),
    want: ['Ann comes down to low height.'],
  },
  { says: 'per turn', doing: verb('turn', { facing: 'E' }), want: ['Ann turns to face E.'] },
  { says: 'an aim', doing: verb('aim', { target: 'Bob' }), want: ['Ann aims at Bob (1 turn).'] },
  { says: 'a defence', doing: verb('defend'), want: ['Ann defends.'] },
  { says: 'a pass', doing: verb('end'), want: ['Ann ends the turn and defends.'] },
  { says: 'a counter position', doing: verb('counter'), want: ['Ann takes a counter position.'] },
  { says: 'speech', doing: verb('say', { text: 'Have at you!' }), want: ['Ann: “Have at you!”'] },
  {
    says: 'a miss',
    doing: verb('attack', { target: 'Bob' }),
    dice: [5],
    want: ['Ann strikes Bob: Miss or Block, 0 damage.'],
  },
])('$says is told in a sentence', ({ doing, game = battle(), dice = [], want }) => {
  expect(told(game, as('Ann'), doing, dice)).toEqual(want);
});

test('a charge is told from the run to the landing', () => {
  expect(told(battle([ann({ y: 8 }), bob()]), as('Ann'), verb('charge', { target: 'Bob' }), [50, 30])).toEqual([
    'Ann moves F9 → F8 → F7.',
    'Ann charges Bob: Standard Hit, 15 damage.',
    'The charge of Ann leaves Bob gored.',
    'Ann passes through to F5, facing S.',
  ]);
});

test('SK-ATK-7: a defense above the attack is told with its least damage', () => {
  const game = battle([ann({ attack: 3 }), bob()]);
  const { events } = order(game, as('Ann'), verb('attack', { target: 'Bob' }), [50]);
  expect(game.narrate(events, gmViewer)[0]?.rows[1]?.map(({ says }) => says)).toEqual([
    'attack 3 − defense 5 = −2, at least 1',
  ]);
});

test('one is told in the singular', () => {
  const shot = battle([ann({ rangedRange: 4 }), bob()]).offers(
    'attack',
    'target',
    as('Ann'),
    { mode: 'ranged' },
    gmViewer,
  );
  expect(shot?.map(({ label }) => label)).toEqual(['Bob · 1 space']);
});

test('a charge that does not gore says so', () => {
  const [, , effect] = told(battle([ann({ y: 8 }), bob()]), as('Ann'), verb('charge', { target: 'Bob' }), [50, 51]);
  expect(effect).toBe('The charge of Ann does not leave Bob gored.');
});

test('a spell that misses does not hit', () => {
  const lance = { name: 'Lance', cost: 1, range: 5, damage: 12, usesHitRoll: true };
  const game = battle([ann({ essence: 1, maxEssence: 5, spells: [lance] }), bob()]);
  expect(told(game, as('Ann'), verb('cast', { spell: 'Lance', target: 'Bob' }), [10])).toEqual([
    'Ann casts Lance at Bob.',
    'Ann misses Bob with Lance: Miss or Block, 0 damage.',
  ]);
});

test('a short casting that fails says so', () => {
  const dart = { name: 'Dart', cost: 3, range: 5, damage: 12, element: 'fire' };
  const game = battle([ann({ essence: 1, maxEssence: 5, spells: [dart] }), bob()]);
  expect(told(game, as('Ann'), verb('cast', { spell: 'dart', target: 'Bob' }), [50])).toEqual([
    'Ann casts Dart at Bob, but it fails.',
    'Ann is stunned for 1 turn.',
  ]);
});

test('the end names the winner', () => {
  const [, last] = told(battle([ann(), bob({ hp: 5 })]), as('Ann'), verb('attack', { target: 'Bob' }), [50]);
  expect(last).toBe('The battle is over: victory for red. It is the surviving team.');
});

const asked = (query: string, input: Readonly<Record<string, unknown>>, game = flank, viewer: Viewer = gmViewer) => {
  const answer = game.answerQuery(query, as('Ann'), input, viewer);
  return answer.ok ? answer.value : answer.error.code;
};

test('odds are exact: every one of the hundred rolls is reckoned', () => {
  expect(asked('odds', { target: 'Bob' }, battle())).toMatchObject({
    title: 'Ann against Bob',
    lines: [
      { text: 'Ann hits Bob with 90 rolls out of 100.' },
      { text: 'Average damage: 9.60; knocks out 0 and kills 0 times in 100.' },
    ],
  });
  expect(asked('odds', { target: 'Nobody' })).toBe('NO_SUCH_TARGET');
  expect(asked('odds', { target: 'Ann' })).toBe('TARGET_SELF');
  expect(asked('odds', { target: 'Bob', spell: 'Dart' })).toBe('UNKNOWN_SPELL');
});

test.each([
  { rule: 'SK-ATK-2', says: 'the last space in range', mode: 'melee', foe: {}, far: false },
  { rule: 'SK-ATK-2', says: 'one space more is out of range', mode: 'melee', foe: { y: 4 }, far: true },
  { rule: 'SK-ATK-6', says: 'the last space in range', mode: 'ranged', foe: { y: 3 }, far: false },
  { rule: 'SK-ATK-6', says: 'one space more is out of range', mode: 'ranged', foe: { y: 2 }, far: true },
])('$rule: odds say whether the attack could be made at all, $mode: $says', ({ mode, foe, far }) => {
  const game = battle([ann({ rangedRange: 3 }), bob(foe)]);
  const text = `Ann hits Bob with 90 rolls out of 100.${far ? ' The target is out of range now.' : ''}`;
  expect(asked('odds', { target: 'Bob', mode }, game)).toMatchObject({ lines: [{ text }, {}] });
});

test('sight tells distance, bearing, zone and modifiers', () => {
  expect(asked('sight', { target: 'Bob' })).toMatchObject({
    lines: [
      { text: 'Ann has Bob to the SE, faces that way, and stands in Bob’s flank.' },
      { text: 'Ann can aim at Bob.' },
    ],
    strokes: [{ kind: 'sight' }],
  });
});

test('reach and cost look before they walk', () => {
  expect(asked('reach', {}, battle([ann({ move: '1F Ground' }), bob()]))).toMatchObject({
    lines: [{ text: 'Ann can move to 3 squares.' }, { text: 'In melee range: Bob.' }],
  });
  expect(asked('cost', { path: 'W N N' }, battle([ann(), bob({ facing: 'W' })]))).toMatchObject({
    lines: [{ text: 'To E5: 3 of 3 movement points.' }, { text: 'The path provokes attacks of opportunity by Bob.' }],
  });
  expect(asked('cost', { path: 'N' }, battle())).toBe('SQUARE_OCCUPIED');
});

test('a query tells nothing of who is unseen', () => {
  expect(asked('sight', { target: 'Bob' }, flank, { ...stranger, unseen: ['Bob'] })).toBe('NO_SUCH_TARGET');
  expect(asked('reach', { target: 'Bob' }, flank, { ...stranger, unseen: ['Bob'] })).toBe('NO_SUCH_TARGET');
  expect(asked('reach', { target: 'Bob' }, flank, stranger)).toMatchObject({
    lines: [{ text: 'You do not know this combatant’s numbers; ask the GM.' }],
  });
});

test('the BM’s rulings are told', () => {
  expect(told(battle(), gm, { do: 'correct', field: 'hp', who: 'Bob', value: '50' })).toEqual([
    'The BM corrects Bob: HP.',
  ]);
  expect(told(battle(), gm, verb('skip'))).toEqual(['The BM skips Ann’s turn.']);
});

test('SK-FLY-2: who falls in the air comes down, and only those who see it are told', () => {
  const game = battle([ann(), bob({ hp: 5, altitude: 'mid', move: '5A Flying' }), cat()]);
  const { events } = order(game, as('Ann'), verb('attack', { target: 'Bob' }), [50]);
  const said = (viewer: Viewer) => game.narrate(events, viewer).map(({ text }) => text);
  expect(said(gmViewer)).toContain('Bob comes down from mid height.');
  expect(said({ ...stranger, unseen: ['Bob'] }).join(' ')).not.toMatch(/height|Bob/);
});
