import { z } from 'zod';
import type { Issuer } from '../battle/decide/decisions.ts';
import { rollModes } from '../battle/saved/session.ts';
import type { OpenBattle } from '../battle/saved/store.ts';
import type { BattleService } from '../battle/service.ts';
import { expectedActionsForViewer, openQuestionFor } from '../battle/views/expected-actions.ts';
import { type OrderReport, reportLines } from '../battle/views/report.ts';
import { findRoller, hasBattleRight, isRolledForEveryone, mayReadRoll, viewerOf } from '../battle/views/viewer.ts';
import { ok, type Refusal, type Result, refuse, renderText } from '../core/message.ts';
import { isPlainObject } from '../core/plain-object.ts';
import { nameLookupHidingAll } from '../rules/for-reader.ts';
import type { Ruleset } from '../rules/ruleset.ts';

const name = z.string().min(1).max(200);
const common = {
  /** An id that the response repeats, so that the client can match response and request. */
  id: z.union([z.string(), z.number()]).optional(),
  battle: name,
};
/** The user who gives the order, and a unique order id. A repeated order is carried out once. */
const given = { ...common, user: name, orderId: name.optional() };

const entrant = z.strictObject({
  name,
  side: name.optional(),
  preset: name.optional(),
  sheet: z.unknown().optional(),
});

const request = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('systems'), id: common.id }),
  z.strictObject({
    do: z.literal('create'),
    ...given,
    system: name,
    name: name.default('Battle'),
    settings: z.unknown().optional(),
  }),
  z.strictObject({ do: z.literal('join'), ...given, ...entrant.shape }),
  z.strictObject({ do: z.literal('bring'), ...given, comers: z.array(entrant).min(1).max(50) }),
  z.strictObject({ do: z.literal('start'), ...given }),
  z.strictObject({
    do: z.literal('end'),
    ...given,
    winner: name.optional(),
    reason: name.default('The GM ends the battle.'),
  }),
  z.strictObject({
    do: z.literal('order'),
    ...given,
    verb: name,
    params: z.record(z.string(), z.unknown()).default({}),
    actor: name.optional(),
    rolls: z.enum(rollModes).optional(),
    dice: z.array(z.int()).max(200).optional(),
  }),
  z.strictObject({ do: z.literal('answer'), ...given, choice: name }),
  z.strictObject({
    do: z.literal('correct'),
    ...given,
    field: name,
    who: z.array(name).default([]),
    value: z.string(),
    reason: name.default('a correction'),
  }),
  z.strictObject({
    do: z.literal('hide'),
    ...given,
    who: z.array(name).min(1),
    until: z.enum(['until-acts', 'until-revealed']).default('until-revealed'),
  }),
  z.strictObject({
    do: z.literal('grant'),
    ...given,
    who: name.optional(),
    change: z.record(z.string(), z.unknown()).default({}),
  }),
  z.strictObject({ do: z.literal('deny'), ...given, who: name.optional(), why: name.optional() }),
  z.strictObject({ do: z.literal('undo'), ...given, to: z.int().min(1).optional() }),
  z.strictObject({ do: z.literal('redo'), ...given }),
  z.strictObject({
    do: z.literal('query'),
    ...given,
    query: name,
    params: z.record(z.string(), z.unknown()).default({}),
    actor: name.optional(),
  }),
  z.strictObject({ do: z.literal('view'), ...common, user: name.optional() }),
  z.strictObject({ do: z.literal('log'), ...common, user: name.optional() }),
  z.strictObject({ do: z.literal('state'), ...common, user: name }),
  z.strictObject({ do: z.literal('verify'), ...common, user: name.optional() }),
  z.strictObject({ do: z.literal('export'), ...common, user: name }),
]);
type Request = z.output<typeof request>;

const describeRuleset = ({ id, title, presets, verbs, queries }: Ruleset) => ({
  ...{ id, title, presets: Object.values(presets).map((each) => each.title) },
  ...{ verbs: Object.keys(verbs), queries: Object.keys(queries) },
});

type Sentence = (refusal: Refusal, system?: string) => string;

/** True if the reader sees everything. Others get no entry numbers, which would count hidden entries. */
const seesAll = ({ saved: { table } }: OpenBattle, user: string | undefined): boolean =>
  user !== undefined && hasBattleRight(table, user, 'see all');

/** The dice of an order if the reader may know all of them, else none. */
const openDice = ({ before, after, entry }: OrderReport, user: string): OrderReport['entry']['dice'] => {
  if (!seesAll(after, user) && after.saved.status !== 'ended' && isRolledForEveryone(after, entry)) return [];
  return mayReadRoll(after, { ...entry, user: findRoller(before, entry) }, user) ? entry.dice : [];
};

const viewed = (battle: OpenBattle, user: string | undefined) => ({
  battle: battle.saved.table.name,
  system: battle.saved.system,
  ...(seesAll(battle, user) && { version: battle.saved.version }),
  view: battle.game.view(viewerOf(battle, user)),
  awaiting: expectedActionsForViewer(battle, user),
  question: openQuestionFor(battle, user),
});

const outcome = (report: OrderReport, user: string) => ({
  ...(seesAll(report.after, user) && { entry: report.entry.n }),
  status: report.after.saved.status,
  lines: reportLines(report),
  yours: reportLines(report, user),
  dice: openDice(report, user),
  question: openQuestionFor(report.after, user),
  awaiting: expectedActionsForViewer(report.after),
});

