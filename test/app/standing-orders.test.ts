import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Asker } from '../../src/app/command-kit/command.ts';
import { noTransport, type Transport } from '../../src/app/outbox/transport.ts';
import { createPresetDice } from '../../src/battle/decide/hand-dice.ts';
import type { SavedBattle } from '../../src/battle/saved/store.ts';
import { allowedStandingAnswers } from '../../src/battle/views/standing-orders.ts';
import type { Stores } from '../../src/campaign/stores.ts';
import { gmActor } from '../../src/rules/expected-action.ts';
import { surpriseKind } from '../../src/rules/surprise.ts';
import { rulesets } from '../../src/systems/index.ts';
import { createMemoryStores } from '../../src/wiring/memory-stores.ts';
import { logAt } from '../battle/log-at.ts';
import { someOf } from '../budget.ts';
import { type Cast, fighting } from '../systems/sword-world/table.ts';
import { must } from './duel.ts';
import { type House, house } from './house.ts';
import { type Asking, type Move, type Situations, situationsOf } from './standing-situations.ts';

/** A battle with this saved state. ada controls one combatant, the GM all others. */
const loadBattle = async (
  system: string,
  game: unknown,
  actor: string,
  dice: readonly number[] = [],
  stores: Partial<Stores> = {},
  transport?: Transport,
): Promise<House> => {
  const there = house(stores, createPresetDice([...dice, ...Array<number>(400).fill(3)]), transport);
  await must(there, 'gm', 'battle create', { system });
  const saved = await savedIn(there);
  const { battles } = there.stores;
  const table = {
    ...saved.table,
    seats: { ...saved.table.seats, ada: { name: 'Ada', role: 'player' as const } },
    control: actor === gmActor ? {} : { [actor]: 'ada' },
  };
  const [first] = await logAt(battles, 'table');
  if (first === undefined) throw new Error('No log.');
  const version = saved.version + 1;
  const request = { kind: 'table' as const, what: 'set up' };
  await battles.commit(
    { ...saved, version, status: 'active', game, table },
    { ...first, n: 2, orderId: 'set-up', request, table: [], events: [] },
  );
  return there;
};

/** Crashes after the standing order is saved and before it acts. Returns the next process. */
const restartAfterCrash = async (system: string, { game, actor }: Move, answer: { kind: string; answer: string }) => {
  const kept = createMemoryStores();
  const battles: Stores['battles'] = {
    ...kept.battles,
    commit: (battle, entry, ...rest) => {
      if (entry.orderId.includes('~')) throw new Error('The process died.');
      return kept.battles.commit(battle, entry, ...rest);
    },
  };
  const dead = await loadBattle(system, game, actor, [], { ...kept, battles }, { ...noTransport });
  const asked = { interaction: 'ada', token: 'token', pressed: undefined, announced: () => undefined };
  const asker: Asker = { ...dead.asker('ada'), answerRoute: asked };
  const input = inputOf(answer.kind, answer.answer, actor);
  await expect(dead.dispatcher.run(['my', 'standing-orders'], asker, input)).rejects.toThrow('died');
  const next = house(kept, createPresetDice(Array<number>(400).fill(3)), {
    ...noTransport,
    answer: async () => 'answered',
  });
  await next.outbox.startDelivery(() => true, true);
  await next.idle();
  return next;
};

const savedIn = async ({ stores }: House): Promise<SavedBattle> => {
  const saved = await stores.battles.byChannel('table');
  if (saved === undefined) throw new Error('No battle.');
  return saved;
};

/** How a standing order is given: by the owner, for an absence that then begins, or by a deputy. */
const ways = {
  present: async (there: House, user: string, input: Readonly<Record<string, string>>) => {
    await must(there, user, 'my standing-orders', input);
  },
  away: async (there: House, user: string, input: Readonly<Record<string, string>>) => {
    await must(there, user, 'my standing-orders', { ...input, away: true });
    await must(there, user, 'my away', { until: '2d' });
  },
  deputy: async (there: House, user: string, input: Readonly<Record<string, string>>) => {
    await must(there, user, 'my deputy', { user: 'dan', name: 'Dan', until: '2d' });
    await must(there, 'dan', 'my standing-orders', input);
  },
} as const;
type Way = keyof typeof ways;

const inputOf = (kind: string, answer: string, actor: string) => ({
  kind,
  answer,
  ...(actor !== gmActor && { as: actor }),
});

