import { expect, test } from 'vitest';
import { createScriptedDice } from '../../../src/dice/scripted-dice.ts';
import type { Caller } from '../../../src/rules/caller.ts';
import { swordWorld } from '../../../src/systems/sword-world/index.ts';
import {
  ann,
  asGm,
  blank,
  does,
  duel,
  entering,
  fighting,
  gathered,
  gm,
  gmViewer,
  refusal,
  sheet,
  stateOf,
  unitIn,
  verb,
} from './table.ts';

const types = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);

test('SW-FLOW-1 SW-ROUND-5 SW-INIT-4: begin, winners, losers, the test, the next round in the same order, cleanup', () => {
  const round1 = fighting(duel);
  expect(stateOf(round1)).toMatchObject({ stage: 'combat', round: 1, phase: 'winner', winner: 'allies' });
  const losers = does(round1, verb('end'), ann('Wolf')).game;
  expect(stateOf(losers)).toMatchObject({ round: 1, phase: 'loser' });
  const round2 = does(losers, verb('end'), asGm('Grim'));
  expect(stateOf(round2.game)).toMatchObject({ round: 2, phase: 'winner', winner: 'allies' });
  expect(unitIn(round2.game, 'Wolf').acted).toBe(false);
  const over = does(round2.game, verb('attack', { target: 'Grim', stance: '1H' }), ann('Wolf'), [4, 2, 5, 5, 4, 3]);
  expect(types(over.events)).toContain('combat-ended');
  expect(stateOf(over.game)).toMatchObject({ stage: 'aftermath', outcome: { winner: 'allies' } });
  const closed = does(over.game, verb('close'));
  expect(closed.game.status).toBe('ended');
});

/** Two sides alike: each has a character and a monster of the same fixed initiative. */
const mirrored = [
  ['Rex', 'allies', 'wolf'],
  ['Turncoat', 'allies', 'bog-archer'],
  ['Mira', 'enemies', 'mira'],
  ['Archer', 'enemies', 'bog-archer'],
] as const;

test.each([
  { says: 'the rolls alone decide a repeated roll', dice: [1, 2, 1, 3, 6, 6, 1, 2], winner: 'allies' },
  { says: 'the side whose only roll failed loses it', dice: [1, 2, 1, 3, 1, 1, 1, 2], winner: 'enemies' },
  { says: 'two failed rolls tie, and all roll again', dice: [1, 2, 1, 3, 1, 1, 1, 1, 1, 2, 6, 6], winner: 'enemies' },
  { says: 'a first roll above the fixed value counts', dice: [1, 2, 6, 6], winner: 'enemies' },
])('SW-INIT-3: fixed values that tie, and $says', ({ dice, winner }) => {
  const rolled = does(gathered(mirrored), verb('initiative'), gm, dice);
  expect(rolled.events.filter(({ type }) => type === 'initiative')).toMatchObject([{ winner }]);
});

test('SW-INIT-3: fixed values alone tie without a die, and the allies begin', () => {
  const monsters = gathered([
    ['Turncoat', 'allies', 'bog-archer'],
    ['Archer', 'enemies', 'bog-archer'],
  ]);
  expect(stateOf(does(monsters, verb('initiative')).game).winner).toBe('allies');
});

test('SW-FLOW-2 SW-FLOW-3: the mode is a setting, fixed for the battle; what is not redefined holds in both', () => {
  expect(stateOf(blank()).settings.mode).toBe('simplified');
  expect(stateOf(blank({ mode: 'standard' })).settings.mode).toBe('standard');
  expect(swordWorld.createGame({ mode: 'chess' }).ok).toBe(false);
  for (const mode of ['simplified', 'standard']) {
    const game = fighting(duel, { mode });
    const hit = does(game, verb('attack', { target: 'Grim', stance: '1H' }), ann('Wolf'), [4, 2, 5, 5, 4, 3]);
    expect(unitIn(hit.game, 'Grim').bodies[0]).toMatchObject({ hp: 0, statuses: ['unconscious'] });
  }
});

test('SW-DICE-1: the engine draws d6 one at a time, in the order of the rule, and each has a name', () => {
  const names: string[] = [];
  const queue = [4, 2, 5, 5, 4, 3];
  const dice = {
    roll: (sides: number, name: string) => {
      expect(sides).toBe(6);
      names.push(name);
      return queue[names.length - 1] ?? 1;
    },
    rolledDice: () => [],
  };
  fighting(duel).act(verb('attack', { target: 'Grim', stance: '1H' }), ann('Wolf'), [], dice);
  expect(names).toEqual(['Accuracy', 'Accuracy', 'power', 'power', 'power', 'power']);
});

