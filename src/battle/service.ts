import { randomUUID } from 'node:crypto';
import { type Refusal, refuse } from '../core/refusal.ts';
import { ok, type Result } from '../core/result.ts';
import { plainText } from '../core/text.ts';
import { commitment, freshSeed, saltFrom } from '../dice/entropy.ts';
import { rollNotation } from '../dice/notation.ts';
import { orderDice } from '../dice/stream.ts';
import { gmActor } from '../rules/call.ts';
import type { Effect } from '../rules/effects.ts';
import type { Doing, Ruleset } from '../rules/ruleset.ts';
import type { Answer, Offer } from '../rules/verb.ts';
import { callOf, type OpenBattle, principalsOf } from './battle.ts';
import { chronicle, type Told } from './chronicle.ts';
import { decideTable, defaultActor, entryOf } from './deciding.ts';
import { type Comer, calledBy, entering } from './entering.ts';
import type { LogEntry, Request } from './entry.ts';
import { type BattleExport, type DiceLedger, exported, ledger } from './export.ts';
import { fold, standingEntries } from './fold.ts';
import { type Absent, decideForAbsent } from './for-absent.ts';
import { type ReadyDice, readyDice } from './hand-dice.ts';
import { type Attempt, type Decide, type Following, type Giver, performing } from './performing.ts';
import { type Report, reported } from './report.ts';
import { may, type Right } from './rights.ts';
import type { BattleStore, BattleSummary, SavedBattle } from './store.ts';
import { bareTable, evolveTable, type RollMode, type SeatRole, type TableEvent } from './table.ts';
import { agreeing, askable, giving, taking } from './undo.ts';
import { blindfolded, unblindfolded, veiled } from './veil.ts';
import { type Verification, verify } from './verify.ts';
import { viewerOf } from './viewers.ts';

export interface BattleServiceParts {
  readonly rulesets: readonly Ruleset[];
  readonly store: BattleStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly seed?: () => string;
  /** Dice that fall before the battle's own. */
  readonly ready?: ReadyDice;
  /** Who is awaited after an entry, and since when: written with it. Left out where nobody keeps the time. */
  readonly waitsAfter?: Following;
  /** Hears of every order once it is written down; what it does must be able to be done twice. */
  readonly kept?: (report: Report) => Promise<void>;
}

export interface OrderRequest {
  readonly verb: string;
  readonly params: unknown;
  readonly actor?: string | undefined;
  readonly rolls?: RollMode | undefined;
  readonly byHand?: readonly number[] | undefined;
}

export interface Draft {
  readonly system: string;
  readonly name: string;
  readonly settings?: unknown;
  readonly rolls?: RollMode | undefined;
  /** The game master where that is not who opens it. */
  readonly gm?: { readonly user: string; readonly name: string } | undefined;
  /** Who has a seat from the beginning. */
  readonly seats?: readonly { readonly user: string; readonly name: string; readonly role: SeatRole }[];
  readonly campaign?: { readonly id: string; readonly name: string } | undefined;
}

/** How the GM brings entrants in: who runs them, and whether they come unseen. */
export interface Bringing {
  readonly runBy?: string | undefined;
  readonly hidden?: 'until-acts' | 'until-revealed' | undefined;
}

/** An effect, before it hangs on anybody. */
type Hung = Omit<Effect, 'who' | 'name'>;

type Reported = Promise<Result<Report, Refusal>>;

