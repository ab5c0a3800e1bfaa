import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Caller, Question } from '../src/rules/expected-action.ts';
import type { Game } from '../src/rules/game.ts';
import { defaultNumberWords, gmViewer, type Viewer } from '../src/rules/reader.ts';
import { rulesets } from '../src/systems/index.ts';
import { type Pick, picker, seededDice } from './chance.ts';
import { playCase } from './conformance/case.ts';
import { describeDifference } from './conformance/compare.ts';
import { casesOf, playOf, type Watcher, watchBattles } from './conformance/worked-cases.ts';
import { wildBattle } from './systems/wild-battles.ts';
import { replayed } from './transcripts/transcript.ts';

/*
 * The byte net: everything a rulebook says over its worked cases, transcripts and some random battles, as one text and
 * one hash. States, offers and answers are written at every third order. Equal hashes mean equal behavior; otherwise
 * `diff` shows the line.
 *
 *   node test/byte-net.ts <system> <random battles> <text file>
 */

const [id = '', battles = '30', file = `byte-net-${id}.txt`] = process.argv.slice(2);
const ruleset = rulesets.find((each) => each.id === id);
if (ruleset === undefined) throw new Error(`No rulebook is called ${id}.`);

const out: string[] = [];
const put = (label: string, value: unknown): number => out.push(`${label} ${JSON.stringify(value)}`);

/** A text rendered with its names. */
const plain = (text: unknown): string => {
  if (typeof text !== 'object' || text === null) return String(text);
  if ('ref' in text) return String(text.ref);
  if (!('say' in text && Array.isArray(text.say) && 'with' in text && Array.isArray(text.with)))
    throw new Error(`That is no text: ${JSON.stringify(text)}`);
  const filling: readonly unknown[] = text.with;
  return text.say.map((words, index) => `${words}${index < filling.length ? plain(filling[index]) : ''}`).join('');
};

const questionOf = ({ to, kind, says, choices, auto, unless, rows }: Question) => ({
  ...{ to, kind, auto, unless, says: plain(says) },
  choices: choices.map((each) => [each.id, plain(each.label)]),
  rows: rows.map((row) => row.map((step) => `${step.rule} ${plain(step.says)}`)),
});

let acts = 0;

/** The GM, the players of the actor's side, and strangers from whom one or two combatants are hidden. */
const readersOf = (game: Game, { actor }: Caller): Readonly<Record<string, Viewer>> => {
  const roster = game.roster();
  const side = roster.find((each) => each.id === actor || each.actor === actor)?.side;
  const own = roster.filter((each) => each.side === side).flatMap((each) => [each.id, each.actor]);
  const at = (n: number): readonly string[] => {
    const each = roster[n % Math.max(1, roster.length)];
    return each === undefined ? [] : [each.id];
  };
  const unseen = [...new Set(acts % 3 === 0 ? [...at(acts), ...at(acts + 2)] : at(acts))];
  const foes = { mode: 'words' as const, words: defaultNumberWords };
  return {
    gm: gmViewer,
    own: { gm: false, user: 'own', controls: own, knows: own, unseen: [], foes },
    stranger: { gm: false, user: 'p9', controls: [], knows: [], unseen, foes },
  };
};

/** The offers for each parameter, alone and after choosing the first offer of those before it. */
const offersOf = (game: Game, call: Caller, readers: Readonly<Record<string, Viewer>>): void => {
  for (const [verb, { params }] of Object.entries({ ...ruleset.verbs, ...ruleset.queries }))
    for (const [name, reader] of Object.entries(readers)) {
      const chosen: Record<string, unknown> = {};
      for (const param of Object.keys(params.shape)) {
        const [alone, after] = [{}, { ...chosen }].map((soFar) =>
          game.offers(verb, param, call, soFar, reader)?.map(({ value, label }) => [value, plain(label)] as const),
        );
        if (alone !== undefined && alone.length > 0) put(`  offers ${verb} ${param} ${name}`, alone);
        if (JSON.stringify(after) !== JSON.stringify(alone))
          put(`  offers ${verb} ${param} ${name} after`, [chosen, after]);
        const [first] = after ?? [];
        if (first !== undefined) chosen[param] = first[0];
      }
      if (!(verb in ruleset.queries)) continue;
      const answer = game.answerQuery(verb, call, chosen, reader);
      put(
        `  answer ${verb} ${name}`,
        answer.ok ? answer.value : [answer.error.code, Object.values(answer.error.facts).map(plain)],
      );
    }
  for (const viewer of Object.values(readers)) put('  awaiting', game.expectedActions(viewer));
};

/** Writes down an order and its texts. */
const netted: Watcher['ruled'] = (game, [doing, call, answers], outcome) => {
  acts++;
  put(doing.do, [doing, call.actor, call.gm, answers]);
  if (!outcome.ok) {
    const { code, facts } = outcome.error;
    put('  refused', [code, plain(ruleset.refusalSentence(outcome.error) ?? ''), Object.values(facts).map(plain)]);
    return;
  }
  const { value } = outcome;
  if (value.kind === 'asked') put('  asked', questionOf(value.question));
  if (value.kind !== 'decided') return;
  const readers = readersOf(value.game, call);
  for (const event of value.events) put('  event', event);
  for (const [name, reader] of Object.entries(readers))
    for (const { tone, text, rows } of game.narrate(value.events, reader)) put(`  ${name}`, [tone, text, rows]);
  put('  tally', game.talliesOf(value.events));
  if (acts % 3 === 0) {
    put('  state', value.game.save());
    offersOf(value.game, call, readers);
  }
};

/** Names that also occur inside other words. */
const awkward = ['Mark7Unseen', 'An', 'nn', 'a', 'attack', 'the', '.*', 'E', 'ANN', 'ゴブリン', '1'] as const;

/** Plays one battle of random orders; questions are answered at random. */
const random = (seed: number): void => {
  const pick: Pick = picker(seed);
  out.push(`# random ${seed}`);
  const { blank: empty, opening, propose } = wildBattle(id, pick, awkward[seed % awkward.length]);
  let game = empty;
  for (let n = 0; n < 150 && game.status !== 'ended'; n++) {
    const { doing, call } = opening[n] ?? propose(game);
    const answers: string[] = [];
    for (let asked = true; asked; ) {
      const outcome = game.act(doing, call, answers, seededDice(seed * 1000 + n));
      asked = outcome.ok && outcome.value.kind === 'asked';
      if (!outcome.ok) break;
      if (outcome.value.kind === 'decided') game = outcome.value.game;
      if (outcome.value.kind === 'asked') {
        const { choices, auto } = outcome.value.question;
        answers.push(choices[pick(choices.length)]?.id ?? auto);
      }
    }
  }
};

watchBattles(ruleset, { ruled: netted }, () => {
  for (const worked of casesOf(id)) {
    out.push(`# ${worked.id}`);
    put('  differs', playCase(playOf(id), worked).map(describeDifference));
  }
  for (let seed = 1; seed <= Number(battles); seed++) random(seed);
});

const transcripts = new URL('transcripts/', import.meta.url);
for (const name of readdirSync(transcripts).filter((each) => each.startsWith(`${id}-`) && each.endsWith('.txt'))) {
  const { text: told, slips } = await replayed(readFileSync(new URL(name, transcripts), 'utf8'));
  out.push(`# transcript ${name}`, told, ...slips.map(String));
}

const text = `${out.join('\n')}\n`;
writeFileSync(file, text);
console.log(
  `${id}: ${out.length} lines, ${acts} orders, ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`,
);
