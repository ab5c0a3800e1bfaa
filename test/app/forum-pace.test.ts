import { expect, test } from 'vitest';
import { expectedActionsForViewer } from '../../src/battle/views/expected-actions.ts';
import { logAt } from '../battle/log-at.ts';
import { recordingPlaces } from '../campaign/clock-stage.ts';
import { must } from './duel.ts';
import { type House, house, opened } from './house.ts';

const players = ['ada', 'bob', 'cleo', 'dan'];

/** A Straalara battle of a forum campaign: four players, who accept suggested standing orders, and a foe on autopilot. */
const startForum = async (): Promise<House> => {
  const there = house({}, undefined, recordingPlaces().places);
  await must(there, 'gm', 'campaign create', { name: 'The Road', systems: 'straalara', pace: 'forum' });
  await must(there, 'gm', 'battle create', { name: 'The Ford' });
  for (const user of players) {
    const joined = await must(there, user, 'battle join', { preset: 'ysolde', name: user.toUpperCase(), side: 'red' });
    expect(JSON.stringify(joined)).toContain('Use suggested standing orders');
    await must(there, user, 'my standing-orders', { kind: 'suggested', answer: 'auto' });
  }
  await must(there, 'gm', 'npc add', { preset: 'ysolde', name: 'Grim', side: 'blue' });
  await must(there, 'gm', 'gm autopilot', { who: 'Grim', does: 'at-once' });
  await must(there, 'gm', 'battle start');
  return there;
};

test('a Straalara turn of four players needs four stops in a forum campaign', async () => {
  const there = await startForum();
  const stops: string[] = [];
  const turnOf = async () => Object((await opened(there)).game.save()).turn;
  expect(await turnOf()).toBe(1);
  while ((await turnOf()) === 1) {
    const [due] = expectedActionsForViewer(await opened(there), 'gm');
    const user = players.find((each) => each.toUpperCase() === due?.actor) ?? 'gm';
    stops.push(`${user} ${due?.what}`);
    const aimed = user === 'ada' || user === 'bob' ? { action: 'brawl', target: 'Grim' } : { action: 'none' };
    await must(there, user, 'declare', { stance: 'mixed', ...aimed });
  }
  expect(stops.toSorted()).toEqual(players.map((user) => `${user} to nominate a stance and an action`));
  expect((await logAt(there.stores.battles, 'table')).map(({ reason }) => reason)).toContain('nothing to decide');
});

test('a player who asks to be asked is asked at forum pace too', async () => {
  const there = await startForum();
  await must(there, 'cleo', 'my standing-orders', { kind: 'turn', answer: 'ask' });
  for (const _ of players) {
    const [due] = expectedActionsForViewer(await opened(there), 'gm');
    await must(there, due?.actor.toLowerCase() ?? '', 'declare', { stance: 'mixed', action: 'none' });
  }
  expect(expectedActionsForViewer(await opened(there)).map(({ actor, what }) => [actor, what])).toEqual([
    ['CLEO', 'to act'],
  ]);
});

test('SEG-DECL-6: a standing order closes declarations only after everyone has declared', async () => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'segment', name: 'The Ford', settings: 'autoClose=no' });
  for (const [user, side] of [
    ['ada', 'red'],
    ['bob', 'blue'],
  ] as const)
    await must(there, user, 'battle join', { preset: 'Orrin Vale', name: user, side });
  for (const kind of ['close', 'resolve']) await must(there, 'gm', 'my standing-orders', { kind, answer: 'auto' });
  await must(there, 'gm', 'battle deploy');
  await must(there, 'gm', 'battle start');
  const phaseOf = async () => Object((await opened(there)).game.save()).phase;
  expect(await phaseOf()).toBe('declare');
  await must(there, 'ada', 'declare', { action: 'none' });
  expect(expectedActionsForViewer(await opened(there), 'gm').map(({ actor }) => actor)).toEqual(['bob', 'gm']);
  const { round } = Object((await opened(there)).game.save());
  await must(there, 'bob', 'declare', { action: 'none' });
  expect(Object((await opened(there)).game.save()).round).toBe(round + 1);
});

test('a standing order tried shows what it would have done, and is not saved', async () => {
  const there = await startForum();
  for (let n = 0; n < 8; n += 1) {
    const [due] = expectedActionsForViewer(await opened(there), 'gm').filter(({ kind }) => kind === 'declaration');
    await must(there, due?.actor.toLowerCase() ?? '', 'declare', { stance: 'mixed', action: 'none' });
  }
  const attacked = (await logAt(there.stores.battles, 'table')).flatMap(({ request }) =>
    request.kind === 'order' && Object(request.doings[0]).verb === 'defend' ? request.actor : [],
  );
  const [who = ''] = attacked.filter((each) => players.includes(each.toLowerCase()));
  const tried = { kind: 'defense', answer: 'dodge', try: true };
  const shown = await must(there, who.toLowerCase(), 'my standing-orders', tried);
  const times = attacked.filter((each) => each === who).length;
  const text = `defend maneuver:dodge: ${times === 1 ? 'once' : `${times} times`}`;
  expect(shown.cards[0]?.lines.map((each) => each.text)).toEqual([text]);
  expect((await opened(there)).saved.table.standing[who]).toEqual({ defense: 'auto' });
});
