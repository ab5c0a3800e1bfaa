import { ownValue } from '../../core/plain-object.ts';
import { listOptions } from '../../rules/command-options.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { CommandInput } from './command.ts';

/** Verbs and queries of some rulebooks, and the orders by which players of others do the same; the first that a rulebook has counts. */
const equivalentOrders: Readonly<Record<string, readonly string[]>> = {
  attack: ['declare stance:… action:melee target:…', 'declare action:attack target:…'],
  'attack-action': ['attack target:…', 'declare stance:… action:melee target:…', 'declare action:attack target:…'],
  charge: ['declare stance:… action:melee target:…', 'declare action:run-attack target:…'],
  aim: ['declare action:attack target:… options:aim'],
  declare: ['attack target:…'],
  nominate: ['attack target:…', 'declare action:attack target:…'],
  intend: ['attack target:…', 'declare action:attack target:…'],
  cast: ['declare stance:… action:spell spell:… target:…', 'declare action:cast spell:… target:…'],
  blast: [
    'cast spell:… target:…',
    'declare stance:… action:spell spell:… target:…',
    'declare action:cast spell:… target:…',
  ],
  breath: ['attack target:… ability:…'],
  move: ['declare action:move path:…', 'take move:…'],
  gain: ['move path:…', 'move type:… to:…', 'declare action:move path:…'],
  fly: ['move type:… altitude:…'],
  retreat: ['declare action:withdraw path:…', 'move path:…'],
  defend: ['declare action:full-defense'],
  guard: ['block at:…'],
  intercept: ['block at:…'],
  block: ['intercept answer:…'],
  end: ['pass', 'declare action:none'],
  pass: ['end', 'declare action:none'],
  stunt: ['declare stance:… action:act label:…', 'declare action:other does:…'],
  interact: [
    'stunt text:…',
    'minor kind:… item:…',
    'declare stance:… action:act label:…',
    'declare action:other does:…',
  ],
  minor: ['interact what:…', 'stunt text:…', 'declare action:other does:…'],
  major: ['interact what:…', 'stunt text:…', 'declare action:other does:…'],
  place: ['deploy warrior:… to:…'],
  deploy: ['place placement:…', 'place to:…'],
  sight: ['los target:…', 'reach'],
  los: ['sight target:…', 'reach'],
  reach: ['cost path:…'],
  cost: ['reach'],
};

/** What was typed of these options, in place of the dots. */
const fillOrder = (order: string, input: CommandInput): string =>
  order.replace(/(\w+):…/g, (blank, name: string) => (input[name] === undefined ? blank : `${name}:${input[name]}`));

/** How a rulebook says what is a verb or query of another: `/declare action:attack target:…`, with what was typed of its options. */
export const equivalentCommands = (
  { verbs, queries }: Ruleset,
  name: string,
  input: CommandInput = {},
): string | undefined => {
  const order = ownValue(equivalentOrders, name)?.find((each) => {
    const [verb = '', ...options] = each.split(' ');
    const params = (verbs[verb]?.role === 'gm' ? undefined : (verbs[verb] ?? queries[verb]))?.params;
    const known = params === undefined ? [] : listOptions(params).map((option) => option.name);
    return params !== undefined && options.every((option) => known.includes(option.split(':')[0] ?? ''));
  });
  return order === undefined ? undefined : `/${fillOrder(order, input)}`;
};
