import { expect, test } from 'vitest';
import {
  ann,
  asGm,
  does,
  duel,
  fighting,
  gathered,
  gm,
  gmView,
  gmViewer,
  refusal,
  set,
  startNextRound,
  stateOf,
  unitIn,
  verb,
} from './table.ts';

test('SW-MOUNT-13: the rider’s sheet says as how many sections rider and mount count', () => {
  const game = gathered([
    ['Dusty', 'allies', 'dusty'],
    ['Bram', 'allies', 'bram'],
    ['Grim', 'enemies', 'goblin'],
  ]);
  expect(unitIn(game, 'Bram').mountedOn).toBe('Dusty');
  const bram = game.view(gmView).combatants.find(({ id }) => id === 'Bram');
  expect(bram?.sheet).toContain('Counts as 2 sections for Throw Attack');
});

test('SW-MOUNT-16 SW-ACT-23: the GM approves statues and other actions', () => {
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

test('SW-MOUNT-15: an enemy rider and its mount are looted separately', () => {
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

test('SW-MOUNT-17 SW-MOUNT-3: only the GM orders a riderless mount, once a round', () => {
  const game = fighting([...duel, ['Dusty', 'allies', 'dusty']]);
  expect(game.expectedActions().map(({ actor }) => actor)).toEqual(['Wolf']);
  const open = startNextRound(game);
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

test('SW-MOUNT-3: the rider’s menu offers the mount’s attacks, even after the rider’s own', () => {
  const ridden = fighting([...duel, ['Bram', 'allies', 'bram'], ['Dusty', 'allies', 'dusty']]);
  const up = does(ridden, { do: 'correct', field: 'mounted-on', who: 'Bram', value: 'Dusty' }).game;
  const bram = ann('Bram');
  const by = (game: typeof up) => game.offers('attack', 'by', bram, { target: 'Grim' }, gmViewer);
  expect(by(up)).toEqual([
    { value: 'rider', label: 'Bram', who: 'Bram' },
    { value: 'mount', label: 'Dusty', who: 'Dusty' },
  ]);
  expect(up.offers('attack', 'by', ann('Wolf'), { target: 'Grim' }, gmViewer)).toEqual([]);
  expect(refusal(up, verb('attack', { target: 'Grim', by: 'mount' }), ann('Wolf'))).toBe('E_NOT_NOW');
  const struck = does(up, verb('attack', { target: 'Grim', by: 'rider' }), bram, [1, 2]).game;
  expect(struck.expectedActions()).toMatchObject([{ actor: 'Bram', verbs: ['attack', 'minor', 'end'] }]);
  expect(by(struck)).toEqual([{ value: 'mount', label: 'Dusty', who: 'Dusty' }]);
  expect(struck.offers('attack', 'target', bram, {}, gmViewer)?.map(({ value }) => value)).toContain('Grim');
  const bitten = does(struck, verb('attack', { target: 'Grim' }), bram);
  expect(bitten.events.find(({ type }) => type === 'attacked')).toMatchObject({ attacker: 'Dusty', target: 'Grim' });
  expect(bitten.game.expectedActions()).toMatchObject([{ verbs: ['minor', 'end'] }]);
  expect(refusal(bitten.game, verb('attack', { target: 'Grim' }), bram)).toBe('E_MAJOR_ALREADY_USED');
});

test('SW-MOUNT-18: mounts are offered with their seats, and passengers are marked', () => {
  const game = fighting([
    ['Bram', 'allies', 'bram', { rides: 'Dusty' }],
    ['Dusty', 'allies', 'dusty'],
    ['Mira', 'allies', 'mira'],
    ['Grim', 'enemies', 'goblin'],
  ]);
  const open = startNextRound(game);
  const offered = open.offers('major', 'item', ann('Mira'), { kind: 'mount' }, gmViewer);
  expect(offered?.map(({ value }) => value)).toEqual(['Dusty']);
  const up = does(open, verb('major', { kind: 'mount', item: 'Dusty' }), ann('Mira'));
  const lines = up.game.narrate(up.events, gmViewer).map(({ text }) => text);
  expect(lines).toContain('Mira rides along on Dusty.');
  const mira = up.game.view(gmViewer).combatants.find(({ id }) => id === 'Mira');
  expect(mira?.marks).toContain('rides along on Dusty');
  expect(up.game.offers('major', 'item', ann('Grim'), { kind: 'mount' }, gmViewer)).toEqual([]);
});

test('SW-MOUNT-17 SW-MOUNT-15: an enemy mount without a rider has a turn, once a round', () => {
  const game = fighting([
    ['Wolf', 'allies', 'wolf'],
    ['Warg', 'enemies', 'dusty'],
    ['Grim', 'enemies', 'goblin', { rides: 'Warg' }],
  ]);
  const ridden = does(game, verb('next')).game;
  expect(ridden.expectedActions().map(({ actor }) => actor)).toEqual(['Grim']);
  const off = does(ridden, verb('minor', { kind: 'dismount' }), asGm('Grim'));
  expect(unitIn(off.game, 'Warg')).toMatchObject({ acted: true, rider: undefined });
  const alone = does(game, set('hp', 'Grim', '0')).game;
  const foes = does(alone, verb('next')).game;
  expect(foes.expectedActions()).toMatchObject([
    { actor: 'Warg', auto: { verb: 'attack', params: { target: 'Wolf' } } },
  ]);
  expect(foes.plans('Warg', gmViewer)[0]?.orders[0]).toMatchObject({ verb: 'attack' });
  const bitten = does(foes, verb('attack', { target: 'Wolf' }), asGm('Warg'), [6, 6]).game;
  const ended = does(bitten, verb('end'), asGm('Warg')).game;
  expect(stateOf(ended)).toMatchObject({ round: 2, phase: 'winner' });
});

test('SW-MOUNT-18 SW-MOUNT-2: the mount’s movement is its passenger’s until the next round', () => {
  const cast = [
    ['Bram', 'allies', 'bram', { rides: 'Dusty' }],
    ['Dusty', 'allies', 'dusty'],
    ['Tess', 'allies', 'tess'],
    ['Grim', 'enemies', 'goblin'],
  ] as const;
  const near = fighting(cast, { mode: 'standard' }, 'Bram: 0; Dusty: 0; Tess: 0; Grim: 80');
  const up = does(near, verb('major', { kind: 'mount', item: 'Dusty' }), ann('Tess')).game;
  const second = startNextRound(up);
  const ridden = (type: string, to: string) => {
    const moved = does(second, verb('move', { type, to }), ann('Bram')).game;
    return does(moved, verb('end'), ann('Bram')).game;
  };
  const shoot = verb('attack', { target: 'Grim', weapon: 'long bow' });
  const walked = ridden('normal', '20');
  expect(walked.expectedActions()).toMatchObject([{ actor: 'Tess', verbs: expect.not.arrayContaining(['move']) }]);
  expect(refusal(walked, shoot, ann('Tess'))).toBe('E_SHOOT_NEEDS_LIMITED_MOVE');
  expect(walked.view(gmView).combatants.find(({ id }) => id === 'Tess')?.marks).toContain(
    'carried: counts as a Normal Move',
  );
  const ran = ridden('full', '60');
  expect(refusal(ran, shoot, ann('Tess'))).toBe('E_MAJOR_AFTER_FULL_MOVE');
  expect(unitIn(ran, 'Tess').effects).toMatchObject([{ id: 'fullMove', evasion: -4 }]);
  expect(refusal(ridden('limited', '3'), shoot, ann('Tess'))).toBe('E_OUT_OF_RANGE');
  const third = startNextRound(walked);
  expect(unitIn(third, 'Tess').carried).toBeUndefined();
});