test('SW-DATA-6: fixed or dice is chosen before the fight and kept', () => {
  const game = gathered(duel);
  const chosen = does(game, verb('method', { use: 'dice' }), asGm('Grim')).game;
  expect(unitIn(chosen, 'Grim').useFixed).toBe(false);
  const running = fighting(duel);
  expect(refusal(running, verb('method', { use: 'dice' }), asGm('Grim'))).toBe('E_FIXED_LOCKED');
  expect(
    unitIn(does(running, verb('method', { use: 'dice', override: true }), asGm('Grim')).game, 'Grim').useFixed,
  ).toBe(false);
  const free = fighting(duel, { allowFixedSwitch: true });
  expect(unitIn(does(free, verb('method', { use: 'dice' }), asGm('Grim')).game, 'Grim').useFixed).toBe(false);
});

test.each([
  { rule: 'SW-KNOW-2', says: 'the reputation is reached, the weakness is not', dice: [1, 2], want: [true, false] },
  { rule: 'SW-KNOW-2', says: 'one less recalls nothing', reputation: 10, dice: [1, 2], want: [false, false] },
  { rule: 'SW-KNOW-2', says: 'the weakness value is reached with Sage', dice: [2, 2], want: [true, true] },
  {
    rule: 'SW-KNOW-1',
    says: 'whoever is unknown may be recalled without Sage, but never its weakness',
    who: 'Wolf',
    dice: [6, 5],
    want: [true, false],
  },
])('$rule: $says', ({ who = 'Ilse', reputation = 5, dice, want }) => {
  const game = gathered([
    ['Ilse', 'allies', 'ilse'],
    ['Wolf', 'allies', 'wolf'],
    ['Grim', 'enemies', 'goblin', { reputation, weaknessValue: 10 }],
  ]);
  const known = does(game, verb('knowledge', { target: 'Grim' }), ann(who), dice).game;
  const { revealed, weaknessKnown } = unitIn(known, 'Grim');
  expect([revealed, weaknessKnown]).toEqual(want);
  expect(refusal(known, verb('knowledge', { target: 'Grim' }), ann(who))).toBe('E_NOT_NOW');
});

test('SW-PLACE-8: the GM places everybody of both sides at the usual places, and round 1 begins', () => {
  const game = gathered(duel);
  expect(refusal(game, verb('deploy'))).toBe('E_NOT_NOW');
  const caught = does(game, verb('ambush')).game;
  expect(refusal(caught, verb('deploy'), ann('Wolf'))).toBe('E_GM_ONLY');
  const front = does(caught, verb('place', { side: 'enemies', placement: 'Grim: front' })).game;
  for (const before of [caught, front]) {
    const { round, units, stage } = stateOf(does(before, verb('deploy')).game);
    expect({ round, areas: units.map(({ area }) => area), stage: stage === 'placement' }).toEqual({
      round: 1,
      areas: units.map(() => 'front'),
      stage: false,
    });
  }
});

test('SW-PLACE-8: in Standard the parties stand an open space apart', () => {
  const caught = does(gathered(duel, { mode: 'standard' }), verb('ambush')).game;
  const after = does(caught, verb('deploy')).game;
  expect([unitIn(after, 'Wolf').pos, unitIn(after, 'Grim').pos]).toEqual([0, 10]);
});

test('SW-AMBUSH-1: monsters act first without a roll; the surprised have −2 to all checks until their own turn', () => {
  const game = gathered(duel);
  expect(refusal(game, verb('ambush'), ann('Wolf'))).toBe('E_GM_ONLY');
  const caught = does(game, verb('ambush')).game;
  expect(stateOf(caught).winner).toBe('enemies');
  const front = does(caught, verb('place', { side: 'enemies', placement: 'Grim: front' })).game;
  const round = does(front, verb('place', { side: 'allies', placement: 'Wolf: front' })).game;
  const struck = does(round, verb('attack', { target: 'Wolf' }), asGm('Grim'), [3, 3, 2, 2]);
  expect(struck.events.find(({ type }) => type === 'attacked')).toMatchObject({
    evasion: { total: 9 },
    accuracy: { total: 10 },
    hit: true,
  });
});

