import { describeNumbers } from '../../battle/decide/command.ts';
import type { GmRequest } from '../../battle/saved/session.ts';
import type { OpenBattle } from '../../battle/saved/store.ts';
import { phrase, renderText } from '../../core/message.ts';
import { card } from '../../presentation/card.ts';
import { type CommandOption, listOptions } from '../../rules/command-options.ts';
import { line } from '../../rules/event.ts';
import { nameLookupShowingAll } from '../../rules/for-reader.ts';
import type { Control, ControlAction, InboxNote, PrivateViewKind } from './reply.ts';

/** Presses of a request name it by its number, so that an older one never grants a newer request; what else happened does not matter. */
const pressOf = (
  battle: OpenBattle,
  { n }: GmRequest,
  answer: string,
  view: PrivateViewKind | undefined,
): ControlAction => ({
  path: ['gm', 'request'],
  input: { request: n, answer },
  battle: battle.saved.id,
  ...(view !== undefined && { view }),
});

/** Grant, change or refuse: one press each. */
export const requestControls = (
  battle: OpenBattle,
  request: GmRequest,
  view: PrivateViewKind | undefined,
): readonly Control[] => [
  {
    kind: 'button',
    label: phrase`Grant ${request.actor}`.slice(0, 80),
    style: 'success',
    press: pressOf(battle, request, 'grant', view),
  },
  { kind: 'button', label: 'Change …', style: 'secondary', press: pressOf(battle, request, 'change', view) },
  { kind: 'button', label: 'Refuse', style: 'danger', press: pressOf(battle, request, 'refuse', view) },
];

/** `Ann asks: potion name:Elixir power:100. For you to grant: name Elixir, power 100`. */
export const describeRequest = (battle: OpenBattle, { actor, verb, params, granted, order }: GmRequest): string =>
  phrase`${actor} asks for: ${renderText(order, nameLookupShowingAll)}. You can grant: ${describeNumbers(battle, verb, params, granted)}.`;

/** What stands at the desk for it. */
export const requestInboxNote = (battle: OpenBattle, request: GmRequest): InboxNote => ({
  card: card(phrase`${request.actor} needs your approval`, { lines: [line(describeRequest(battle, request))] }),
  controls: [requestControls(battle, request, 'desk')],
});

/** How many values one list shows. */
const maxValues = 25;

/** Whole numbers to choose from, the asked one among them: all there are, or evenly spread. */
const valuesFor = ({ min, max }: Pick<CommandOption, 'min' | 'max'>, asked: number): readonly number[] => {
  const bounded = min !== undefined && max !== undefined && max - min <= 1000;
  const [from, to] = bounded ? [min, max] : [Math.max(asked - 11, min ?? asked - 11), asked + 12];
  const step = Math.max(1, Math.ceil((to - from + 1) / (maxValues - 1)));
  const spread = Array.from({ length: maxValues - 1 }, (_, n) => from + n * step).filter((value) => value <= to);
  return [...new Set([...spread, asked])].toSorted((a, b) => a - b);
};

/** Lists by which each number of a request is changed and granted at one press; words are typed. */
export const requestChangeControls = (
  battle: OpenBattle,
  request: GmRequest,
  view: PrivateViewKind | undefined,
): readonly (readonly Control[])[] => {
  const declared = battle.ruleset.verbs[request.verb];
  const options = declared === undefined ? [] : listOptions(declared.params);
  return options
    .filter(({ name, kind }) => request.granted.includes(name) && (kind === 'whole' || kind === 'choice'))
    .slice(0, 5)
    .map(({ name, kind, choices, min, max }): readonly Control[] => {
      const asked = Number(request.params[name] ?? 0);
      const values =
        kind === 'choice' ? choices : valuesFor({ min, max }, Number.isSafeInteger(asked) ? asked : 0).map(String);
      return [
        {
          kind: 'select',
          label: phrase`Grant with another ${name}`,
          options: values
            .slice(0, maxValues)
            .map((value) => ({ value: `${name}:${value}`, label: phrase`${name} ${value}` })),
          option: 'change',
          press: pressOf(battle, request, 'grant', view),
        },
      ];
    });
};
