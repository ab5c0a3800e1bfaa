import { expect, test } from 'vitest';
import { exportBattle, verifyBattle } from '../../src/battle/saved/export.ts';
import { foldLog } from '../../src/battle/saved/replay.ts';
import { autopilotSchema } from '../../src/battle/saved/session.ts';
import { autopilotReason } from '../../src/battle/views/autopilot.ts';
import { expectedActionsForViewer } from '../../src/battle/views/expected-actions.ts';
import { parseFollowUpOrderId } from '../../src/battle/views/report.ts';
import { rulesets } from '../../src/systems/index.ts';
import { logAt } from '../battle/log-at.ts';
import { picker } from '../chance.ts';
import { must } from './duel.ts';
import { type House, house, opened } from './house.ts';
import { begun } from './random-play.ts';

const swordsman = 'Swordsman';

/** Ann (Ada's) among four combatants of the GM, who act after her. */
const startSurrounded = async (): Promise<House> => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'Dusk', size: '12x12' });
  await must(there, 'ada', 'battle join', { preset: swordsman, side: 'red', name: 'Ann' });
  await must(there, 'gm', 'npc add', { preset: swordsman, name: 'Zombie', count: 4, side: 'blue' });
  for (const [at, [to, facing]] of [
    ['E6', 'E'],
    ['G6', 'W'],
    ['F9', 'N'],
    ['A1', 'S'],
  ].entries())
    await must(there, 'gm', 'skure place', { target: `Zombie ${at + 1}`, to, facing });
  await must(there, 'gm', 'skure place', { target: 'Ann', to: 'F6', facing: 'E' });
  await must(there, 'gm', 'gm set', { field: 'hp', who: 'Ann', value: '900', reason: 'long breath' });
  await must(there, 'gm', 'battle start');
  return there;
};

const text = (answer: unknown): string => JSON.stringify(answer);

test('autopilot runs all the GM’s combatants in one answer, and one undo reverses the run', async () => {
  const there = await startSurrounded();
  const set = await must(there, 'gm', 'gm autopilot', { who: 'Zombie*', does: 'at-once' });
  expect(set.kind === 'result' && set.to).toBe('asker');
  const before = (await opened(there)).saved.version;
  const answer = await must(there, 'ada', 'end');
  const log = await logAt(there.stores.battles, 'table');
  const run = log.filter(({ reason }) => reason === autopilotReason);
  const [first] = run;
  expect(run.length).toBeGreaterThan(4);
  expect(new Set(run.map(({ orderId }) => parseFollowUpOrderId(orderId).first)).size).toBe(1);
  expect(run.filter(({ dice }) => dice.length > 0).length).toBeGreaterThan(1);
  expect(text(answer).match(/Reason: by autopilot/g)).toHaveLength(1);
  for (const name of ['Zombie 1 strikes Ann', 'Zombie 2 strikes Ann', 'Zombie 4']) expect(text(answer)).toContain(name);
  // The sum comes before the orders and agrees with the events: here all four attack Ann.
  const deeds = (await opened(there)).game.talliesOf(run.flatMap(({ events }) => events));
  const strikes = (what: string, one: string, many: string) => {
    const amount = deeds.filter((deed) => deed.what === what && deed.who.startsWith('Zombie')).length;
    return amount === 0 ? [] : [`${amount} ${amount === 1 ? one : many}`];
  };
  const said = [...strikes('hit', 'hit', 'hits'), ...strikes('miss', 'miss', 'misses')].join(' and ');
  expect(text(answer)).toMatch(new RegExp(`"Zombie [^"]*: ${said} on Ann\\.`));
  const cards = answer.kind === 'result' ? answer.cards.flatMap(({ lines }) => lines) : [];
  expect(cards.flatMap(({ text: says, rows }) => (says.startsWith('Zombie') ? rows : []))).toEqual([]);
  expect(text(answer)).toContain('Show every sum');
  expect(expectedActionsForViewer(await opened(there)).map(({ actor }) => actor)).toEqual(['Ann']);
  // The log shows each order with its calculations, and one undo reverses the run.
  expect(text(await must(there, 'gm', 'battle log', { entry: first?.n ?? 0 }))).toContain(autopilotReason);
  const choices = text(await must(there, 'gm', 'undo', { list: true }));
  expect(choices).toContain(`Series of ${run.length} orders`);
  await must(there, 'gm', 'undo', { to: run.at(-1)?.n ?? 0 });
  expect(expectedActionsForViewer(await opened(there), 'gm').map(({ actor }) => actor)).toEqual(['Zombie 4']);
  await must(there, 'gm', 'gm redo');
  // /undo without options undoes the whole run.
  expect(text(await must(there, 'gm', 'undo'))).toContain(`gm undoes ${run.length} steps. The first: Zombie 1`);
  const back = await opened(there);
  expect(expectedActionsForViewer(back, 'gm').map(({ actor }) => actor)).toEqual(['Zombie 1']);
  expect(back.saved.version).toBeGreaterThan(before);
});

