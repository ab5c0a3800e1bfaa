import { visibleSides } from '../../battle/views/viewer.ts';
import { isSameName, normalizeName, type Refusal } from '../../core/message.ts';
import { type CommandOption, listOptions } from '../../rules/command-options.ts';
import { parseSquare } from '../../rules/grid/square.ts';
import type { ParamOffer } from '../../rules/verb.ts';
import type { Asker, Command, CommandInput } from '../command-kit/command.ts';
import { findActiveBattle, knownNames } from '../input/battle-names.ts';
import { matchName } from '../input/match-name.ts';
import { button, type Control } from '../replies/reply.ts';
import type { Need } from '../services.ts';

/** Suggests the choices for an option. */
type CompleteOption = (option: string, others: CommandInput) => Promise<readonly ParamOffer[]>;

const maxButtons = 5;

/** The choices that are most like a typed text: the members of a side, the nearest squares, or similar names. */
const similarChoices = (
  typed: string,
  all: readonly ParamOffer[],
  members: readonly string[],
): readonly ParamOffer[] => {
  if (members.length > 0) return all.filter(({ value }) => members.includes(value));
  const at = parseSquare(typed);
  if (at === undefined) {
    const meant = matchName(typed, all, ({ value }) => [value]);
    const values = meant.found === undefined ? meant.suggestions : [meant.found.value];
    return values.flatMap((value) => all.find((each) => each.value === value) ?? []);
  }
  const distance = ({ to }: ParamOffer): number =>
    to === undefined ? Number.POSITIVE_INFINITY : Math.hypot(to.x - at.x, to.y - at.y);
  return all.filter((each) => distance(each) <= 2).toSorted((a, b) => distance(a) - distance(b));
};

/** Buttons that give a refused command again, with choices similar to the text that the refusal quotes. */
export const suggestChoices = async (
  { path, complete }: { readonly path: Command['path']; readonly complete: CompleteOption },
  asker: Asker,
  input: CommandInput,
  { facts }: Refusal,
  services: Need<'battles'>,
): Promise<readonly Control[]> => {
  const battle = await findActiveBattle(asker, services);
  const known = battle === undefined ? [] : knownNames(battle, asker.user);
  const given: Record<string, string | number | boolean> = {};
  for (const [option, value] of Object.entries(input))
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') given[option] = value;
  const quoted = normalizeName(JSON.stringify(facts));
  for (const [option, typed] of Object.entries(given)) {
    if (typeof typed !== 'string' || typed === '' || !quoted.includes(normalizeName(typed))) continue;
    const { [option]: _, ...others } = input;
    const offers = await complete(option, others);
    if ([...known, ...offers.map(({ value }) => value)].some((value) => isSameName(value, typed))) continue;
    const side = battle && visibleSides(battle, asker.user).find((each) => isSameName(each, typed));
    const members = battle?.game.roster().flatMap((each) => (side !== undefined && each.side === side ? each.id : []));
    const near = similarChoices(typed, offers, members ?? []).slice(0, maxButtons);
    const again = ({ value, label }: ParamOffer) =>
      button(label, { path, input: { ...given, [option]: value } }, 'primary');
    if (near.length > 0) return near.map(again);
  }
  return [];
};

/** Adds to a refusal for a missing option the fact `example`: the command with that option, as it works now. */
export const withExample = async (
  { path, verb, options, complete }: Pick<Command, 'path' | 'verb' | 'options'> & { readonly complete: CompleteOption },
  asker: Asker,
  input: CommandInput,
  { code, facts }: Refusal,
  services: Need<'battles'>,
): Promise<Refusal> => {
  if (code !== 'bad-input' && !Object.values(facts).includes(undefined)) return { code, facts };
  const rules = (await findActiveBattle(asker, services))?.ruleset;
  const rule = rules?.verbs[verb ?? ''];
  const params = (rule ?? rules?.queries[verb ?? ''])?.params;
  const own = params === undefined ? options : listOptions(params);
  const missing = own.find(({ name }) =>
    code === 'bad-input' ? name === facts.option : Object.hasOwn(facts, name) && facts[name] === undefined,
  );
  // A missing choice is refused with a list of all choices.
  if (missing === undefined || missing.kind === 'choice' || Object.hasOwn(input, missing.name)) return { code, facts };
  let given = input;
  const isOpen = ({ name, required }: CommandOption): boolean =>
    !Object.hasOwn(given, name) &&
    (required || name === missing.name || rule?.promptFor(given).includes(name) === true);
  const passed: CommandOption[] = [];
  for (
    let next = own.find(isOpen);
    next !== undefined;
    next = own.find((each) => isOpen(each) && !passed.includes(each))
  ) {
    const [offer] = await complete(next.name, given);
    const value = offer?.value ?? next.choices[0] ?? (next.kind === 'whole' ? (next.min ?? 1) : undefined);
    if (value !== undefined) given = { ...given, [next.name]: value };
    else if (!next.required) passed.push(next);
    else if (next.widget === undefined) given = { ...given, [next.name]: '…' };
    else return { code, facts };
  }
  const typed = Object.entries(given).map(([name, value]) => `${name}:${String(value)}`);
  return { code, facts: { ...facts, example: `/${[...path, ...typed].join(' ')}` } };
};
