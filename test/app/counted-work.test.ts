import { expect, test } from 'vitest';
import type { CommandInput } from '../../src/app/command-kit/command.ts';
import { panelReply } from '../../src/app/replies/battle-panel.ts';
import { type ExpectedAction, lazyExpectedAction } from '../../src/rules/expected-action.ts';
import type { Game } from '../../src/rules/game.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { rulesets } from '../../src/systems/index.ts';
import { house } from './house.ts';

/** Functions that visit all combatants of a battle. The test counts their calls. */
const countedCalls = ['roster', 'awaiting', 'plans', 'view', 'knownTo', 'save', 'extent', 'effects'] as const;
type Counted = (typeof countedCalls)[number];
type Counts = Record<Counted, number>;

/** Maximum number of such calls for one command, however many combatants there are. */
const maxCalls = 24;

/** Wraps a rulebook to count these calls. */
const countCalls = (ruleset: Ruleset, counts: Counts): Ruleset => {
  /** The default order is calculated lazily; reading it counts as a plan. */
  const countPlan = (awaited: ExpectedAction): ExpectedAction =>
    lazyExpectedAction(awaited, {
      verbs: () => awaited.verbs,
      auto: () => {
        counts.plans++;
        return awaited.auto;
      },
    });
  const countGame = (game: Game): Game => {
    const countCall =
      <Args extends readonly unknown[], Value>(name: Counted, look: (...args: Args) => Value) =>
      (...args: Args): Value => {
        counts[name]++;
        return look(...args);
      };
    return {
      ...game,
      roster: countCall('roster', game.roster),
      expectedActions: countCall('awaiting', (viewer) => game.expectedActions(viewer).map(countPlan)),
      plans: countCall('plans', game.plans),
      view: countCall('view', game.view),
      save: countCall('save', game.save),
      battleSize: countCall('extent', game.battleSize),
      effects: countCall('effects', game.effects),
      asKnownTo: countCall('knownTo', (viewer) => countGame(game.asKnownTo(viewer))),
      applyEvents: (events) => countGame(game.applyEvents(events)),
      act: (...order) => {
        const outcome = game.act(...order);
        return outcome.ok && outcome.value.kind === 'decided'
          ? { ...outcome, value: { ...outcome.value, game: countGame(outcome.value.game) } }
          : outcome;
      },
    };
  };
  return {
    ...ruleset,
    openGame: (saved) => countGame(ruleset.openGame(saved)),
    createGame: (settings) => {
      const blank = ruleset.createGame(settings);
      return blank.ok ? { ...blank, value: countGame(blank.value) } : blank;
    },
  };
};

const none = (): Counts => ({ roster: 0, awaiting: 0, plans: 0, view: 0, knownTo: 0, save: 0, extent: 0, effects: 0 });

/** Starts a battle with that many combatants and counts the calls of each command. */
const countCosts = async (ruleset: Ruleset, figures: number): Promise<Readonly<Record<string, Counts>>> => {
  const counts = none();
  const table = house({}, undefined, undefined, undefined, [countCalls(ruleset, counts)]);
  const must = async (path: string, input: CommandInput = {}): Promise<void> => {
    const answer = await table.run('gm', path, input);
    expect(answer.ok ? '' : answer.error, `${ruleset.id}: /${path}`).toBe('');
  };
  const system = ruleset.id;
  await must('battle create', {
    system,
    ...(['skure', 'segment'].includes(system) && { size: '64x64' }),
  });
  const preset = Object.values(ruleset.presets)[0]?.title ?? '';
  const sides = system === 'sword-world' ? ['allies', 'enemies'] : ['red', 'blue'];
  for (const [at, side] of sides.entries())
    for (const letter of ['a', 'b', 'c', 'd', 'e'])
      await must('npc add', { preset, name: `Foe${at}${letter}`, count: figures / 10, side });
  await must('gm hide', { who: 'Foe0a 1' });
  if (ruleset.verbs.deploy?.role === 'gm' && !ruleset.isPlacedAfterStart) await must('battle deploy');
  await must('battle start');
  const found: Record<string, Counts> = {};
  const cost = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    Object.assign(counts, none());
    await work();
    found[what] = { ...counts };
  };
  const saved = await table.services.battles.open('table');
  if (!saved.ok) throw new Error(saved.error.code);
  await cost('a panel', async () => panelReply(saved.value));
  const [due] = saved.value.game.expectedActions();
  const usual = due?.fallback ?? due?.auto;
  if (usual === undefined) throw new Error(`nothing is done for ${due?.actor}`);
  await cost('an order', () => table.services.battles.order(table.asker('gm'), { ...usual, actor: due?.actor }));
  await cost('a roll', () => must('roll', { dice: '2d6' }));
  await cost('a rename', () => must('battle rename', { name: 'Fray' }));
  await cost('an autocomplete', () => table.complete('gm', 'gm set', 'who', 'Foe'));
  await cost('the GM panel', () => must('gm panel'));
  await cost('the status', () => must('battle status', { public: true }));
  await cost('the own view', () => table.run('eve', 'my view'));
  return found;
};

test.each(rulesets.filter(({ id }) => id !== 'dskull').map((ruleset) => ({ id: ruleset.id, ruleset })))(
  '$id: an order, a panel and autocomplete make as many passes for 200 combatants as for 20',
  async ({ ruleset }) => {
    const many = await countCosts(ruleset, 200);
    expect(many).toEqual(await countCosts(ruleset, 20));
    for (const what of ['a panel', 'a roll', 'a rename', 'the status']) expect(many[what]?.plans, what).toBe(0);
    for (const [what, looks] of Object.entries(many))
      expect(Math.max(...Object.values(looks)), `${what}: ${JSON.stringify(looks)}`).toBeLessThanOrEqual(maxCalls);
  },
  120_000,
);

/** The number of effects in the saved events of an entry. */
const effectsIn = (events: readonly unknown[]): number => JSON.stringify(events).split('"ticks"').length - 1;

test.each(rulesets.map(({ id, presets, modifiers }) => ({ id, presets, modifiers })))(
  '$id: an effect on many combatants is written once for each',
  async ({ id, presets, modifiers }) => {
    const table = house();
    const must = async (path: string, input: CommandInput = {}): Promise<void> => {
      const answer = await table.run('gm', path, input);
      expect(answer.ok ? '' : answer.error, `${id}: /${path}`).toBe('');
    };
    await must('battle create', { system: id });
    const preset = Object.values(presets)[0]?.title ?? '';
    const [side] = id === 'sword-world' ? ['allies'] : ['red'];
    await must('npc add', { preset, name: 'Foe', count: id === 'dskull' ? 2 : 20, side });
    const battle = await table.services.battles.open('table');
    const hung =
      (battle.ok ? battle.value.game.battleSize().effectCount : 0) +
      (battle.ok ? battle.value.game.roster().length : 0);
    const [term = ''] = Object.keys(modifiers);
    for (const name of ['Hex', 'Curse', 'Bane']) await must('gm effect', { name, who: 'all', modifiers: `${term}=1` });
    await must('gm remove-effect', { name: 'Hex', who: 'all' });
    const log = await table.services.battles.log('table');
    const written = (log.ok ? log.value : []).slice(-4).map(({ events }) => effectsIn(events));
    expect(hung).toBeGreaterThan(1);
    for (const count of written) expect(count).toBeLessThanOrEqual(hung);
  },
);