/** Converts references in a refusal's facts to plain text. */
const toPlainFacts = (facts: Refusal['facts']) =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, fact]) =>
      fact === undefined ? [] : [[name, typeof fact === 'number' ? fact : renderText(fact, nameLookupHidingAll)]],
    ),
  );

const toEntrant = ({ ruleset: { presets } }: OpenBattle, asked: z.output<typeof entrant>) => {
  const { name: id, side, preset = '', sheet } = asked;
  const named = Object.values(presets).find(({ title, name }) => title === preset || name === preset);
  return { id, side, sheet: sheet ?? (presets[preset] ?? named)?.sheet };
};

/** A handler for each type of request. */
type Answers = {
  readonly [Do in Request['do']]: (asked: Extract<Request, { do: Do }>) => Promise<Result<unknown>>;
};

/** Creates the handlers of all requests. */
const answersOf = (battles: BattleService, newId: () => string): Answers => {
  type Given = { readonly user: string; readonly battle: string; readonly orderId?: string | undefined };
  /** Gives an order as the user of a request. */
  const ordered = async (
    { user, battle: channel, orderId = newId() }: Given,
    order: (issuer: Issuer) => Promise<Result<OrderReport>>,
  ): Promise<Result<unknown>> => {
    const report = await order({ user, name: user, guild: undefined, channel, orderId });
    return report.ok ? ok(outcome(report.value, user)) : report;
  };
  /** Runs `work` on the battle of a request. Refuses if there is none. */
  const inBattle = async <T>(
    { battle }: { readonly battle: string },
    work: (battle: OpenBattle) => Promise<Result<T>> | Result<T>,
  ): Promise<Result<T>> => {
    const there = await battles.open(battle);
    return there.ok ? work(there.value) : there;
  };
  return {
    systems: async () => ok({ systems: battles.rulesets.map(describeRuleset) }),
    create: (asked) => ordered(asked, (issuer) => battles.create(issuer, asked)),
    join: (asked) =>
      ordered(asked, (issuer) => inBattle(asked, (battle) => battles.join(issuer, toEntrant(battle, asked)))),
    bring: (asked) =>
      ordered(asked, (issuer) =>
        inBattle(asked, (battle) =>
          battles.addEntrants(
            issuer,
            asked.comers.map((each) => toEntrant(battle, each)),
          ),
        ),
      ),
    start: (asked) => ordered(asked, battles.start),
    end: (asked) => ordered(asked, (issuer) => battles.finish(issuer, asked.winner, asked.reason)),
    order: (asked) => ordered(asked, (issuer) => battles.order(issuer, { ...asked, handDice: asked.dice })),
    answer: (asked) => ordered(asked, (issuer) => battles.answer(issuer, asked.choice)),
    correct: (asked) =>
      ordered(asked, (issuer) => battles.correct(issuer, asked.field, asked.who, asked.value, asked.reason)),
    hide: (asked) =>
      ordered(asked, (issuer) =>
        battles.changeSession(issuer, 'hide', 'hide', () =>
          ok(asked.who.map((who) => ({ type: 'hidden' as const, who, until: asked.until }))),
        ),
      ),
    grant: (asked) => ordered(asked, (issuer) => battles.approve(issuer, { who: asked.who }, asked.change)),
    deny: (asked) => ordered(asked, (issuer) => battles.deny(issuer, { who: asked.who }, asked.why)),
    undo: (asked) => ordered(asked, (issuer) => battles.undo(issuer, asked.to)),
    redo: (asked) => ordered(asked, battles.redo),
    query: ({ battle, user, query, params, actor }) => battles.ask(battle, user, user, query, params, actor),
    view: (asked) => inBattle(asked, (battle) => ok(viewed(battle, asked.user))),
    log: async ({ battle, user }) => {
      const told = await battles.logView(battle, user);
      if (!told.ok) return told;
      const entries = told.value.filter(({ lines }) => lines.length > 0);
      return ok({ entries: entries.map(({ entry, number, lines }) => ({ n: number, at: entry.at, lines })) });
    },
    state: (asked) =>
      inBattle(asked, ({ saved: { table, game, pending } }) =>
        asked.user === table.gm ? ok({ table, game, pending }) : refuse('gm-only'),
      ),
    verify: ({ battle }) => battles.verify(battle),
    export: ({ battle, user }) => battles.export(battle, user),
  };
};

/** Creates a handler of request lines as in docs/referee.md. An invalid line gets an error and changes nothing. */
export const createReferee = (battles: BattleService, sentence: Sentence, newId: () => string) => {
  const answers = answersOf(battles, newId);
  const answer = async (json: unknown): Promise<object> => {
    const asked = request.safeParse(json);
    if (!asked.success) {
      const [issue] = asked.error.issues;
      return { error: { code: 'bad-request', says: `${issue?.path.join('.') || 'The request'}: ${issue?.message}.` } };
    }
    const { data } = asked;
    const found = await (answers[data.do] as (asked: Request) => ReturnType<Answers['query']>)(data);
    if (found.ok) return Object(found.value);
    const { code, facts } = found.error;
    return { error: { code, says: sentence(found.error), facts: toPlainFacts(facts) } };
  };
  return async (line: string): Promise<unknown> => {
    let named = {};
    try {
      const json: unknown = JSON.parse(line);
      if (isPlainObject(json) && 'id' in json) named = { id: json.id };
      return { ...named, ...(await answer(json)) };
    } catch (problem) {
      const error =
        problem instanceof SyntaxError
          ? { code: 'bad-json', says: 'That line is no JSON.' }
          : { code: 'internal', says: 'Something went wrong inside; nothing was changed.' };
      return { ...named, error };
    }
  };
};