test('SW-FIELD-1 SW-PLACE-2: there are three areas and nothing else', () => {
  const won = does(gathered(duel), verb('initiative'), gm, [6, 5]).game;
  const side = stateOf(won).winner;
  const who = side === 'allies' ? 'Wolf' : 'Grim';
  expect(refusal(won, verb('place', { side, placement: `${who}: hill` }))).toBe('E_NO_PLACE');
  expect(
    refusal(won, verb('place', { side, placement: `${who}: ${side === 'allies' ? 'enemies rear' : 'allies rear'}` })),
  ).toBe('E_PLACEMENT_AREA');
  expect(won.view({ ...gmView }).board).toMatchObject({
    kind: 'areas',
    areas: [{ name: "Allies' Rearguard" }, { name: 'Frontline' }, { name: "Enemies' Rearguard" }],
  });
});
const gmView = {
  gm: true,
  user: undefined,
  controls: [],
  knows: [],
  unseen: [],
  foes: { mode: 'exact' as const, words: [] },
};

test('SW-FIELD-3 SW-FIELD-5 SW-STD-1: one line in metres, shared coordinates, several skirmishes at once', () => {
  const cast = [...duel, ['Mira', 'allies', 'mira'], ['Snag', 'enemies', 'goblin']] as const;
  const game = fighting(cast, { mode: 'standard' }, 'Wolf: -4; Grim: -4; Mira: 20; Snag: 20');
  const one = does(game, verb('attack', { target: 'Grim' }), ann('Wolf'), [2, 2]).game;
  const next = does(one, verb('end'), ann('Wolf')).game;
  const two = does(next, verb('attack', { target: 'Snag', weapon: 'rapier' }), ann('Mira'), [1, 2]).game;
  expect(stateOf(two).skirmishes).toMatchObject([
    { center: -4, radius: 3 },
    { center: 20, radius: 3 },
  ]);
  expect(two.view(gmView).board).toMatchObject({
    kind: 'line',
    brackets: [
      { at: -4, radius: 3 },
      { at: 20, radius: 3 },
    ],
  });
});

test('SW-PLACE-6: the usual distances are advice, and any coordinate is allowed', () => {
  const advice = blank({ mode: 'standard' }).answerQuery('opening', gm, {}, gmView);
  expect(advice.ok && advice.value.lines.map(({ text }) => text)).toContain('Open space, plains: 20 m.');
  expect(unitIn(fighting(duel, { mode: 'standard' }, 'Wolf: 0; Grim: 200'), 'Grim').pos).toBe(200);
});

test('SW-ROUND-9: a phase ends when every able unit has acted; the unconscious are skipped', () => {
  const game = fighting([...duel, ['Mira', 'allies', 'mira']]);
  const down = does(game, { do: 'correct', field: 'hp', who: 'Mira', value: '0' }).game;
  expect(stateOf(does(down, verb('end'), ann('Wolf')).game).phase).toBe('loser');
});

test('SW-ROUND-9: a side of which only a riderless mount stands is passed over when round 1 begins', () => {
  const met = gathered([
    ['Wolf', 'allies', 'wolf'],
    ['Dusty', 'enemies', 'dusty'],
  ]);
  const ambushed = does(met, verb('ambush', { surprised: 'Wolf' })).game;
  const foes = does(ambushed, verb('place', { side: 'enemies', placement: 'all: front' })).game;
  const all = does(foes, verb('place', { side: 'allies', placement: 'all: front' })).game;
  expect(stateOf(all)).toMatchObject({ stage: 'combat', round: 1, winner: 'enemies', phase: 'loser' });
});

test.each([
  { felled: 'knocked unconscious', doing: verb('force', { cause: 'unconscious' }), dice: [] },
  { felled: 'killed by a fall', doing: verb('fall', { height: 0, spikes: 999 }), dice: [] },
])('SW-ROUND-9: a phase ends when the last who has not acted is $felled between turns', ({ doing, dice }) => {
  const game = fighting([...duel, ['Snag', 'allies', 'goblin']]);
  const left = does(game, verb('end'), ann('Wolf')).game;
  expect(stateOf(left).phase).toBe('winner');
  expect(stateOf(does(left, doing, asGm('Snag'), dice).game).phase).toBe('loser');
});