test('a suggested plan is shown to the GM alone, and /gm run carries all of them out', async () => {
  const there = await startSurrounded();
  await must(there, 'ada', 'end');
  const shown = await must(there, 'gm', 'gm autopilot', { who: 'all' });
  expect(text(shown)).toContain('Their current plans');
  expect(text(shown)).toContain('Zombie 1: ');
  expect(text(shown)).toContain('Run all your combatants');
  expect(shown.kind === 'result' && shown.to).toBe('asker');
  expect(expectedActionsForViewer(await opened(there), 'gm').map(({ actor }) => actor)).toEqual(['Zombie 1']);
  const refused = await there.run('ada', 'gm run');
  expect(!refused.ok && refused.error.code).toBe('gm-only');
  await must(there, 'gm', 'gm run');
  expect(expectedActionsForViewer(await opened(there)).map(({ actor }) => actor)).toEqual(['Ann']);
  const log = await logAt(there.stores.battles, 'table');
  expect(new Set(log.filter(({ reason }) => reason === autopilotReason).map(({ user }) => user))).toEqual(
    new Set(['gm']),
  );
});

test('the style “holds” keeps a combatant in place; invalid styles and targets are refused', async () => {
  const there = await startSurrounded();
  await must(there, 'ada', 'end');
  await must(there, 'gm', 'gm autopilot', { who: 'Zombie 1', does: 'at-once', style: 'holds' });
  const log = await logAt(there.stores.battles, 'table');
  const own = log.flatMap(({ reason, request }) =>
    reason === autopilotReason && request.kind === 'order' && request.actor === 'Zombie 1' ? request.doings : [],
  );
  expect(own.length).toBeGreaterThan(0);
  expect(text(own)).not.toContain('path');
  expect(text(await must(there, 'gm', 'gm autopilot'))).toContain('It holds its ground.');
  for (const [input, problem] of [
    [{ who: 'Zombie 1', style: 'strikes' }, 'whom'],
    [{ who: 'Zombie 1', whom: 'Ann' }, 'whom'],
    [{ who: 'Zombie 1', style: 'protects', whom: 'Nobody' }, 'whom'],
    [{ who: 'Zombie 1', does: 'at-once', seconds: 9 }, 'seconds'],
    [{ who: 'Zombie 1', style: 'advances' }, 'to'],
    [{ who: 'Zombie 1', style: 'holds', to: 'C4' }, 'to'],
    [{ who: 'Zombie 1', style: 'advances', to: 'Z99' }, 'to'],
    [{ who: 'Zombie 1', style: 'advances', to: 'there' }, 'to'],
    [{ who: 'Zombie 1', style: 'advances', to: 'C4', whom: 'Ann' }, 'whom'],
  ] as const) {
    const refused = await there.run('gm', 'gm autopilot', input);
    expect(!refused.ok && refused.error.facts.option).toBe(problem);
  }
});

/** The combatant's square. */
const positionOf = async (there: House, who: string): Promise<string | undefined> =>
  (await opened(there)).game.layout().places.find((each) => each.who === who)?.value;

test('a group on autopilot advances to a square and holds it', async () => {
  const there = await startSurrounded();
  await must(there, 'ada', 'end');
  const shown = text(await must(there, 'gm', 'gm autopilot', { who: 'Zombie*', style: 'advances', to: 'b4' }));
  expect(shown).toContain('The GM is shown a plan for Zombie 1, Zombie 2, Zombie 3 and Zombie 4. It advances on B4.');
  expect(shown).toContain('Zombie 1: ');
  expect(await positionOf(there, 'Zombie 1')).toBe('E6');
  await must(there, 'gm', 'gm autopilot', { who: 'Zombie*', does: 'at-once', style: 'advances', to: 'B4' });
  await must(there, 'ada', 'end');
  expect(await positionOf(there, 'Zombie 1')).toBe('B4');
  await must(there, 'ada', 'end');
  // The others are as near to it as possible, and none attacks Ann, who is far away.
  expect(await positionOf(there, 'Zombie 1')).toBe('B4');
  expect(['A3', 'B3', 'C3', 'A4', 'C4', 'A5', 'B5', 'C5']).toContain(await positionOf(there, 'Zombie 4'));
  expect(text(await must(there, 'gm', 'gm autopilot'))).toContain('It advances on B4.');
  const { ruleset, saved } = await opened(there);
  expect(foldLog(ruleset, await there.stores.battles.log(saved)).table).toEqual(saved.table);
});