/** True if the standing order carries out the expected action with the order it names. */
const carriesOutMove = async (
  system: string,
  kind: string,
  answer: string,
  way: Way,
  { game, actor }: Move,
): Promise<boolean> => {
  const there = await loadBattle(system, game, actor);
  await ways[way](there, 'ada', inputOf(kind, answer, actor));
  const named = rulesets.find(({ id }) => id === system)?.standingOrderKinds[kind]?.answers[answer]?.order;
  return (await logAt(there.stores.battles, 'table')).some(
    ({ reason, request, user }) =>
      reason === 'standing order' &&
      user === 'ada' &&
      request.kind === 'order' &&
      request.actor === actor &&
      (named === undefined || JSON.stringify(request.doings) === JSON.stringify([{ do: 'verb', ...named }])),
  );
};

/** True if the standing order answers the question, with the same result as an answer by hand. */
const answersQuestion = async (
  system: string,
  kind: string,
  answer: string,
  way: Way,
  { game, doing, call, question, dice }: Asking,
): Promise<boolean> => {
  if (doing.do !== 'verb') return false;
  const choice = answer === 'auto' ? question.auto : answer;
  if (!question.choices.some(({ id }) => id === choice)) return false;
  const owner = question.to === gmActor ? 'gm' : 'ada';
  const play = async (begin: (there: House) => Promise<void>): Promise<House> => {
    const there = await loadBattle(system, game, question.to, dice);
    await begin(there);
    const order = { verb: doing.verb, params: doing.params, actor: call.actor };
    const done = await there.services.battles.order(there.asker('gm'), order);
    if (!done.ok) throw new Error(JSON.stringify(done.error));
    return there;
  };
  const ordered = await play((there) => ways[way](there, owner, inputOf(kind, answer, question.to)));
  const byHand = await play(async (there) => {
    await must(there, 'gm', 'my standing-orders', {
      kind,
      answer: 'ask',
      ...(owner === 'gm' ? {} : { as: question.to }),
    });
  });
  expect((await savedIn(byHand)).pending?.question).toMatchObject({ to: question.to, kind });
  await must(byHand, owner, 'my answer', { choice });
  const [one, other] = [await savedIn(ordered), await savedIn(byHand)];
  expect(one.pending?.question.to === question.to && one.pending.question.kind === kind).toBe(
    other.pending?.question.to === question.to && other.pending.question.kind === kind,
  );
  if (one.pending === undefined && other.pending === undefined) expect(one.game).toEqual(other.game);
  return one.pending === undefined || one.pending.question.to !== question.to;
};

/** Answers that only a later question of the same kind offers. They have a test of their own. */
const elsewhere = ['block help'];

describe.each(rulesets.map((ruleset) => ({ system: ruleset.id, ruleset })))('$system', ({ system, ruleset }) => {
  let situations: Situations;
  beforeAll(() => {
    situations = situationsOf(ruleset);
  }, 120_000);

  test('every question and expected action is declared as a standing order kind', () => {
    const found = [...situations.moves.keys(), ...situations.questions.keys()];
    expect(found.filter((kind) => ruleset.standingOrderKinds[kind] === undefined)).toEqual([]);
  });

  const rows = Object.entries(ruleset.standingOrderKinds).flatMap(([kind, declared]) =>
    Object.keys(allowedStandingAnswers(declared))
      .filter((answer) => answer !== 'ask' && !elsewhere.includes(`${kind} ${answer}`))
      .flatMap((answer) =>
        someOf(['present', 'away', 'deputy'] as const, system === 'skure' ? 3 : 1).map((way) => ({
          ...{ kind, answer, way, of: declared.decider },
        })),
      ),
  );
  test.each(rows.filter(({ of }) => of === 'actor'))(
    'a standing order answers $kind with $answer, $way',
    async ({ kind, answer, way }) => {
      const asked = situations.questions.get(kind) ?? [];
      const moves = situations.moves.get(kind) ?? [];
      for (const each of asked) if (await answersQuestion(system, kind, answer, way, each)) return;
      for (const each of moves) if (await carriesOutMove(system, kind, answer, way, each)) return;
      expect.fail(`In none of ${asked.length + moves.length} situations.`);
    },
  );

  test('a standing order that a crash interrupted is carried out by the next process', async () => {
    let played = 0;
    for (const [kind, moves] of someOf([...situations.moves], 2))
      for (const answer of Object.keys(allowedStandingAnswers(ruleset.standingOrderKinds[kind] ?? expect.fail(kind)))) {
        const move = moves.find(({ actor }) => actor !== gmActor);
        if (move === undefined || !(await carriesOutMove(system, kind, answer, 'present', move))) continue;
        const usual = await loadBattle(system, move.game, move.actor);
        await must(usual, 'ada', 'my standing-orders', inputOf(kind, answer, move.actor));
        const next = await restartAfterCrash(system, move, { kind, answer });
        const done = async ({ stores }: House) =>
          (await logAt(stores.battles, 'table')).slice(2).map(({ events, dice, reason }) => ({ events, dice, reason }));
        expect(await done(next), kind).toEqual(await done(usual));
        played += 1;
        break;
      }
    expect(played).toBeGreaterThan(0);
  }, 60_000);

  test.each([...new Set(rows.filter(({ of, kind }) => of === 'gm' && kind !== surpriseKind).map(({ kind }) => kind))])(
    'a standing order of the GM answers %s only if it is a question',
    async (kind) => {
      const asked = situations.questions.get(kind) ?? [];
      const isQuestion = Object.keys(ruleset.standingOrderKinds[kind]?.answers ?? {}).length > 0;
      const found = await Promise.all(asked.map((each) => answersQuestion(system, kind, 'auto', 'present', each)));
      expect(found.includes(true)).toBe(isQuestion);
    },
  );
});