test('SW-BLOCK-12: with somebody unseen about, those who are seen are asked as if nobody were; then the unseen one alone', () => {
  const asked = (
    cast: Parameters<typeof fighting>[0],
    places: string,
    answers: readonly string[],
    unseen: readonly string[],
  ) => {
    const unseenBy = (actor: string) => unseen.filter(() => !unseen.includes(actor));
    const game = fighting(cast, { mode: 'standard' }, places);
    const moves = verb('move', { type: 'full', to: '14' });
    const outcome = game.act(moves, { ...ann('Wolf'), hiddenFrom: unseenBy }, answers, createScriptedDice([]));
    return outcome.ok && outcome.value.kind === 'asked' ? outcome.value.question : undefined;
  };
  const alone = asked(duel, 'Wolf: 0; Grim: 8', [], []);
  expect(alone).toMatchObject({ to: 'Grim' });
  const [wolf, grim] = duel;
  const snag = ['Snag', 'enemies', 'goblin'] as const;
  for (const cast of [
    [wolf, grim, snag],
    [wolf, snag, grim],
  ].map((each) => each.filter((one) => one !== undefined))) {
    expect(asked(cast, 'Wolf: 0; Grim: 8; Snag: 8', [], ['Snag'])).toEqual(alone);
    const then = asked(cast, 'Wolf: 0; Grim: 8; Snag: 8', ['let pass'], ['Snag']);
    expect(then).toMatchObject({ to: 'Snag' });
  }
});

test('SW-END-1: a side that surrenders has lost; one that left is only beaten when nobody pursues', () => {
  const game = fighting(duel);
  expect(stateOf(does(game, verb('surrender'), asGm('Grim')).game)).toMatchObject({
    stage: 'aftermath',
    outcome: { winner: 'allies' },
  });
  expect(stateOf(does(game, verb('leave'), asGm('Grim')).game).stage).toBe('aftermath');
  expect(stateOf(does(game, verb('leave', { pursued: true }), asGm('Grim')).game).stage).toBe('combat');
});

test('SW-END-2: short magical effects end with combat, those of an hour or more stay', () => {
  const spells = [
    { id: 'Ward', cls: 'Sorcerer', range: 'self', durationRounds: 18, effect: { evasion: 1 }, castAs: 'minor' },
    { id: 'Oath', cls: 'Sorcerer', range: 'self', durationRounds: '1h', effect: { evasion: 1 }, castAs: 'minor' },
  ];
  const game = fighting([
    ['Ilse', 'allies', 'ilse', { spells }],
    ['Grim', 'enemies', 'goblin'],
  ]);
  const open = does(does(game, verb('next')).game, verb('next')).game;
  const warded = does(open, verb('cast', { spell: 'Ward' }), ann('Ilse')).game;
  const sworn = does(warded, verb('cast', { spell: 'Oath' }), ann('Ilse')).game;
  expect(unitIn(sworn, 'Ilse').effects.map(({ id }) => id)).toEqual(['Ward', 'Oath']);
  const over = does(sworn, verb('surrender'), asGm('Grim')).game;
  expect(unitIn(over, 'Ilse').effects.map(({ id }) => id)).toEqual(['Oath']);
});

test('SW-FACT-1: usual words and own names make two factions, and no third', () => {
  const one = does(blank(), entering('Wolf', 'Reds', 'wolf')).game;
  const two = does(one, entering('Grim', 'Blues', 'goblin')).game;
  expect([unitIn(two, 'Wolf').side, unitIn(two, 'Grim').side]).toEqual(['allies', 'enemies']);
  expect(refusal(two, entering('Snag', 'Greens', 'goblin'))).toBe('E_TWO_FACTIONS');
  expect(refusal(two, entering('wolf', 'Reds', 'goblin'))).toBe('E_NAME_TAKEN');
  const stray = does(blank(), entering('Wolf', undefined, 'wolf')).game;
  expect(refusal(stray, { do: 'start' })).toBe('E_NO_FACTION');
  expect(refusal(one, { do: 'start' })).toBe('E_NO_OPPONENTS');
});

test('SW-ACT-24 SW-ROUND-4: nobody acts in another unit’s turn; blocking is the only reaction', () => {
  const game = fighting([...duel, ['Mira', 'allies', 'mira']]);
  const open = does(game, verb('begin'), ann('Wolf')).game;
  expect(refusal(open, verb('attack', { target: 'Grim', weapon: 'rapier' }), ann('Mira'))).toBe('E_TURN_IN_PROGRESS');
  expect(refusal(open, verb('attack', { target: 'Wolf' }), asGm('Grim'))).toBe('E_NOT_YOUR_PHASE');
  expect(Object.values(swordWorld.verbs).filter(({ answers }) => answers !== undefined)).toHaveLength(1);
});