export interface BattleService {
  readonly rulesets: readonly Ruleset[];
  readonly open: (channel: string) => Promise<Result<OpenBattle, Refusal>>;
  readonly openById: (id: string) => Promise<Result<OpenBattle, Refusal>>;
  readonly list: (guild: string | undefined) => Promise<readonly BattleSummary[]>;
  /** The battles in which a person has a seat, in all servers. */
  readonly seating: (user: string) => Promise<readonly BattleSummary[]>;
  readonly create: (giver: Giver, draft: Draft) => Reported;
  /** A player comes in with one entrant, and has a share in the dice from then on. */
  readonly join: (giver: Giver, comer: Comer) => Reported;
  /** The GM brings entrants in; they are the GM's to run unless `runBy` says otherwise. */
  readonly bring: (giver: Giver, comers: readonly Comer[], how?: Bringing) => Reported;
  readonly start: (giver: Giver) => Reported;
  readonly finish: (giver: Giver, winner: string | undefined, reason: string) => Reported;
  readonly order: (giver: Giver, request: OrderRequest) => Reported;
  readonly answer: (giver: Giver, choice: string) => Reported;
  /** Acts for somebody whose time has run out; `giver` is who should have. */
  readonly forAbsent: (giver: Giver, absent: Absent) => Reported;
  /** A roll by notation that is no part of the rules: logged and provable like every other. */
  readonly roll: (giver: Giver, notation: string, rolls: RollMode | undefined) => Reported;
  /** The GM drops the order that waits for an answer. */
  readonly withdraw: (giver: Giver) => Reported;
  readonly correct: (giver: Giver, field: string, who: readonly string[], value: unknown, reason: string) => Reported;
  readonly hang: (
    giver: Giver,
    who: readonly string[],
    name: string,
    effect: Hung | ((who: string) => Hung) | undefined,
    reason: string,
  ) => Reported;
  readonly setting: (giver: Giver, settings: unknown, key: string, value: unknown) => Reported;
  /** Whatever concerns the table alone: seats, control, hiding, telling, rulings. */
  readonly table: (
    giver: Giver,
    right: Right,
    what: string,
    events: (battle: OpenBattle) => Result<readonly TableEvent[], Refusal>,
    reason?: string,
  ) => Reported;
  /** The battle goes on in another channel. */
  readonly move: (giver: Giver, battle: string, to: string) => Reported;
  readonly undo: (giver: Giver, to: number | undefined, reason?: string) => Reported;
  /** Somebody of another side agrees to an undo that was asked for just now. */
  readonly agree: (giver: Giver) => Reported;
  readonly redo: (giver: Giver) => Reported;
  readonly log: (channel: string, from?: number, to?: number) => Promise<Result<readonly LogEntry[], Refusal>>;
  /** What entries say to one reader: the whole log told again from its first entry. */
  readonly chronicle: (channel: string, user: string | undefined) => Promise<Result<readonly Told[], Refusal>>;
  readonly chronicleById: (id: string, user: string | undefined) => Promise<Result<readonly Told[], Refusal>>;
  /** A free question; `reader` is who reads the answer: nobody in particular where it is public. */
  readonly ask: (
    channel: string,
    reader: string | undefined,
    user: string,
    query: string,
    input: unknown,
    actor?: string,
  ) => Promise<Result<Answer, Refusal>>;
  readonly offers: (
    channel: string,
    user: string,
    name: string,
    param: string,
    soFar: Readonly<Record<string, unknown>>,
  ) => Promise<readonly Offer[] | undefined>;
  /** Without a user, as everybody may have it. */
  readonly export: (channel: string, user: string | undefined) => Promise<Result<BattleExport | DiceLedger, Refusal>>;
  readonly verify: (
    channel: string,
  ) => Promise<Result<Verification & { readonly commitment: string; readonly seed: string }, Refusal>>;
}

/** What a deputy may do in a player's stead, with or without a seat. */
const deputised: readonly Right[] = ['command own', 'answer own', 'standing orders own', 'speak'];

const needs = (battle: OpenBattle, user: string, right: Right): Result<void, Refusal> => {
  if (may(battle.saved.table, user, right)) return ok(undefined);
  if (deputised.includes(right) && principalsOf(battle, user).length > 0) return ok(undefined);
  if (right === 'hand over' || right === 'name co-gms') return refuse('head-gm-only');
  return refuse(right === 'command own' ? 'no-seat' : 'gm-only');
};

/** An order that named nobody in vain, as it was given. */
const restored = (battle: OpenBattle, user: string, { game: _, ...decided }: Attempt): Attempt => {
  const plain = unblindfolded(battle, user, decided);
  return { ...plain, game: battle.game.after(plain.events) };
};

const asEffect = (hung: Hung | undefined, name: string, who: string): Effect | undefined =>
  hung && { ...hung, name, who };

const noQuestionOpen = ({ saved: { pending } }: OpenBattle): Result<void, Refusal> =>
  pending === undefined ? ok(undefined) : refuse('pending-choice', { who: pending.question.to });

const notEnded = ({ game }: OpenBattle): Result<void, Refusal> =>
  game.status === 'ended' ? refuse('already-ended') : ok(undefined);

