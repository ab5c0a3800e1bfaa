import { z } from 'zod';
import { listOptions } from '../../src/app/commands/options.ts';
import type { Issuer } from '../../src/battle/decide/issuer.ts';
import type { OpenBattle } from '../../src/battle/saved/open-battle.ts';
import { expectedActionsForViewer } from '../../src/battle/views/expected-actions.ts';
import type { Pick } from '../chance.ts';
import type { Proposal } from '../systems/random-battle.ts';
import { wildBattles } from '../systems/wild-battles.ts';
import { type PlayTable, people, type Stage } from './stage.ts';

const none = z.object({});

const any = <T>(list: readonly T[], pick: Pick): T | undefined => list[pick(Math.max(1, list.length))];

/** Who gives the orders of that combatant or seat; the game master for everybody else. */
const runner = ({ saved: { table } }: OpenBattle, actor: string): string => table.control[actor] ?? table.gm;

/** The person with that id as they give an order at this table. */
const giverAt = (table: PlayTable, user: string): Issuer => {
  const [name = user] = Object.entries(people).find(([, id]) => id === user) ?? [];
  return table.issuer(name);
};

/** Answers the open question by chance; by those who were asked. */
export const answered = async ({ services: { battles } }: Stage, table: PlayTable, pick: Pick): Promise<boolean> => {
  const battle = await table.open();
  const question = battle.saved.pending?.question;
  if (question === undefined) return false;
  const choice = any(question.choices, pick)?.id ?? question.auto;
  const report = await battles.answer(giverAt(table, runner(battle, question.to)), choice);
  return report.ok;
};

/** What the rulebook does for the first of those who are awaited. */
export const usual = async ({ services: { battles } }: Stage, table: PlayTable): Promise<boolean> => {
  const battle = await table.open();
  const due = expectedActionsForViewer(battle, battle.saved.table.gm).find(({ auto }) => auto !== undefined);
  if (due?.auto === undefined) return false;
  const { verb, params } = due.auto;
  const report = await battles.order(giverAt(table, runner(battle, due.actor)), { verb, params, actor: due.actor });
  return report.ok;
};

const paramsFor = async (
  { services: { battles } }: Stage,
  table: PlayTable,
  battle: OpenBattle,
  { user, verb, pick }: { readonly user: string; readonly verb: string; readonly pick: Pick },
): Promise<Readonly<Record<string, unknown>>> => {
  const params: Record<string, unknown> = {};
  for (const option of listOptions(battle.ruleset.verbs[verb]?.params ?? battle.ruleset.verbs.end?.params ?? none)) {
    if (!option.required && pick(3) > 0) continue;
    const offers = await battles.offers(table.channel, user, verb, option.name, params);
    if (option.kind === 'choice') params[option.name] = any(option.choices, pick);
    else if (option.kind === 'flag') params[option.name] = pick(2) === 0;
    else if (option.kind === 'whole') params[option.name] = (option.min ?? 0) + pick(5);
    else if (offers !== undefined && offers.length > 0) params[option.name] = any(offers, pick)?.value;
  }
  return params;
};

/** One order of those who are awaited, out of what they are offered; where the rules refuse it, the usual one. */
export const sensible = async (house: Stage, table: PlayTable, pick: Pick): Promise<boolean> => {
  const battle = await table.open();
  if (battle.saved.status === 'ended') return false;
  if (battle.saved.pending !== undefined) return answered(house, table, pick);
  const due = any(expectedActionsForViewer(battle, battle.saved.table.gm), pick);
  const verb = due && any(due.verbs.slice(0, 5), pick);
  if (due === undefined || verb === undefined) return usual(house, table);
  const user = runner(battle, due.actor);
  const params = await paramsFor(house, table, battle, { user, verb, pick });
  const done = await house.services.battles.order(giverAt(table, user), { verb, params, actor: due.actor });
  return done.ok || usual(house, table);
};

/** Gives a proposal as people would: players join and order, the game master does the rest. */
const proposed = async (
  { services: { battles } }: Stage,
  table: PlayTable,
  { doing, call }: Proposal,
  hidden: string,
): Promise<boolean> => {
  const gwen = table.issuer('gwen');
  switch (doing.do) {
    case 'enter': {
      const { entrant } = doing;
      if (entrant.id === hidden) return (await battles.addEntrants(gwen, [entrant], { hidden: 'until-revealed' })).ok;
      const { joins } = (await table.open()).saved.table;
      const [next] = (['ada', 'bob', 'cid'] as const).slice(joins.length);
      if (next !== undefined) return (await battles.join(table.issuer(next), entrant)).ok;
      return (await battles.addEntrants(gwen, [entrant], { controller: people.ada })).ok;
    }
    case 'start':
      return (await battles.start(gwen)).ok;
    case 'finish':
      return (await battles.finish(gwen, doing.finish.winner, doing.finish.reason)).ok;
    case 'correct':
      return (await battles.correct(gwen, doing.field, [doing.who], doing.value, 'It was wrong.')).ok;
    case 'hang': {
      if (doing.effect === undefined)
        return (await battles.applyEffect(gwen, [doing.who], doing.name, undefined, 'It is over.')).ok;
      const { who: _, name: __, ...effect } = doing.effect;
      return (await battles.applyEffect(gwen, [doing.who], doing.name, effect, 'So it is.')).ok;
    }
    case 'verb': {
      const issuer = call.gm ? gwen : giverAt(table, runner(await table.open(), call.actor));
      const { verb, params } = doing;
      return (await battles.order(issuer, { verb, params, actor: call.actor })).ok;
    }
  }
};

interface WildPlay {
  readonly pick: Pick;
  readonly orders: number;
  /** Looked at before every order once the battle has begun. */
  readonly enough?: () => Promise<boolean>;
}

/** Plays a random battle of that rulebook under any settings for so many orders, legal or not. */
export const playedWildly = async (
  house: Stage,
  table: PlayTable,
  system: string,
  { pick, orders, enough = async () => false }: WildPlay,
): Promise<void> => {
  const random = wildBattles[system]?.(pick);
  if (random === undefined) throw new Error(`There are no random battles of ${system}.`);
  const { settings, opening, hidden, propose } = random;
  const name = `Wild ${system} ${table.channel.slice(-3)}`;
  const created = await house.services.battles.create(table.issuer('gwen'), { system, name, settings });
  if (!created.ok) throw new Error(`${system}: ${created.error.code}`);
  for (const proposal of opening) await proposed(house, table, proposal, hidden);
  for (let n = 0; n < orders; n++) {
    const { game, saved } = await table.open();
    if (saved.status === 'ended' || (saved.status === 'active' && (await enough()))) return;
    if (saved.pending !== undefined) await answered(house, table, pick);
    else if (saved.status === 'setup') {
      if (!(await usual(house, table))) await house.services.battles.start(table.issuer('gwen'));
    } else if (!(await proposed(house, table, propose(game), hidden)) && pick(4) === 0) await usual(house, table);
  }
};