test('SW-FALL-8: spikes deal their damage afterwards, separately', () => {
  const game = fighting(duel);
  const fell = does(game, verb('fall', { height: 10, spikes: 9 }), asGm('Wolf'), [4, 4]);
  const losses = fell.events.filter(({ type }) => type === 'lost');
  expect(losses).toMatchObject([{ amount: 15 }, { amount: 5 }]);
});

test('SW-AIR-7: losing a [Flight] ability takes its bonus, not the flight', () => {
  const game = fighting([...duel, ['Drake', 'enemies', 'mire-drake']]);
  const up = does(game, { do: 'correct', field: 'altitude', who: 'Drake', value: '20' }).game;
  const effect = { name: '[Flight]', who: 'Drake', modifiers: { evasion: 1 }, ticks: { at: 'start' as const } };
  const bonus = does(up, { do: 'hang', who: 'Drake', name: '[Flight]', effect }).game;
  const lost = does(bonus, { do: 'hang', who: 'Drake', name: '[Flight]', effect: undefined }).game;
  expect(unitIn(lost, 'Drake').altitude).toBe(20);
  expect(stateOf(lost).effects).toEqual([]);
});

test('SW-MOUNT-13: rider and mount count the sections of the mount and one', () => {
  const game = gathered([
    ['Dusty', 'allies', 'dusty'],
    ['Bram', 'allies', 'bram'],
    ['Grim', 'enemies', 'goblin'],
  ]);
  expect(unitIn(game, 'Bram').mountedOn).toBe('Dusty');
  const bram = game.view(gmView).combatants.find(({ id }) => id === 'Bram');
  expect(bram?.sheet).toContain('Counts as 2 sections for Throw Attack');
});

test('SW-MOUNT-16 SW-ACT-23: statues and all else are for the GM to approve', () => {
  const game = fighting(duel);
  expect(refusal(game, verb('major', { kind: 'other', item: 'unseals the statue' }), ann('Wolf'))).toBe(
    'E_GM_APPROVES',
  );
  const done = does(game, verb('major', { kind: 'other', item: 'unseals the statue' }), asGm('Wolf'));
  expect(done.events.find(({ type }) => type === 'improvised')).toMatchObject({
    kind: 'major',
    text: 'unseals the statue',
  });
  expect(refusal(done.game, verb('attack', { target: 'Grim' }), ann('Wolf'))).toBe('E_MAJOR_ALREADY_USED');
  expect(refusal(game, verb('minor', { kind: 'other' }), ann('Wolf'))).toBe('E_GM_APPROVES');
});

test('SW-RETREAT-2: declared and used in one turn where retreatTiming says so', () => {
  const game = fighting([...duel, ['Mira', 'allies', 'mira']], { retreatTiming: 'sameTurn' });
  const second = does(game, verb('next')).game;
  const third = does(second, verb('next')).game;
  const declared = does(third, verb('retreat'), ann('Wolf')).game;
  expect(unitIn(declared, 'Wolf').retreat).toBe('ready');
  expect(unitIn(does(declared, verb('move', { to: 'rear' }), ann('Wolf')).game, 'Wolf').area).toBe('alliesRear');
});

test('SW-RETREAT-2 SW-ROUND-8: the permission is for the next turn only', () => {
  const game = does(does(fighting(duel), verb('next')).game, verb('next')).game;
  const declared = does(game, verb('retreat'), ann('Wolf')).game;
  expect(refusal(declared, verb('move', { to: 'rear' }), ann('Wolf'))).toBe('E_MOVE_AFTER_MAJOR');
  const passed = does(does(declared, verb('end'), ann('Wolf')).game, verb('end'), asGm('Grim')).game;
  const ready = does(passed, verb('begin'), ann('Wolf')).game;
  expect(unitIn(ready, 'Wolf')).toMatchObject({ retreat: 'ready', effects: [] });
  expect(unitIn(does(ready, verb('end'), ann('Wolf')).game, 'Wolf').retreat).toBe('none');
});

