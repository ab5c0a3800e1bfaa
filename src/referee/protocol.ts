import { z } from 'zod';
import type { Issuer } from '../battle/decide/decisions.ts';
import { rollModes } from '../battle/saved/session.ts';
import type { OpenBattle } from '../battle/saved/store.ts';
import type { BattleService } from '../battle/service.ts';
import { expectedActionsForViewer } from '../battle/views/expected-actions.ts';
import { findRoller, isRolledForEveryone, mayReadRoll } from '../battle/views/hidden-rolls.ts';
import { openQuestionFor } from '../battle/views/open-question.ts';
import { hasBattleRight } from '../battle/views/permissions.ts';
import { type OrderReport, reportLines } from '../battle/views/report.ts';
import { viewerOf } from '../battle/views/viewer.ts';
import { renderText } from '../core/message.ts';
import type { Refusal, Result } from '../core/result.ts';
import { nameLookupHidingAll } from '../rules/for-reader.ts';

const name = z.string().min(1).max(200);
const common = {
  /** Given back with the answer, so that requests may be told apart. */
  id: z.union([z.string(), z.number()]).optional(),
  battle: name,
};
/** Who asks; the id makes an order unique, so that a repeated line is carried out once. */
const given = { ...common, user: name, orderId: name.optional() };

const request = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('systems'), id: common.id }),
  z.strictObject({
    do: z.literal('create'),
    ...given,
    system: name,
    name: name.default('Battle'),
    settings: z.unknown().optional(),
  }),
  z.strictObject({
    do: z.literal('join'),
    ...given,
    name,
    side: name.optional(),
    preset: name.optional(),
    sheet: z.unknown().optional(),
  }),
  z.strictObject({
    do: z.literal('bring'),
    ...given,
    comers: z
      .array(z.strictObject({ name, side: name.optional(), preset: name.optional(), sheet: z.unknown().optional() }))
      .min(1)
      .max(50),
  }),
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

type Sentence = (refusal: Refusal, system?: string) => string;

interface RefereeEntrant {
  readonly name: string;
  readonly side?: string | undefined;
  readonly preset?: string | undefined;
  readonly sheet?: unknown;
}

/** Others than those who see everything get no number by which they could count what they were not told of. */
const seesAll = ({ saved: { table } }: OpenBattle, user: string | undefined): boolean =>
  user !== undefined && hasBattleRight(table, user, 'see all');

/** The dice of an order, where whoever asks may know of all of them. What a die is called names nobody. */
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

/** Facts without references: a program reads words and numbers. */
const toPlainFacts = (facts: Refusal['facts']) =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, fact]) =>
      fact === undefined ? [] : [[name, typeof fact === 'number' ? fact : renderText(fact, nameLookupHidingAll)]],
    ),
  );

