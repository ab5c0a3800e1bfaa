import { z } from 'zod';
import type { OpenBattle } from '../../battle/saved/store.ts';
import { ok, phrase, type Refusal, type Result } from '../../core/message.ts';
import { card } from '../../presentation/card.ts';
import { listOptions } from '../../rules/command-options.ts';
import { line } from '../../rules/event.ts';
import type { Asker } from '../command-kit/asker.ts';
import type { CommandInput } from '../command-kit/command.ts';
import { verbControls } from '../replies/battle-panel.ts';
import { expectedActionsOfUser, isAsked } from '../replies/expected-of-user.ts';
import { answerControls, questionCard } from '../replies/order-outcome.ts';
import { type CommandAnswer, createPrivateView, noReply, type OrderResult } from '../replies/reply.ts';
import type { Services } from '../services.ts';
import { stepByStepCommand } from './step-by-step.ts';

const noParams = z.object({});

/** Is it a verb that goes step by step, and may it be given again? */
const canContinue = (battle: OpenBattle, user: string, verb: unknown): verb is string =>
  typeof verb === 'string' &&
  expectedActionsOfUser(battle, user).some(({ verbs }) => verbs.includes(verb)) &&
  listOptions(battle.ruleset.verbs[verb]?.params ?? noParams).some(({ widget }) => widget === 'path');

/** What this person can do next: a fresh pad for who is still on the move, an open question, the usual verbs; else nothing. */
export const nextActions = async (
  asker: Asker,
  last: CommandInput,
  services: Pick<Services, 'battles'>,
): Promise<CommandAnswer | undefined> => {
  const opened = await services.battles.open(asker.channel);
  if (!opened.ok || opened.value.game.status !== 'active') return undefined;
  const battle = opened.value;
  const { user } = asker;
  if (battle.saved.pending !== undefined)
    return isAsked(battle, user)
      ? ok(createPrivateView({ cards: questionCard(battle, user), controls: answerControls(battle, user, 'next') }))
      : undefined;
  const mine = expectedActionsOfUser(battle, user);
  if (mine.length === 0) return undefined;
  if (canContinue(battle, user, last.verb)) {
    const again = await stepByStepCommand.run(
      asker,
      { verb: last.verb, ...(last.as !== undefined && { as: last.as }) },
      services,
    );
    if (again.ok) return again;
  }
  const title = [...new Set(mine.map(({ actor, what }) => phrase`${actor === 'gm' ? 'The GM' : actor} ${what}`))].join(
    '; ',
  );
  return ok(createPrivateView({ cards: [card(title)], controls: verbControls(battle, user, { view: 'next' }) }));
};

/** Shows the private message again that a person pressed in. */
export type RenderView = (asker: Asker, last: CommandInput) => Promise<CommandAnswer | undefined>;

/** An order given in a private message: that message is brought up to date beside the answer. */
export const withFreshView = async (
  done: OrderResult,
  asker: Asker,
  input: CommandInput,
  show: RenderView,
): Promise<OrderResult> => {
  const fresh = await show(asker, input);
  return { ...done, replacement: fresh?.ok ? fresh.value : 'gone' };
};

/** A control of an earlier moment in a private message: what happened since, above the message as it is now. */
export const staleViewAnswer = async (
  late: Result<never, Refusal>,
  asker: Asker,
  input: CommandInput,
  show: RenderView,
): Promise<CommandAnswer> => {
  if (late.ok || late.error.code !== 'stale-press' || asker.view === undefined) return late;
  const since = card('The battle has moved on', { tone: 'quiet', lines: [line(String(late.error.facts.since))] });
  const fresh = await show(asker, input);
  const now = fresh?.ok ? fresh.value : noReply;
  return ok(
    createPrivateView({ cards: [since, ...now.cards], controls: now.controls, files: now.files, replaces: true }),
  );
};