test('SW-ACT-21: with prone.linger the modifier stays until the end of the turn', () => {
  const strike = (linger: boolean) => {
    const game = does(fighting(duel, { prone: { linger } }), {
      do: 'correct',
      field: 'statuses',
      who: 'Wolf',
      value: 'prone',
    }).game;
    const up = does(game, verb('minor', { kind: 'stand' }), ann('Wolf')).game;
    return does(up, verb('attack', { target: 'Grim' }), ann('Wolf'), [2, 2]).events.find(
      ({ type }) => type === 'attacked',
    );
  };
  expect(strike(true)).toMatchObject({ accuracy: { total: 7 } });
  expect(strike(false)).toMatchObject({ accuracy: { total: 9 } });
});

test('SW-FALL-2: an unconscious flyer falls 10 m less, unless the GM rules otherwise', () => {
  for (const unconsciousFlyer of [true, false]) {
    const game = fighting(
      [...duel, ['Drake', 'enemies', 'mire-drake', { sections: [], hp: 90, evasion: { mod: 5, fixed: 12 } }]],
      { unconsciousFlyer },
    );
    const up = does(game, { do: 'correct', field: 'altitude', who: 'Drake', value: '12' }).game;
    const fell = does(up, verb('force', { cause: 'unconscious' }), asGm('Drake'));
    expect(fell.events.find(({ type }) => type === 'fell')).toMatchObject({ distance: unconsciousFlyer ? 2 : 12 });
  }
});

test('SW-AIR-5 SW-MOUNT-12: a mount that loses flight takes its rider down with it', () => {
  const cast = [
    ['Bram', 'allies', 'bram', { rides: 'Griff' }],
    ['Griff', 'allies', 'dusty', { canFly: true, sections: [wing('left'), wing('right'), { name: 'trunk', hp: 90 }] }],
    ['Grim', 'enemies', 'goblin'],
  ] as const;
  const up = ['Griff', 'Bram'].reduce(
    (game, who) => does(game, { do: 'correct', field: 'altitude', who, value: '10' }).game,
    fighting(cast),
  );
  const struck = does(up, verb('next')).game;
  const hit = does(struck, verb('attack', { target: 'Griff.left' }), asGm('Grim'), [6, 6, 3, 3]);
  expect(unitIn(hit.game, 'Griff')).toMatchObject({ altitude: 0 });
  expect(unitIn(hit.game, 'Bram')).toMatchObject({ altitude: 0, statuses: ['prone'], mountedOn: undefined });
  expect(hit.events.filter(({ type }) => type === 'fell')).toMatchObject([{ unit: 'Bram' }, { unit: 'Griff' }]);
});
const wing = (name: string) => ({ name, hp: 5, isWing: true, evasion: { mod: 0, fixed: 2 } });

test.each([
  { to: '15', code: undefined },
  { to: '16', code: 'E_BAD_VALUE' },
  { to: '-6', code: 'E_BAD_VALUE' },
])('SW-STD-1: the GM’s hand sets nobody outside the battlefield: $to m', ({ to, code }) => {
  const line = fighting(duel, { mode: 'standard' }, 'Wolf: 0; Grim: 10');
  const bounded = line.act(verb('field', { low: -5, high: 15 }), gm, [], createScriptedDice([]));
  if (!bounded.ok || bounded.value.kind !== 'decided') throw new Error('The field was not set.');
  const set = { do: 'correct' as const, field: 'place', who: 'Grim', value: to };
  const done = bounded.value.game.act(set, gm, [], createScriptedDice([]));
  expect(done.ok ? undefined : done.error.code).toBe(code);
});

const set = (field: string, who: string, value: string) => ({ do: 'correct' as const, field, who, value });

test('SW-ROUND-9: where the GM’s hand leaves nobody of a side to act, it goes on by itself, with the dice of a new round', () => {
  const theirs = does(fighting(duel), set('acted', 'Wolf', 'yes')).game;
  expect(theirs.expectedActions().map(({ actor }) => actor)).toEqual(['Grim']);
  const second = does(theirs, set('acted', 'Grim', 'yes')).game;
  expect(stateOf(second)).toMatchObject({ round: 2, phase: 'winner' });
  expect(second.expectedActions().map(({ actor }) => actor)).toEqual(['Wolf']);
  const two = fighting([...duel, ['Mira', 'allies', 'mira']]);
  expect(does(two, set('acted', 'Wolf', 'yes')).events).toHaveLength(1);
});

const hides = (call: Caller, who: string): Caller => ({ ...call, hiddenFrom: (actor) => (actor === who ? [] : [who]) });

