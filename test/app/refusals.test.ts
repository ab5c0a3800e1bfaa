import { expect, test } from 'vitest';
import type { CommandInput } from '../../src/app/command-kit/command.ts';
import { isUntimely } from '../../src/app/command-kit/refusal-messages.ts';
import { type CommandOption, listOptions } from '../../src/rules/command-options.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { rulesets } from '../../src/systems/index.ts';
import { unhurried } from '../budget.ts';
import { closeQuarters, sidesOf } from '../systems/any-battle.ts';
import { saysWhatToDo } from '../systems/next-step.ts';
import { must } from './duel.ts';
import { type House, opened } from './house.ts';
import { answerByDefault, prepared } from './random-play.ts';
import { createTrialApp } from './trial-orders.ts';

/** A running battle of Ada against Bob, and a function that tries an order without giving it. */
const createTrial = async (book: Ruleset) => {
  const { there, refusalOf } = createTrialApp();
  const settings = closeQuarters(book, 2);
  const created = await there.services.battles.create(there.asker('gm'), { system: book.id, name: 'Mill', settings });
  expect(created.ok).toBe(true);
  const [preset] = Object.values(book.presets);
  for (const [at, user] of ['Ada', 'Bob'].entries())
    await must(there, user.toLowerCase(), 'battle join', {
      preset: preset?.title,
      name: user,
      side: sidesOf(book)[at],
    });
  await prepared(there);
  if (book.verbs['deploy-rest'] !== undefined) await must(there, 'gm', 'dskull deploy-rest');
  /** The refusal of a trial order and its sentence. Undefined if the order would be carried out. */
  const refusalAndSentence = async (user: string, path: string, input: CommandInput) => {
    const refusal = await refusalOf(user, path, input);
    return refusal && { ...refusal, says: await there.sentence(refusal, 'table') };
  };
  return { there, refusalOf: refusalAndSentence };
};

type Trial = Awaited<ReturnType<typeof createTrial>>;

/** Lets the rulebook's default act for whoever is expected. */
const goOn = async (there: House): Promise<void> => {
  if (await answerByDefault(there)) return;
  const due = (await opened(there)).game.expectedActions().find(({ auto }) => auto !== undefined);
  if (due?.auto !== undefined) await there.services.battles.order(there.asker('gm'), { ...due.auto, actor: due.actor });
};

const firstValue = async (there: House, user: string, path: string, option: CommandOption, soFar: CommandInput) => {
  const [offer] = await there.complete(user, path, option.name, '', soFar);
  const minimum = option.kind === 'whole' ? (option.min ?? 1) : undefined;
  return offer?.value ?? option.choices[0] ?? minimum ?? 'Bob';
};

/** The options of the example in a refusal: `/attack target:Bob`. */
const optionsIn = (example: string, names: readonly string[]): CommandInput => {
  const parts = example.split(new RegExp(` (?=(?:${[...names, 'as'].join('|')}):)`));
  return Object.fromEntries(parts.slice(1).map((part) => part.split(/:(.*)/s).slice(0, 2)));
};