test('an autopilot saved before the style “advances” existed still loads', () => {
  const before = { does: 'after', seconds: 30, level: 'usual', manner: 'protects', whom: 'Ann' };
  expect(autopilotSchema.parse(before)).toEqual(before);
});

test('the style “advances” is refused in a rulebook without squares', async () => {
  const there = house();
  await begun(there, 'straalara', picker(7));
  const bob = (await opened(there)).game.roster().find(({ id }) => id.includes('Bob'))?.actor ?? 'Bob';
  await must(there, 'gm', 'gm control', { who: bob });
  const refused = await there.run('gm', 'gm autopilot', { who: bob, style: 'advances', to: 'C4' });
  expect(!refused.ok && refused.error.facts).toEqual({
    option: 'style',
    problem: 'this battle has no board to advance on; choose another value',
  });
});

test('a player’s combatant is on autopilot only while its player is away and asked for it', async () => {
  const there = await startSurrounded();
  const refused = await there.run('gm', 'gm autopilot', { who: 'Ann', does: 'at-once' });
  expect(!refused.ok && refused.error.code).toBe('no-foes');
  await must(there, 'ada', 'my away', { until: '2d' });
  expect(expectedActionsForViewer(await opened(there)).map(({ actor }) => actor)).toEqual(['Ann']);
  await must(there, 'ada', 'my away', { until: '2d', tactics: 'usual' });
  const log = await logAt(there.stores.battles, 'table');
  expect(
    log.some(
      ({ reason, request }) => reason === autopilotReason && request.kind === 'order' && request.actor === 'Ann',
    ),
  ).toBe(true);
  expect(expectedActionsForViewer(await opened(there), 'gm').map(({ actor }) => actor)).toEqual(['Zombie 1']);
  await must(there, 'ada', 'my away', { until: 'back' });
  await must(there, 'gm', 'gm run');
  expect(expectedActionsForViewer(await opened(there)).map(({ actor }) => actor)).toEqual(['Ann']);
  // A combatant given to a player is no longer on autopilot.
  await must(there, 'gm', 'gm autopilot', { who: 'Zombie 1', does: 'at-once' });
  await must(there, 'gm', 'gm control', { who: 'Zombie 1', player: 'bob' });
  await must(there, 'ada', 'end');
  expect(expectedActionsForViewer(await opened(there)).map(({ actor }) => actor)).toEqual(['Zombie 1']);
});

test('autopilot does not run hidden combatants', async () => {
  const there = await startSurrounded();
  await must(there, 'gm', 'gm hide', { who: 'Zombie 1' });
  await must(there, 'gm', 'gm plan', { who: 'Zombie 1', order: 'ask' });
  await must(there, 'gm', 'gm autopilot', { who: 'all', does: 'at-once' });
  const answer = text(await must(there, 'ada', 'end'));
  expect(answer).not.toContain('Zombie 1');
  expect(answer).not.toContain(autopilotReason);
  expect(expectedActionsForViewer(await opened(there), 'gm').map(({ actor }) => actor)).toEqual(['Zombie 1']);
});

test.each(rulesets.map(({ id }) => id))('%s: the battle never waits for a side on autopilot', async (system) => {
  const there = house();
  await begun(there, system, picker(7));
  const { game } = await opened(there);
  const bob = game.roster().find(({ id, actor }) => id === 'Bob' || actor === 'Bob')?.actor ?? 'Bob';
  await must(there, 'gm', 'gm control', { who: bob });
  await must(there, 'gm', 'gm autopilot', { who: bob, does: 'at-once' });
  for (let n = 0; n < 40; n++) {
    const battle = await opened(there);
    if (battle.game.status !== 'active') break;
    const { pending } = battle.saved;
    expect(pending?.question.to).not.toBe(bob);
    const due = expectedActionsForViewer(battle, 'gm');
    expect(due.map(({ actor }) => actor)).not.toContain(bob);
    if (!(await there.run('gm', 'gm skip')).ok) break;
  }
  const { saved, ruleset } = await opened(there);
  const log = await there.stores.battles.log(saved);
  expect(log.some(({ reason }) => reason === autopilotReason)).toBe(true);
  const folded = foldLog(ruleset, log);
  expect(folded.game.save()).toEqual(saved.game);
  expect(folded.table).toEqual(saved.table);
  if (saved.status !== 'ended') await must(there, 'gm', 'battle end');
  const ended = (await opened(there)).saved;
  const checked = verifyBattle(ruleset, exportBattle(ended, await there.stores.battles.log(ended)));
  expect(checked.checks.filter(({ passed }) => !passed)).toEqual([]);
});