test('SW-PLACE-1: nobody speaks for a side by somebody whom others must not know of, but as that one', () => {
  const won = does(
    gathered([...duel, ['Shade', 'enemies', 'goblin']]),
    verb('initiative', { rollers: 'Wolf' }),
    gm,
    [6, 5],
  );
  const spoken = (actor: string): string =>
    refusal(
      won.game,
      verb('place', { side: 'enemies', placement: 'all: front' }),
      hides(ann(actor, ['Wolf', 'Shade']), 'Shade'),
    );
  expect(spoken('Wolf')).toBe('E_NOT_YOURS');
  expect(spoken('Shade')).not.toBe('E_NOT_YOURS');
});

test('SW-PLACE-1: who places a second time places their own side anew, until the other side stands', () => {
  const won = does(
    gathered([...duel, ['Mira', 'allies', 'mira']]),
    verb('initiative', { rollers: 'Wolf' }),
    gm,
    [6, 6],
  ).game;
  const wolf = ann('Wolf', ['Wolf', 'Mira']);
  const first = does(won, verb('place', { placement: 'Wolf: front; Mira: rear' }), wolf).game;
  const anew = does(first, verb('place', { placement: 'Mira: front' }), ann('Mira')).game;
  expect(unitIn(anew, 'Mira').area).toBe('front');
  const all = does(anew, verb('place', { placement: 'all: rear' }), wolf).game;
  expect(unitIn(all, 'Wolf').area).toBe('alliesRear');
  expect(refusal(all, verb('place', { placement: 'Grim: front' }), wolf)).toBe('E_NOT_YOURS');
  const begun = does(all, verb('place', { placement: 'Grim: front' }), asGm('Grim')).game;
  expect(stateOf(begun)).toMatchObject({ stage: 'combat', round: 1 });
  expect(refusal(begun, verb('place', { placement: 'Mira: front' }), ann('Mira'))).toBe('E_NOT_NOW');
});

test('SW-XP-1: what a battle taught is told at its end and summed on the character’s sheet', () => {
  const [first, ...others] = duel;
  if (first === undefined) throw new Error('Nobody fights.');
  const [id, side, preset] = first;
  const missed = does(
    fighting([[id, side, preset, { xp: 300 }], ...others]),
    verb('attack', { target: 'Grim' }),
    ann('Wolf'),
    [1, 1],
  );
  expect(types(missed.events)).toContain('experienced');
  const closed = does(missed.game, { do: 'finish', finish: { winner: undefined, reason: 'It is late' } });
  expect(missed.game.narrate(closed.events, gmViewer)[0]?.rows).toMatchObject([
    [{ rule: 'SW-XP-1', says: 'Wolf 50 XP' }],
  ]);
  const carried = closed.game.carry('Wolf', sheet('wolf', { xp: 300 }));
  expect(carried).toMatchObject({ sheet: { xp: 350 }, changes: ['50 XP, 350 in total'] });
  const shown = closed.game.view(gmViewer).combatants.find((each) => each.id === 'Wolf');
  expect(shown?.sheet).toContain('XP 350, 50 earned in this battle');
});

test('SW-LOOT-1: whom others must not know of searches, and is searched, where it is named', () => {
  const felled = does(fighting(duel), set('hp', 'Grim', '-3')).game;
  const ended = does(felled, set('stage', '', 'aftermath')).game;
  const searched = (params: object): unknown =>
    does(ended, verb('loot', params), hides(gm, 'Wolf')).events.find(({ type }) => type === 'looted');
  expect(refusal(ended, verb('loot'), hides(gm, 'Wolf'))).toBe('E_NOT_NOW');
  expect(searched({ looters: 'Wolf' })).toBeDefined();
});

test('SW-MOUNT-15: loot is searched for on an enemy rider and on its mount', () => {
  const game = fighting([
    ['Wolf', 'allies', 'wolf'],
    ['Warg', 'enemies', 'dusty'],
    ['Grim', 'enemies', 'goblin', { rides: 'Warg' }],
  ]);
  const felled = (who: string, now: typeof game) => does(now, { do: 'correct', field: 'hp', who, value: '0' }).game;
  const over = does(felled('Warg', felled('Grim', game)), verb('death-check', { target: 'Grim' }), gm, [3, 4]).game;
  expect(stateOf(over).stage).toBe('aftermath');
  const searched = does(over, verb('loot'), ann('Wolf'));
  expect(searched.events).toMatchObject([{ type: 'looted', looters: [{ monsters: ['Warg', 'Grim'] }], minutes: 20 }]);
});

