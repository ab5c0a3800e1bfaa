import { z } from 'zod';
import type { Issuer } from '../../src/battle/decide/decisions.ts';
import type { OpenBattle } from '../../src/battle/saved/store.ts';
import { expectedActionsForViewer } from '../../src/battle/views/expected-actions.ts';
import { listOptions } from '../../src/rules/command-options.ts';
import type { Pick } from '../chance.ts';
import { people, type Stage } from './stage.ts';

const none = z.object({});

const any = <T>(list: readonly T[], pick: Pick): T | undefined => list[pick(Math.max(1, list.length))];

/** The user who controls a combatant or seat; the GM otherwise. */
const runner = ({ saved: { table } }: OpenBattle, actor: string): string => table.control[actor] ?? table.gm;

/** The user with that id as the issuer of an order. */
const giverAt = (table: Stage, user: string): Issuer => {
  const [name = user] = Object.entries(people).find(([, id]) => id === user) ?? [];
  return table.issuer(name);
};

/** Answers the open question at random, as the user it is for. */
const answered = async (table: Stage, pick: Pick): Promise<boolean> => {
  const battle = await table.open();
  const question = battle.saved.pending?.question;
  if (question === undefined) return false;
  const choice = any(question.choices, pick)?.id ?? question.auto;
  const report = await table.services.battles.answer(giverAt(table, runner(battle, question.to)), choice);
  return report.ok;
};

/** Runs the rulebook's default for the first awaited combatant. */
export const usual = async (table: Stage): Promise<boolean> => {
  const battle = await table.open();
  const due = expectedActionsForViewer(battle, battle.saved.table.gm).find(({ auto }) => auto !== undefined);
  if (due?.auto === undefined) return false;
  const { verb, params } = due.auto;
  const report = await table.services.battles.order(giverAt(table, runner(battle, due.actor)), {
    verb,
    params,
    actor: due.actor,
  });
  return report.ok;
};

const paramsFor = async (
  table: Stage,
  battle: OpenBattle,
  { user, verb, pick }: { readonly user: string; readonly verb: string; readonly pick: Pick },
): Promise<Readonly<Record<string, unknown>>> => {
  const params: Record<string, unknown> = {};
  for (const option of listOptions(battle.ruleset.verbs[verb]?.params ?? battle.ruleset.verbs.end?.params ?? none)) {
    if (!option.required && pick(3) > 0) continue;
    const offers = await table.services.battles.offers(table.channel, user, verb, option.name, params);
    if (option.kind === 'choice') params[option.name] = any(option.choices, pick);
    else if (option.kind === 'flag') params[option.name] = pick(2) === 0;
    else if (option.kind === 'whole') params[option.name] = (option.min ?? 0) + pick(5);
    else if (offers !== undefined && offers.length > 0) params[option.name] = any(offers, pick)?.value;
  }
  return params;
};

/** Gives a random offered order for an awaited combatant, or the default if it is refused. */
export const sensible = async (table: Stage, pick: Pick): Promise<boolean> => {
  const battle = await table.open();
  if (battle.saved.status === 'ended') return false;
  if (battle.saved.pending !== undefined) return answered(table, pick);
  const due = any(expectedActionsForViewer(battle, battle.saved.table.gm), pick);
  const verb = due && any(due.verbs.slice(0, 5), pick);
  if (due === undefined || verb === undefined) return usual(table);
  const user = runner(battle, due.actor);
  const params = await paramsFor(table, battle, { user, verb, pick });
  const done = await table.services.battles.order(giverAt(table, user), { verb, params, actor: due.actor });
  return done.ok || usual(table);
};