test('every kind in a rulebook’s source is declared as a standing order kind', () => {
  const patterns = [
    /\bto: [^\n]+,\n\s+kind: '([a-z-]+)'/g,
    /\bactor(?:: [^\n]+)?,\s+kind: '([a-z-]+)'/g,
    /expect(?:Action|YesOrNo)\(\s*[\w.]+,\s*'([a-z-]+)'/g,
    /gmDoes\('[^']+', '([a-z-]+)'\)/g,
    /\b(?:fromGm|expectGm)\(\s*'([a-z-]+)'/g,
  ];
  for (const { id, standingOrderKinds } of rulesets) {
    const folder = `src/systems/${id}`;
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const text = files.map((name) => readFileSync(`${folder}/${name}`, 'utf8')).join('\n');
    const kinds = patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, kind]) => kind ?? ''));
    if (text.includes('askSurprise(')) kinds.push(surpriseKind);
    expect([...new Set(kinds)].toSorted(), id).toEqual(Object.keys(standingOrderKinds).toSorted());
  }
});

describe('standing orders', () => {
  const alley = async (): Promise<House> => {
    const there = house();
    await must(there, 'gm', 'battle create', { system: 'straalara' });
    const presets = Object.keys(rulesets.find(({ id }) => id === 'straalara')?.presets ?? {});
    await must(there, 'ada', 'battle join', { preset: presets[0] ?? '', name: 'Ann', side: 'red' });
    return there;
  };
  const said = async (there: House, user: string, input: Readonly<Record<string, string | boolean>>) =>
    JSON.stringify((await must(there, user, 'my standing-orders', input)).cards);

  test.each([
    { kind: 'bananas', answer: 'dodge', code: 'no-such-kind' },
    { kind: 'intercept', answer: 'yes', code: 'no-such-kind' },
    { kind: 'defense', answer: 'bananas', code: 'no-such-order' },
    { kind: 'botch', answer: 'auto', code: 'gm-only' },
    { kind: 'bananas', answer: 'usual', code: 'no-such-kind' },
  ])('$kind $answer: $code', async ({ kind, answer, code }) => {
    const there = await alley();
    const before = await savedIn(there);
    const refused = await there.run('ada', 'my standing-orders', { kind, answer });
    expect(!refused.ok && refused.error.code).toBe(code);
    expect(await savedIn(there)).toEqual(before);
  });

  test('a player sees only players’ standing order kinds, the GM sees all', async () => {
    const there = await alley();
    const kindsFor = async (user: string): Promise<string> => {
      const refused = await there.run(user, 'my standing-orders', { kind: 'bananas', answer: 'dodge', as: 'Ann' });
      return refused.ok ? '' : String(refused.error.facts.kinds);
    };
    expect((await kindsFor('ada')).split(', ')).not.toContain('botch');
    expect((await kindsFor('ada')).split(', ')).toContain('defense');
    expect((await kindsFor('gm')).split(', ')).toContain('botch');
  });

  test.each([
    {
      answer: 'dodge',
      says: 'When Ann is attacked, Ann will automatically dodge. If the rules do not allow it, the bot asks.',
    },
    { answer: 'DODGE', says: 'When Ann is attacked, Ann will automatically dodge.' },
    {
      answer: 'auto',
      says: 'When Ann is attacked, Ann will automatically use the defense that loses the fewest health levels.',
    },
    { answer: 'ask', says: 'When Ann is attacked, Ann will be asked.' },
    { answer: 'usual', says: 'When Ann is attacked, back to the default.' },
  ])('defense $answer is shown as what will happen', async ({ answer, says }) => {
    const there = await alley();
    expect(await said(there, 'ada', { kind: 'defense', answer })).toContain(says);
    if (answer !== 'usual') expect(await said(there, 'ada', {})).toContain(says);
  });

  test('a standing order for absences says so', async () => {
    const there = await alley();
    const says = 'While the player is away: When Ann is attacked, Ann will automatically parry.';
    expect(await said(there, 'ada', { kind: 'defense', answer: 'parry', away: true })).toContain(says);
    expect(await said(there, 'ada', {})).toContain(says);
  });

  test('an invalid standing order of an older release is shown as ignored and can be cleared', async () => {
    const there = await alley();
    const saved = await savedIn(there);
    const [first] = await logAt(there.stores.battles, 'table');
    if (first === undefined) throw new Error('No log.');
    const event = { type: 'standing-set' as const, actor: 'Ann', kind: 'bananas', choice: 'dodge' };
    const version = saved.version + 1;
    const table = { ...saved.table, standing: { Ann: { bananas: 'dodge', defense: 'fly' } } };
    await there.stores.battles.commit(
      { ...saved, version, table },
      { ...first, n: version, orderId: 'old', request: { kind: 'table', what: 'orders' }, table: [event], events: [] },
    );
    const shown = await said(there, 'ada', {});
    expect(shown).toContain('bananas dodge: ignored, because Straalara combat turns has no question called bananas.');
    expect(shown).toContain('When Ann is attacked: fly is not a valid answer and is ignored.');
    await must(there, 'ada', 'my standing-orders', { kind: 'bananas', answer: 'usual' });
    expect((await savedIn(there)).table.standing).toEqual({ Ann: { defense: 'fly' } });
  });

  test('kinds and answers of standing orders are suggested with their meaning', async () => {
    const there = await alley();
    const kinds = async (user: string) =>
      (await there.complete(user, 'my standing-orders', 'kind')).map(({ value }) => value);
    expect(await kinds('ada')).toEqual(['initiative', 'declaration', 'defense', 'turn']);
    expect(await kinds('gm')).toContain('botch');
    expect(await there.complete('ada', 'my standing-orders', 'answer', '', { kind: 'defense' })).toContainEqual({
      value: 'dodge',
      label: 'dodge: dodge',
    });
    const values = (await there.complete('ada', 'my standing-orders', 'answer', '', { kind: 'defense' })).map(
      ({ value }) => value,
    );
    expect(values).toEqual(['block', 'parry', 'dodge', 'none', 'auto', 'ask', 'usual']);
  });
});