test('SW-MOUNT-17 SW-MOUNT-3: the GM orders a mount that nobody rides, once a round, and nobody else does', () => {
  const game = fighting([...duel, ['Dusty', 'allies', 'dusty']]);
  expect(game.expectedActions().map(({ actor }) => actor)).toEqual(['Wolf']);
  const open = does(does(game, verb('next')).game, verb('next')).game;
  const kick = verb('attack', { target: 'Grim' });
  expect(refusal(open, kick, ann('Dusty'))).toBe('E_MOUNT_NOT_RIDDEN');
  expect(refusal(open, verb('move', { type: 'normal' }), ann('Dusty'))).toBe('E_MOUNT_NOT_RIDDEN');
  const offered = open.offers('attack', 'target', asGm('Dusty'), {}, gmViewer);
  expect(offered?.map(({ value }) => value)).toContain('Grim');
  const moved = does(open, verb('move', { type: 'limited' }), asGm('Dusty')).game;
  const kicked = does(moved, kick, asGm('Dusty')).game;
  expect(refusal(kicked, kick, asGm('Dusty'))).toBe('E_MAJOR_ALREADY_USED');
  const ended = does(kicked, verb('end'), asGm('Dusty')).game;
  expect(refusal(ended, verb('begin'), asGm('Dusty'))).toBe('E_ALREADY_ACTED');
  expect(ended.expectedActions().map(({ actor }) => actor)).toEqual(['Wolf']);
});

test('SW-MOUNT-3: the mount’s attack is in the rider’s menu, by its own name, also when the rider has struck', () => {
  const ridden = fighting([...duel, ['Bram', 'allies', 'bram'], ['Dusty', 'allies', 'dusty']]);
  const up = does(ridden, { do: 'correct', field: 'mounted-on', who: 'Bram', value: 'Dusty' }).game;
  const bram = ann('Bram');
  const by = (game: typeof up) => game.offers('attack', 'by', bram, { target: 'Grim' }, gmViewer);
  expect(by(up)).toEqual([
    { value: 'rider', label: 'Bram' },
    { value: 'mount', label: 'Dusty' },
  ]);
  expect(up.offers('attack', 'by', ann('Wolf'), { target: 'Grim' }, gmViewer)).toEqual([]);
  expect(refusal(up, verb('attack', { target: 'Grim', by: 'mount' }), ann('Wolf'))).toBe('E_NOT_NOW');
  const struck = does(up, verb('attack', { target: 'Grim', by: 'rider' }), bram, [1, 2]).game;
  expect(struck.expectedActions()).toMatchObject([{ actor: 'Bram', verbs: ['attack', 'minor', 'end'] }]);
  expect(by(struck)).toEqual([{ value: 'mount', label: 'Dusty' }]);
  expect(struck.offers('attack', 'target', bram, {}, gmViewer)?.map(({ value }) => value)).toContain('Grim');
  const bitten = does(struck, verb('attack', { target: 'Grim' }), bram);
  expect(bitten.events.find(({ type }) => type === 'attacked')).toMatchObject({ unit: 'Dusty', target: 'Grim' });
  expect(bitten.game.expectedActions()).toMatchObject([{ verbs: ['minor', 'end'] }]);
  expect(refusal(bitten.game, verb('attack', { target: 'Grim' }), bram)).toBe('E_MAJOR_ALREADY_USED');
});

test('SW-MOUNT-18: what may be mounted is offered with its seat, and who rides along is marked so', () => {
  const game = fighting([
    ['Bram', 'allies', 'bram', { rides: 'Dusty' }],
    ['Dusty', 'allies', 'dusty'],
    ['Mira', 'allies', 'mira'],
    ['Grim', 'enemies', 'goblin'],
  ]);
  const open = does(does(game, verb('next')).game, verb('next')).game;
  const offered = open.offers('major', 'item', ann('Mira'), { kind: 'mount' }, gmViewer);
  expect(offered?.map(({ value }) => value)).toEqual(['Dusty']);
  const up = does(open, verb('major', { kind: 'mount', item: 'Dusty' }), ann('Mira'));
  const lines = up.game.narrate(up.events, gmViewer).map(({ text }) => text);
  expect(lines).toContain('Mira rides along on Dusty.');
  const mira = up.game.view(gmViewer).combatants.find(({ id }) => id === 'Mira');
  expect(mira?.marks).toContain('rides along on Dusty');
  expect(up.game.offers('major', 'item', ann('Grim'), { kind: 'mount' }, gmViewer)).toEqual([]);
});
