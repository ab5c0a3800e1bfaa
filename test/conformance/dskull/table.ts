import { createScriptedDice, type ScriptedDice } from '../../../src/dice/dice.ts';
import type { RuleEvent } from '../../../src/rules/event.ts';
import { type Caller, gmActor, type Question } from '../../../src/rules/expected-action.ts';
import type { Game } from '../../../src/rules/game.ts';
import { type BattleEvent, dskull, events as eventTable } from '../../../src/systems/dskull/index.ts';
import { type State, stateSchema } from '../../../src/systems/dskull/state.ts';
import { facesInQuestion, findDropRefusal, formatDropId, parseDropId } from '../../systems/dskull/inner.ts';

/** The result of one command. */
export type CommandResult =
  | { readonly kind: 'done'; readonly events: readonly BattleEvent[]; readonly before: State; readonly after: State }
  | { readonly kind: 'refused'; readonly code: string; readonly facts?: Readonly<Record<string, unknown>> }
  | { readonly kind: 'asked'; readonly question: Question };

interface Ways {
  /** The dice that the case names for a question, by index from 0. Undefined: by policy. */
  readonly byHand?: (question: Question) => readonly number[] | undefined;
  /** True to leave out cleanup and the next round. */
  readonly cut?: boolean;
}

interface Waiting {
  readonly verb: string;
  readonly params: object;
  readonly call: Caller;
  readonly answers: readonly string[];
  readonly from: number;
  readonly question: Question;
}

/** A battle played as the bot plays it: orders through the ruleset, questions answered by policy, dice as they are scripted. */
export const tableOf = (state: State, script: readonly number[]) => {
  let game: Game = dskull.openGame(JSON.parse(JSON.stringify(state)));
  let used = 0;
  let waiting: Waiting | undefined;

  const go = (open: Omit<Waiting, 'question'>, { byHand, cut = false }: Ways): CommandResult => {
    const { verb, params, call, from } = open;
    let { answers } = open;
    for (;;) {
      const dice: ScriptedDice = createScriptedDice(script.slice(from));
      const outcome = game.act({ do: 'verb', verb, params }, call, answers, dice);
      if (!outcome.ok) return { kind: 'refused', code: outcome.error.code, facts: outcome.error.facts };
      used = Math.max(used, from + dice.rolledDice().length);
      if (outcome.value.kind === 'asked') {
        const { question } = outcome.value;
        const named = byHand?.(question);
        const fault =
          named && findDropRefusal(named, parseDropId(question.auto).length, facesInQuestion(question).length);
        if (fault !== undefined) return { kind: 'refused', code: fault };
        if (named === undefined && question.unless === 'ask') {
          waiting = { ...open, answers, question };
          return { kind: 'asked', question };
        }
        answers = [...answers, named === undefined ? question.auto : formatDropId(named)];
        continue;
      }
      waiting = undefined;
      if (outcome.value.kind !== 'decided') throw new Error('A reply came back from an order.');
      const before = stateSchema.parse(game.save());
      const events = eventTable.event.array().parse(cut ? uncleaned(outcome.value.events) : outcome.value.events);
      game = game.applyEvents(events);
      return { kind: 'done', events, before, after: stateSchema.parse(game.save()) };
    }
  };

  return {
    state: (): State => stateSchema.parse(game.save()),
    diceUsed: () => used,
    left: () => script.length - used,
    question: () => waiting?.question,
    order: (verb: string, params: object, by: string, ways: Ways = {}): CommandResult => {
      const gm = by === gmActor;
      const call: Caller = { actor: by, by, gm, controls: gm ? [] : [by], pending: waiting?.question };
      if (verb !== 'drop') return go({ verb, params, call, answers: [], from: used }, ways);
      const reply = game.act({ do: 'verb', verb, params }, call, [], createScriptedDice([]));
      if (!reply.ok) return { kind: 'refused', code: reply.error.code };
      if (reply.value.kind !== 'answered' || waiting === undefined) throw new Error('A drop that answered nothing.');
      // The list has one choice for equal faces, but the case may check which die was named.
      const named = [...String(Object(params).dice).matchAll(/\d+/g)].map(([number]) => Number(number));
      const choice = named.toSorted((a, b) => a - b).join('+');
      return go({ ...waiting, answers: [...waiting.answers, choice] }, ways);
    },
  };
};

const uncleaned = (events: readonly RuleEvent[]): readonly RuleEvent[] => {
  const at = events.findIndex(({ type }) => type === 'cleanup-began');
  return at < 0 ? events : events.slice(0, at);
};