const atLeastOne = (doings: readonly Doing[]): Result<readonly [Doing, ...Doing[]], Refusal> => {
  const [first, ...rest] = doings;
  return first === undefined ? refuse('no-such-combatant', { who: 'nobody' }) : ok([first, ...rest]);
};

/** A person without a seat who joins gets one. */
const seating = ({ saved: { table } }: OpenBattle, { user, name }: Giver): readonly TableEvent[] => {
  const role = table.seats[user]?.role;
  return user === table.gm || role === 'player' || role === 'co-gm'
    ? []
    : [{ type: 'seated', user, name, role: 'player' }];
};

/** Which character an entrant is, where it is one. */
const bindings = (actor: string, comer: Comer | undefined): readonly TableEvent[] =>
  comer?.character === undefined
    ? []
    : [{ type: 'character-bound', actor, character: comer.character.id, savedAt: comer.character.savedAt }];

export const battleService = ({
  rulesets,
  store,
  now,
  seed = freshSeed,
  ready = readyDice([]),
  waitsAfter = async () => undefined,
  kept = async () => {},
}: BattleServiceParts): BattleService => {
  const { opened, perform, performAll, again, decideGame, decideChoice } = performing(
    rulesets,
    store,
    now,
    waitsAfter,
    ready,
    kept,
  );
  const at = async (channel: string): Promise<Result<OpenBattle, Refusal>> => opened(await store.at(channel));

  /** Decides once every check has passed; the first that fails is the answer. */
  const when =
    (checks: readonly ((battle: OpenBattle) => Result<void, Refusal>)[], decide: Decide): Decide =>
    (battle) => {
      for (const check of checks) {
        const passed = check(battle);
        if (!passed.ok) return passed;
      }
      return decide(battle);
    };
  const by =
    ({ user }: Giver, right: Right) =>
    (battle: OpenBattle) =>
      needs(battle, user, right);

  /** One doing of the GM for each of several combatants. */
  const forEach =
    (
      giver: Giver,
      reason: string,
      who: (battle: OpenBattle) => readonly string[],
      doing: (id: string) => Doing,
    ): Decide =>
    (battle) => {
      const targets = calledBy(battle, giver.user, who(battle));
      if (!targets.ok) return targets;
      const doings = atLeastOne(targets.value.map(doing));
      return doings.ok ? decideGame(battle, giver, { actor: gmActor, doings: doings.value, reason }) : doings;
    };

  /** The battle as the log says it is with one more undo or redo. */
  const refolding = (
    battle: OpenBattle,
    log: readonly LogEntry[],
    giver: Giver,
    request: Request,
    reason?: string,
  ): Attempt => {
    const bare = { ...decideTable(battle, giver.orderId, request.kind, [], reason), request };
    const entry = entryOf(
      { ...bare, pending: undefined },
      { n: log.length + 1, orderId: giver.orderId, at: 0, user: giver.user },
    );
    const standing = standingEntries([...log, entry]).filter(
      ({ request: { kind } }) => kind !== 'undo' && kind !== 'redo',
    );
    const { table, game } = fold(battle.ruleset, standing);
    return { ...bare, game, pending: standing.at(-1)?.pending, refolded: table };
  };

  const create: BattleService['create'] = async (giver, draft) => {
    const ruleset = rulesets.find(({ id }) => id === draft.system);
    if (ruleset === undefined)
      return refuse('unknown-system', { system: draft.system, systems: rulesets.map(({ id }) => id).join(', ') });
    const name = plainText(draft.name);
    if (name === '' || [...name].length > 80) return refuse('bad-name');
    const settings = draft.settings ?? {};
    const game = ruleset.blank(settings);
    if (!game.ok) return game;
    const gm = draft.gm ?? giver;
    const events: TableEvent[] = [
      { type: 'opened', name, settings, gm: gm.user, gmName: gm.name },
      ...(draft.campaign === undefined
        ? []
        : [{ type: 'in-campaign' as const, campaign: draft.campaign.id, name: draft.campaign.name }]),
      ...(draft.seats ?? [])
        .filter(({ user }) => user !== gm.user)
        .map((seat) => ({ type: 'seated' as const, user: seat.user, name: seat.name, role: seat.role })),
    ];
    if (draft.rolls !== undefined) events.push({ type: 'rolls-set', rolls: draft.rolls, trace: true });
    const created = now();
    const saved: SavedBattle = {
      id: randomUUID(),
      guild: giver.guild,
      channel: giver.channel,
      system: ruleset.id,
      rulesVersion: ruleset.version,
      version: 1,
      status: 'setup',
      seed: seed(),
      table: events.reduce(evolveTable, bareTable),
      game: game.value.save(),
      pending: undefined,
      createdAt: created,
      updatedAt: created,
    };
    const battle: OpenBattle = { saved, ruleset, game: game.value, at: created };
    const decided = { ...decideTable(battle, giver.orderId, 'create', events), request: { kind: 'create' as const } };
    const entry = entryOf(decided, { n: 1, orderId: giver.orderId, at: created, user: giver.user });
    const commit = await store.create(saved, entry, await waitsAfter(undefined, battle, entry));
    if (commit === 'kept') return ok(reported(battle, battle, entry));
    const there = await at(giver.channel);
    const first = there.ok ? await again(there.value, giver.orderId) : undefined;
    return first === undefined ? refuse('battle-exists') : ok(first);
  };

  return {
    rulesets,
    open: at,
    openById: async (id) => opened(await store.byId(id)),
    list: (guild) => store.list(guild),
    seating: (user) => store.seating(user),
    create,
    join: (giver, comer) =>
      performAll(
        giver,
        when([notEnded, noQuestionOpen], (battle) => {
          const doings = entering(battle, giver.user, [comer]);
          if (!doings.ok) return doings;
          const [doing] = doings.value;
          if (doing === undefined) return refuse('nobody-here');
          const actor = doing.entrant.id;
          const table: TableEvent[] = [
            ...seating(battle, giver),
            { type: 'joined', interaction: giver.orderId },
            { type: 'control-given', actor, user: giver.user },
            ...bindings(actor, comer),
          ];
          return decideGame(battle, giver, { actor, doings: [doing], table, byRight: true });
        }),
      ),
    bring: (giver, comers, { runBy, hidden } = {}) =>
      performAll(
        giver,
        when([by(giver, 'bring'), notEnded, noQuestionOpen], (battle) => {
          const entrants = entering(battle, giver.user, comers);
          if (!entrants.ok) return entrants;
          const doings = atLeastOne(entrants.value);
          if (!doings.ok) return doings;
          const table = entrants.value.flatMap(({ entrant: { id } }, at): TableEvent[] => [
            ...bindings(id, comers[at]),
            ...(runBy === undefined ? [] : [{ type: 'control-given' as const, actor: id, user: runBy }]),
            ...(hidden === undefined ? [] : [{ type: 'hidden' as const, who: id, until: hidden }]),
          ]);
          return decideGame(battle, giver, { actor: gmActor, doings: doings.value, table });
        }),
      ),
    start: (giver) =>
      performAll(
        giver,
        when([by(giver, 'start'), notEnded, noQuestionOpen], (battle) => {
          if (battle.game.status !== 'setup') return refuse('already-started');
          const table: TableEvent[] = [{ type: 'dice-salted', salt: saltFrom(battle.saved.table.joins) }];
          return decideGame(battle, giver, { actor: gmActor, doings: [{ do: 'start' }], table });
        }),
      ),
    finish: (giver, winner, reason) =>
      perform(
        giver,
        when([by(giver, 'finish'), notEnded], (battle) => {
          const doing: Doing = { do: 'finish', finish: { winner, reason } };
          const decided = decideGame(battle, giver, { actor: gmActor, doings: [doing], reason });
          return decided.ok ? ok({ ...decided.value, pending: undefined }) : decided;
        }),
      ),
    order: (giver, { verb, params, actor: named, rolls, byHand }) =>
      performAll(
        giver,
        when([by(giver, 'command own')], (battle) => {
          if (byHand !== undefined && !may(battle.saved.table, giver.user, 'rule')) return refuse('gm-only');
          const found = named === undefined || named === gmActor ? undefined : calledBy(battle, giver.user, [named]);
          if (found !== undefined && !found.ok) return found;
          const { pending } = battle.saved;
          const replies = battle.ruleset.verbs[verb]?.answers;
          const asked = replies !== undefined && pending?.question.kind === replies ? pending.question.to : undefined;
          const unnamed = asked ?? defaultActor(battle, giver.user, verb);
          const actor = named === gmActor ? gmActor : (found?.value[0] ?? unnamed);
          if (actor === undefined) return refuse('nobody-to-command');
          const blind = blindfolded(battle, giver.user, params);
          const doing: Doing = { do: 'verb', verb, params: blind };
          const decided = decideGame(battle, giver, { actor, doings: [doing], rolls, byHand });
          if (!decided.ok) return { ok: false, error: veiled(battle, giver.user, params, decided.error) };
          return blind === params ? decided : ok(restored(battle, giver.user, decided.value));
        }),
      ),
    answer: (giver, choice) =>
      performAll(giver, (battle) => {
        const decided = decideChoice(battle, giver, choice);
        return decided.ok ? decided : { ok: false, error: veiled(battle, giver.user, choice, decided.error) };
      }),
    forAbsent: (giver, absent) =>
      performAll(giver, (battle) => decideForAbsent({ decideGame, decideChoice }, battle, giver, absent)),
    roll: (giver, notation, rolls) =>
      perform(
        giver,
        when([by(giver, 'roll')], (battle) => {
          const { seed: secret, table } = battle.saved;
          const dice = orderDice({ seed: secret, salt: table.salt, orderId: giver.orderId });
          const rolled = rollNotation(notation, dice);
          if (!rolled.ok) return refuse('bad-dice-notation', { notation, problem: rolled.error.says });
          const decided = decideTable(battle, giver.orderId, 'roll', []);
          const request: Request = { kind: 'roll', notation };
          return ok({ ...decided, request, dice: dice.fallen(), rolls: rolls ?? table.rolls });
        }),
      ),
    withdraw: (giver) =>
      perform(
        giver,
        when([by(giver, 'rule')], (battle) => {
          const { pending } = battle.saved;
          if (pending === undefined) return refuse('nothing-asked');
          const decided = decideTable(battle, giver.orderId, 'withdraw', []);
          return ok({ ...decided, request: { kind: 'withdraw', order: pending.orderId }, pending: undefined });
        }),
      ),
    correct: (giver, field, who, value, reason) =>
      performAll(
        giver,
        when([by(giver, 'correct'), noQuestionOpen], (battle) => {
          const doing = (id: string): Doing => ({ do: 'correct', field, who: id, value });
          return battle.ruleset.corrections[field]?.of === 'battle'
            ? decideGame(battle, giver, { actor: gmActor, doings: [doing(gmActor)], reason })
            : forEach(giver, reason, () => who, doing)(battle);
        }),
      ),
    hang: (giver, who, name, effect, reason) =>
      performAll(
        giver,
        when([by(giver, 'correct'), noQuestionOpen], (battle) => {
          const { modifiers, title } = battle.ruleset;
          const hung = (id: string) => (typeof effect === 'function' ? effect(id) : effect);
          const strange = Object.keys(hung('')?.modifiers ?? {}).find((term) => modifiers[term] === undefined);
          if (strange !== undefined)
            return refuse('no-such-term', { term: strange, system: title, terms: Object.keys(modifiers).join(', ') });
          const doing = (id: string): Doing => ({
            do: 'hang',
            who: id,
            name,
            effect: asEffect(hung(id), name, id),
          });
          return forEach(giver, reason, () => who, doing)(battle);
        }),
      ),
    setting: (giver, settings, key, value) =>
      perform(
        giver,
        when([by(giver, 'choose settings'), noQuestionOpen], async (battle) => {
          if (battle.game.status !== 'setup') return refuse('settings-frozen');
          const blank = battle.ruleset.blank(settings);
          if (!blank.ok)
            return refuse('bad-setting', {
              key,
              value: String(value),
              problem: String(blank.error.facts.problem ?? 'not understood'),
            });
          const past = standingEntries(await store.log(battle.saved.id)).flatMap(({ events }) => events);
          const decided = decideTable(battle, giver.orderId, 'setting', [
            { type: 'setting-changed', settings, key, value },
          ]);
          return ok({ ...decided, game: blank.value.after(past) });
        }),
      ),
    table: (giver, right, what, events, reason) =>
      performAll(
        giver,
        when([by(giver, right)], (battle) => {
          const table = events(battle);
          return table.ok ? ok(decideTable(battle, giver.orderId, what, table.value, reason)) : table;
        }),
      ),
    move: async (giver, id, to) => {
      const there = opened(await store.byId(id));
      if (!there.ok) return there;
      const from = there.value.saved.channel;
      return perform({ ...giver, channel: from }, (battle) => {
        if (battle.saved.id !== id) return refuse('no-battle-here');
        const decide = when([by(giver, 'move'), notEnded], (allowed) => {
          if (from === to) return refuse('already-there');
          const moved = decideTable(allowed, giver.orderId, 'move', [{ type: 'moved', from, to }]);
          return ok({ ...moved, channel: to });
        });
        return decide(battle);
      });
    },
    undo: (giver, to, reason) =>
      perform(giver, async (battle) => {
        const log = await store.log(battle.saved.id);
        const takes = taking(battle, log, giver.user, to);
        if (takes.ok) return ok(refolding(battle, log, giver, { kind: 'undo', takes: [...takes.value] }, reason));
        const asked = askable(battle, log, giver.user);
        if (asked === undefined) return takes;
        const event: TableEvent = { type: 'undo-asked', entry: asked.n };
        return ok(decideTable(battle, giver.orderId, 'undo', [event], reason));
      }),
    agree: (giver) =>
      perform(giver, async (battle) => {
        const log = await store.log(battle.saved.id);
        const takes = agreeing(battle, log, giver.user);
        return takes.ok ? ok(refolding(battle, log, giver, { kind: 'undo', takes: [...takes.value] })) : takes;
      }),
    redo: (giver) =>
      perform(giver, async (battle) => {
        const log = await store.log(battle.saved.id);
        const gives = giving(battle, log, giver.user);
        return gives.ok ? ok(refolding(battle, log, giver, { kind: 'redo', gives: [...gives.value] })) : gives;
      }),
    log: async (channel, from, to) => {
      const battle = await store.at(channel);
      return battle === undefined ? refuse('no-battle-here') : ok(await store.log(battle.id, from, to));
    },
    chronicle: async (channel, user) => {
      const battle = await at(channel);
      return battle.ok ? ok(chronicle(battle.value, await store.log(battle.value.saved.id), user)) : battle;
    },
    chronicleById: async (id, user) => {
      const battle = opened(await store.byId(id));
      return battle.ok ? ok(chronicle(battle.value, await store.log(id), user)) : battle;
    },
    ask: async (channel, reader, user, query, input, named) => {
      const battle = await at(channel);
      if (!battle.ok) return battle;
      const found = named === undefined ? undefined : calledBy(battle.value, user, [named]);
      if (found !== undefined && !found.ok) return found;
      const actor = found?.value[0] ?? defaultActor(battle.value, user, query) ?? gmActor;
      const blind = blindfolded(battle.value, user, input);
      const answer = battle.value.game.ask(
        query,
        callOf(battle.value, user, actor),
        blind,
        viewerOf(battle.value, reader),
      );
      return answer.ok
        ? ok(unblindfolded(battle.value, user, answer.value))
        : { ok: false, error: veiled(battle.value, user, input, answer.error) };
    },
    offers: async (channel, user, name, param, soFar) => {
      const battle = await at(channel);
      if (!battle.ok) return undefined;
      const named = typeof soFar.as === 'string' ? calledBy(battle.value, user, [soFar.as]) : undefined;
      const actor = (named?.ok ? named.value[0] : undefined) ?? defaultActor(battle.value, user, name);
      if (actor === undefined) return [];
      const viewer = viewerOf(battle.value, user);
      const offers = battle.value.game.offers(name, param, callOf(battle.value, user, actor), soFar, viewer);
      const tells = ({ value, label }: Offer): boolean =>
        viewer.unseen.some((id) => value.includes(id) || label.includes(id));
      return offers?.filter((offer) => !tells(offer));
    },
    export: async (channel, user) => {
      const battle = await at(channel);
      if (!battle.ok) return battle;
      const { saved } = battle.value;
      if (saved.status !== 'ended') return refuse('seed-secret', { commitment: commitment(saved.seed) });
      const log = await store.log(saved.id);
      return ok(user !== undefined && may(saved.table, user, 'see all') ? exported(saved, log) : ledger(saved, log));
    },
    verify: async (channel) => {
      const battle = await at(channel);
      if (!battle.ok) return battle;
      const { saved, ruleset } = battle.value;
      const fingerprint = commitment(saved.seed);
      if (saved.status !== 'ended') return refuse('seed-secret', { commitment: fingerprint });
      const checked = verify(ruleset, exported(saved, await store.log(saved.id)));
      return ok({ ...checked, commitment: fingerprint, seed: saved.seed });
    },
  };
};
