import { expect, test } from 'vitest';
import type { Control } from '../../src/app/replies/reply.ts';
import { rulesets } from '../../src/systems/index.ts';
import { seeds, unhurried } from '../budget.ts';
import { picker } from '../chance.ts';
import { must, secret } from './duel.ts';
import { type House, house } from './house.ts';
import { begun, mark, randomOrder } from './random-play.ts';
import { seenVerbs } from './seen-verbs.ts';

test.each(rulesets.map((ruleset) => ({ id: ruleset.id, ruleset })))(
  '$id: each verb is visible to others, in sight only, or never, as the reviewed table says',
  ({ id, ruleset }) => {
    const { seen = [], 'in-sight': inSight = [], unseen = [] } = seenVerbs[id] ?? {};
    const said = [
      ...seen.map((verb) => [verb, 'seen'] as const),
      ...inSight.map((verb) => [verb, 'in-sight'] as const),
      ...unseen.map((verb) => [verb, 'unseen'] as const),
    ];
    expect(
      Object.fromEntries(Object.keys(ruleset.verbs).map((verb) => [verb, ruleset.verbs[verb]?.visibility ?? 'unseen'])),
    ).toEqual(Object.fromEntries(said));
  },
);

/** Hides the GM's combatants until they act, and returns their ids. */
const hideGmCombatants = async (there: House): Promise<readonly string[]> => {
  const battle = await there.services.battles.open('table');
  if (!battle.ok) throw new Error(battle.error.code);
  const own = battle.value.game
    .roster()
    .map(({ actor }) => actor)
    .filter((actor) => actor.startsWith(mark));
  const whom = [...new Set(own)];
  if (whom.length > 0) await must(there, 'gm', 'gm hide', { who: whom.join(', '), until: 'until-acts' });
  return whom;
};

const tries = 60;

test.each(rulesets.map(({ id }) => id))(
  '%s: in random play only visible verbs and their effects reveal a hidden combatant',
  async (system) => {
    let battles = 0;
    const shown = new Set<string>();
    for (const seed of seeds(2)) {
      battles++;
      const there = house();
      const pick = picker(seed * 31);
      await begun(there, system, pick);
      for (let n = 0; n < tries; n++) {
        if ((await hideGmCombatants(there)).length === 0) break;
        const { user, path, input } = await randomOrder(there, pick);
        const before = await there.stores.battles.byChannel('table');
        const answer = await there.run(user, path, input);
        const after = await there.stores.battles.byChannel('table');
        if (!answer.ok || before === undefined || after === undefined || after.status === 'ended') continue;
        const entries = await there.stores.battles.log(after, before.version + 1);
        for (const { table, request } of entries) {
          if (!table.some(({ type }) => type === 'revealed')) continue;
          const ruleset = rulesets.find(({ id }) => id === system);
          const [doing] = request.kind === 'order' ? request.doings : [before.pending?.doing];
          const { verb } = Object(doing);
          shown.add(verb);
          expect(ruleset?.verbs[verb]?.visibility, `${system}: /${path} ${JSON.stringify(input)}`).toBeDefined();
        }
        if (after.pending !== undefined) await there.run('gm', 'my answer', { choice: after.pending.question.auto });
      }
    }
    // In fewer than ten battles, perhaps no one is seen to act.
    expect(shown.size > 0 || battles < 10, [...shown].join()).toBe(true);
  },
  unhurried,
);

const isStillHidden = async (there: House): Promise<boolean> =>
  (await there.stores.battles.byChannel('table'))?.table.hidden[secret] === 'until-acts';

/** Ann (Ada's) and the GM's hidden combatant, who acts first. */
const createAmbush = async (system: string, settings?: string): Promise<House> => {
  const there = house();
  const sides = system === 'sword-world' ? ['allies', 'enemies'] : ['red', 'blue'];
  const [preset] = Object.values(rulesets.find(({ id }) => id === system)?.presets ?? {});
  const sheet = { preset: preset?.title ?? '' };
  await must(there, 'gm', 'battle create', { system, name: 'Dark', ...(settings && { settings }) });
  await must(there, 'ada', 'battle join', { ...sheet, side: sides[0], name: 'Ann' });
  await must(there, 'gm', 'npc add', { ...sheet, name: secret, side: sides[1], hidden: 'until-acts' });
  await must(there, 'gm', 'gm plan', { who: secret, order: 'ask' });
  return there;
};