/** Gives each verb and query every kind of bad input, and returns what the refusals lack. */
const faultsNow = async ({ there, refusalOf }: Trial, book: Ruleset): Promise<readonly string[]> => {
  const battle = await opened(there);
  const due = battle.game.expectedActions();
  const [first] = due;
  const user = battle.saved.table.control[first?.actor ?? ''] ?? 'gm';
  const faults: string[] = [];
  let filled: CommandInput = {};
  const judge = async (by: string, path: string, input: CommandInput, ...causes: readonly string[]) => {
    const refusal = await refusalOf(by, path, input);
    if (refusal === undefined) return;
    const { says, code } = refusal;
    const isAboutOther = isUntimely(refusal) || /GM|BM|^no-seat|WRONG|_WRONG|NOT_YOUR/i.test(code);
    const base = await refusalOf(by, path, filled);
    const isNamed =
      isAboutOther || base?.code === code || causes.length === 0 || causes.some((cause) => says.includes(cause));
    if (!isNamed || !saysWhatToDo(says) || /[A-Z]{2,}_[A-Z]{2}|not possible \(/.test(says))
      faults.push(`${by}: /${path} ${JSON.stringify(input)}: ${code}: ${says}`);
  };
  for (const command of there.dispatcher.commands) {
    const name = command.verb ?? command.path.at(-1) ?? '';
    const verb = book.verbs[name];
    const declared = verb ?? book.queries[name];
    if (declared === undefined || command.systems?.includes(book.id) !== true) continue;
    const path = command.path.join(' ');
    const by = verb?.role === 'gm' ? 'gm' : user;
    const options = listOptions(declared.params);
    const required = options.filter((each) => each.required);
    filled = {};
    for (const option of required)
      filled = { ...filled, [option.name]: await firstValue(there, by, path, option, filled) };
    for (const option of required) {
      const { [option.name]: _, ...others } = filled;
      await judge(by, path, others, `Example: /${path}`, `Option ${option.name}: `);
      const refusal = await refusalOf(by, path, others);
      const isDue = due.some(({ actor, verbs }) => actor === first?.actor && verbs.includes(name));
      if (refusal?.facts.example === undefined || !isDue) continue;
      const example = optionsIn(
        String(refusal.facts.example),
        options.map((each) => each.name),
      );
      const again = await refusalOf(by, path, example);
      if (again !== undefined) faults.push(`/${path}: the example does not work: ${refusal.says} ${again.says}`);
    }
    for (const { name: option, widget } of options) {
      const isName = widget === 'combatant' || widget === 'list';
      if (isName) await judge(by, path, { ...filled, [option]: 'Qqqq' }, 'Qqqq', 'Name', 'Example');
      if (isName) await judge(by, path, { ...filled, [option]: sidesOf(book)[1] }, sidesOf(book)[1], 'Name', 'Example');
      if (widget === 'path' || widget === 'square') await judge(by, path, { ...filled, [option]: 'Z99' });
    }
    if (verb?.role === 'player') {
      const other = user === 'ada' ? 'bob' : 'ada';
      await judge(other, path, filled);
      const refusal = await refusalOf(other, path, filled);
      if (/NOT_YOUR_/.test(refusal?.code ?? '') && !refusal?.says.includes(String(first?.actor)))
        faults.push(`${other}: /${path} does not say whose turn it is: ${refusal?.says}`);
      await judge('eve', path, filled);
    } else await judge('ada', path, filled);
  }
  return faults;
};

test.each(rulesets)(
  '$title: a refusal of a verb names its cause and says what to do, at each moment',
  async (book) => {
    const trial = await createTrial(book);
    const faults = new Set<string>();
    for (let moment = 0; moment < 6; moment += 1) {
      if ((await opened(trial.there)).game.status === 'ended') break;
      for (const fault of await faultsNow(trial, book)) faults.add(fault);
      await goOn(trial.there);
    }
    expect([...faults]).toEqual([]);
  },
  unhurried,
);

test('an order that changes nothing is refused because it is already so', async () => {
  const said = async (
    system: string,
    orders: (there: House) => Promise<readonly (readonly [string, CommandInput])[]>,
  ) => {
    const book = rulesets.find(({ id }) => id === system);
    if (book === undefined) throw new Error(system);
    const { there, refusalOf } = await createTrial(book);
    while ((await opened(there)).game.expectedActions()[0]?.kind === 'initiative') await goOn(there);
    const all: (string | undefined)[] = [];
    for (const [path, input] of await orders(there)) {
      const { saved, game } = await opened(there);
      const user = saved.table.control[game.expectedActions()[0]?.actor ?? ''] ?? 'gm';
      const refusal = await refusalOf(user, path, input);
      if (refusal === undefined) await must(there, user, path, input);
      all.push(refusal?.says);
    }
    return all;
  };
  expect(
    await said('skure', async (there) => {
      await must(there, 'gm', 'battle place', { target: 'Ada', to: 'C1', facing: 'S' });
      return [
        ['move', { path: 'C1' }],
        ['battle start', {}],
        ['battle join', { preset: 'swordsman', name: 'Ada', side: 'red' }],
      ];
    }),
  ).toEqual([
    'Ada already stands on C1; choose another square.',
    'Only the game master may do that.',
    expect.stringContaining('You already play Ada here.'),
  ]);
  expect(
    await said('segment', async (there) => {
      await must(there, 'gm', 'battle place', { target: 'Ada', to: 'H4' });
      return [['declare', { action: 'move', path: 'H4' }]];
    }),
  ).toEqual([expect.stringContaining('it leads to H4, where it begins.')]);
});