/** Answers one line of the protocol of docs/referee.md. A bad line gets an error and changes nothing. */
export const createReferee = (battles: BattleService, sentence: Sentence, newId: () => string) => {
  const issuer = (asked: { user: string; battle: string; orderId?: string | undefined }): Issuer => ({
    user: asked.user,
    name: asked.user,
    guild: undefined,
    channel: asked.battle,
    orderId: asked.orderId ?? newId(),
  });

  const comer = (battle: OpenBattle, { name: id, side, preset, sheet }: RefereeEntrant) => ({
    id,
    side,
    sheet:
      sheet ??
      battle.ruleset.presets[preset ?? '']?.sheet ??
      Object.values(battle.ruleset.presets).find(({ title, aliases = [] }) =>
        [title, ...aliases].includes(preset ?? ''),
      )?.sheet,
  });

  const answered = async (asked: Exclude<Request, { do: 'systems' }>): Promise<unknown> => {
    const unwrapped = async (promise: Promise<Result<OrderReport, Refusal>>, user: string): Promise<unknown> => {
      const report = await promise;
      return report.ok ? outcome(report.value, user) : refused(report.error);
    };
    const refused = (error: Refusal) => ({
      error: { code: error.code, says: sentence(error), facts: toPlainFacts(error.facts) },
    });
    switch (asked.do) {
      case 'create':
        return unwrapped(battles.create(issuer(asked), asked), asked.user);
      case 'start':
        return unwrapped(battles.start(issuer(asked)), asked.user);
      case 'end':
        return unwrapped(battles.finish(issuer(asked), asked.winner, asked.reason), asked.user);
      case 'order':
        return unwrapped(battles.order(issuer(asked), { ...asked, handDice: asked.dice }), asked.user);
      case 'answer':
        return unwrapped(battles.answer(issuer(asked), asked.choice), asked.user);
      case 'correct':
        return unwrapped(battles.correct(issuer(asked), asked.field, asked.who, asked.value, asked.reason), asked.user);
      case 'hide':
        return unwrapped(
          battles.changeSession(issuer(asked), 'hide', 'hide', () => ({
            ok: true,
            value: asked.who.map((who) => ({ type: 'hidden' as const, who, until: asked.until })),
          })),
          asked.user,
        );
      case 'grant':
        return unwrapped(battles.approve(issuer(asked), { who: asked.who }, asked.change), asked.user);
      case 'deny':
        return unwrapped(battles.deny(issuer(asked), { who: asked.who }, asked.why), asked.user);
      case 'undo':
        return unwrapped(battles.undo(issuer(asked), asked.to), asked.user);
      case 'redo':
        return unwrapped(battles.redo(issuer(asked)), asked.user);
      case 'query': {
        const answer = await battles.ask(asked.battle, asked.user, asked.user, asked.query, asked.params, asked.actor);
        return answer.ok ? answer.value : refused(answer.error);
      }
      case 'verify': {
        const checked = await battles.verify(asked.battle);
        return checked.ok ? checked.value : refused(checked.error);
      }
      case 'export': {
        const exported = await battles.export(asked.battle, asked.user);
        return exported.ok ? exported.value : refused(exported.error);
      }
      case 'join':
      case 'bring':
      case 'view':
      case 'log':
      case 'state':
        break;
    }
    const battle = await battles.open(asked.battle);
    if (!battle.ok) return refused(battle.error);
    switch (asked.do) {
      case 'join':
        return unwrapped(battles.join(issuer(asked), comer(battle.value, asked)), asked.user);
      case 'bring':
        return unwrapped(
          battles.addEntrants(
            issuer(asked),
            asked.comers.map((each) => comer(battle.value, each)),
          ),
          asked.user,
        );
      case 'view':
        return viewed(battle.value, asked.user);
      case 'state':
        return asked.user === battle.value.saved.table.gm
          ? { table: battle.value.saved.table, game: battle.value.saved.game, pending: battle.value.saved.pending }
          : refused({ code: 'gm-only', facts: {} });
      case 'log': {
        const told = await battles.logView(asked.battle, asked.user);
        return told.ok
          ? {
              entries: told.value
                .filter(({ lines }) => lines.length > 0)
                .map(({ entry, number, lines }) => ({ n: number, at: entry.at, lines })),
            }
          : refused(told.error);
      }
    }
  };

  return async (line: string): Promise<unknown> => {
    let id: unknown;
    try {
      const json: unknown = JSON.parse(line);
      if (typeof json === 'object' && json !== null && 'id' in json) id = json.id;
      const asked = request.safeParse(json);
      const named = id === undefined ? {} : { id };
      if (!asked.success) {
        const [issue] = asked.error.issues;
        return {
          ...named,
          error: { code: 'bad-request', says: `${issue?.path.join('.') || 'The request'}: ${issue?.message}.` },
        };
      }
      if (asked.data.do === 'systems')
        return {
          ...named,
          systems: battles.rulesets.map(({ id: system, title, presets, verbs, queries }) => ({
            id: system,
            title,
            presets: Object.values(presets).map((each) => each.title),
            verbs: Object.keys(verbs),
            queries: Object.keys(queries),
          })),
        };
      return { ...named, ...Object(await answered(asked.data)) };
    } catch (problem) {
      const says =
        problem instanceof SyntaxError ? 'That line is no JSON.' : 'Something went wrong inside; nothing was changed.';
      return {
        ...(id === undefined ? {} : { id }),
        error: { code: problem instanceof SyntaxError ? 'bad-json' : 'internal', says },
      };
    }
  };
};