test('skure: an attack reveals a hidden combatant; ending its turn does not', async () => {
  const there = await createAmbush('skure');
  await must(there, 'gm', 'skure place', { target: 'Ann', to: 'C4', facing: 'E' });
  await must(there, 'gm', 'skure place', { target: secret, to: 'D4', facing: 'W' });
  await must(there, 'gm', 'gm set', { field: 'agility', who: secret, value: '99', reason: 'it waits' });
  await must(there, 'gm', 'battle start');
  const panel = await must(there, 'gm', 'gm panel', {});
  const labels = panel.controls.flat().map((control: Control) => control.label);
  expect(labels).toContain('Attack (reveals)');
  expect(labels).toContain('Move (may reveal)');
  expect(labels).toContain('Defend');
  expect(labels).toContainEqual(expect.stringMatching(/^Next: Attack Ann/));
  const open = await must(there, 'ada', 'battle status', { public: true });
  expect(JSON.stringify(open)).not.toContain('reveal');
  await must(there, 'gm', 'end', { as: secret });
  expect(await isStillHidden(there)).toBe(true);
  await must(there, 'ada', 'end', {});
  for (let n = 0; n < 4 && (await isStillHidden(there)); n++) await must(there, 'gm', 'gm skip', {});
  expect(await isStillHidden(there)).toBe(false);
});

test('skure: a move reveals a hidden combatant only in sight of another team', async () => {
  const there = await createAmbush('skure', 'board.width=8, board.height=8, sight.obstacles=yes');
  await must(there, 'gm', 'skure place', { target: 'Ann', to: 'A4', facing: 'E' });
  await must(there, 'gm', 'skure place', { target: secret, to: 'H4', facing: 'N' });
  await must(there, 'gm', 'gm set', { field: 'blocked', value: 'D1 D2 D3 D4 D5 D6 D7 D8', reason: 'a wall' });
  await must(there, 'gm', 'gm set', { field: 'agility', who: secret, value: '99', reason: 'it waits' });
  await must(there, 'gm', 'battle start');
  await must(there, 'gm', 'move', { path: 'N', as: secret });
  expect(await isStillHidden(there)).toBe(true);
  await must(there, 'gm', 'gm set', { field: 'blocked', value: 'none', reason: 'it falls' });
  await must(there, 'gm', 'move', { path: 'N', as: secret });
  expect(await isStillHidden(there)).toBe(false);
});

test('straalara: carrying out an attack reveals; initiative and private nomination do not', async () => {
  const there = await createAmbush('straalara', 'declarations=private');
  await must(there, 'gm', 'battle start');
  await must(there, 'gm', 'initiative', { as: secret });
  await must(there, 'ada', 'initiative', {});
  for (let n = 0; n < 2; n++) {
    const battle = await there.services.battles.open('table');
    const due = battle.ok ? battle.value.game.expectedActions()[0] : undefined;
    const what = due?.actor === secret ? { action: 'brawl', target: 'Ann' } : { action: 'none' };
    await must(there, 'gm', 'declare', { as: due?.actor, stance: 'mixed', ...what });
  }
  expect(await isStillHidden(there)).toBe(true);
  await must(there, 'gm', 'take', { as: secret });
  const battle = await there.services.battles.open('table');
  if (battle.ok && battle.value.game.expectedActions()[0]?.kind === 'defense')
    await must(there, 'ada', 'defend', { maneuver: 'none' });
  expect(await isStillHidden(there)).toBe(false);
});

test('segment: a hidden combatant is revealed when its attack happens, not when it is declared', async () => {
  const there = await createAmbush('segment');
  await must(there, 'gm', 'battle place', { target: 'Ann', to: 'C4' });
  await must(there, 'gm', 'battle place', { target: secret, to: 'D4' });
  await must(there, 'gm', 'battle start');
  await must(there, 'ada', 'declare', { action: 'none' });
  await must(there, 'gm', 'declare', { action: 'attack', target: 'Ann', as: secret });
  expect(await isStillHidden(there)).toBe(true);
  for (let n = 0; n < 6 && (await isStillHidden(there)); n++) {
    const battle = await there.services.battles.open('table');
    const [due] = battle.ok ? battle.value.game.expectedActions() : [];
    await must(there, 'gm', 'gm skip', due?.kind === 'declaration' ? { who: due.actor } : {});
  }
  expect(await isStillHidden(there)).toBe(false);
  const log = await there.services.battles.logView('table', 'gm');
  const entry = log.ok ? log.value.find((each) => each.entry.table.some(({ type }) => type === 'revealed')) : undefined;
  expect(JSON.stringify(entry?.entry.events)).toContain('"attacked"');
});