test('SW-BLOCK-7: a player named as helper can help by standing order', async () => {
  const cast = [
    ['Wolf', 'allies', 'mira'],
    ['Drake', 'allies', 'mire-drake'],
    ['Grim', 'enemies', 'goblin'],
    ['Mira', 'enemies', 'mira'],
    ['Tess', 'enemies', 'tess'],
  ] as const;
  const line = fighting(cast, { mode: 'standard' }, 'Wolf: -40; Drake: 0; Mira: 8; Tess: 8; Grim: 8');
  const there = await loadBattle('sword-world', line.save(), 'Tess');
  await must(there, 'ada', 'my standing-orders', { kind: 'block', answer: 'help' });
  const move = { verb: 'move', params: { type: 'normal', to: '12' }, actor: 'Drake' };
  const moved = await there.services.battles.order(there.asker('gm'), move);
  expect(moved.ok).toBe(true);
  const { question } = (await savedIn(there)).pending ?? {};
  expect(question?.to).toBe('Mira');
  const all = question?.choices.find(({ id }) => /Grim/.test(id) && /Tess/.test(id))?.id ?? '';
  await must(there, 'gm', 'my answer', { choice: all });
  expect((await savedIn(there)).pending).toBeUndefined();
  expect((await logAt(there.stores.battles, 'table')).at(-1)?.events).toContainEqual(
    expect.objectContaining({ type: 'moved', blockedBy: expect.arrayContaining(['Grim', 'Tess', 'Mira']) }),
  );
});

test('one standing order of the GM covers all combatants that the selection names', async () => {
  const cast: Cast = [
    ...['Goblin 1', 'Goblin 2'].map((id) => [id, 'enemies', 'goblin'] as const),
    ['Wolf', 'allies', 'wolf'],
  ];
  const game = fighting(cast.toReversed(), { mode: 'standard' });
  const there = await loadBattle('sword-world', game.save(), 'Wolf');
  await must(there, 'gm', 'my standing-orders', { kind: 'block', answer: 'let pass', as: 'Goblin*' });
  expect((await savedIn(there)).table.standing).toEqual({
    'Goblin 1': { block: 'let pass' },
    'Goblin 2': { block: 'let pass' },
  });
});
