import type { OpenBattle } from '../../battle/saved/store.ts';
import type { Character } from '../../campaign/characters.ts';
import { phrase } from '../../core/message.ts';
import { card } from '../../presentation/card.ts';
import { line } from '../../rules/event.ts';
import type { CarriedCombatant } from '../../rules/sheets.ts';
import { type Control, postOrPrivateView, type Reply } from '../replies/reply.ts';

/** What becomes of one character at the end of one battle. */
export interface CharacterOutcome {
  readonly battle: OpenBattle;
  /** The place in the battle's list of characters, from 1: what buttons name. */
  readonly row: number;
  readonly character: Character;
  readonly carried: CarriedCombatant;
  /** Under this id it is written once. */
  readonly id: string;
  readonly decided: boolean;
  /** Was the character changed elsewhere since it joined? Then nothing is written over it unasked. */
  readonly changed: boolean;
}

/** `Bob: HP 45 → 12, gored`. */
export const describeOutcome = ({ character, carried }: CharacterOutcome): string =>
  phrase`${character.name}: ${carried.changes.length === 0 ? 'nothing changed' : carried.changes.join(', ')}`;

const press = (battle: string, choice: 'keep' | 'restore', row?: number) => ({
  path: ['campaign', 'carry'],
  input: { battle, choice, ...(row !== undefined && { row }) },
});

const buttonsFor = (battle: string, fate?: CharacterOutcome): readonly Control[] =>
  (['keep', 'restore'] as const).map(
    (choice): Control => ({
      kind: 'button',
      label: phrase`${choice === 'keep' ? 'Keep' : 'Restore'} ${fate?.character.name ?? 'all'}`,
      style: choice === 'keep' ? 'primary' : 'secondary',
      press: press(battle, choice, fate?.row),
    }),
  );

const listsFor = (battle: string, fates: readonly CharacterOutcome[]): readonly (readonly Control[])[] =>
  (['keep', 'restore'] as const).map((choice): readonly Control[] => [
    {
      kind: 'select',
      label: choice === 'keep' ? 'Keep wounds of …' : 'Fully restore …',
      options: fates.slice(0, 25).map(({ character, row }) => ({ value: String(row), label: character.name })),
      option: 'row',
      press: press(battle, choice),
    },
  ]);

interface Pressed {
  /** What was decided just now, a sentence each. */
  readonly done: readonly string[];
  /** In direct messages, where everything is for one alone and a message may take the place of another. */
  readonly directly: boolean;
}

/** What the GM has to decide of the first battle among these: each character on its own, or all at once. */
export const carryOverReply = (fates: readonly CharacterOutcome[], pressed?: Pressed): Reply => {
  const { done, directly } = pressed ?? { done: [], directly: false };
  const to = directly ? 'everyone' : 'asker';
  const replaces = pressed !== undefined;
  const [first] = fates;
  if (first === undefined)
    return postOrPrivateView({
      cards: [card('Nothing left to decide', { lines: done.map((each) => line(each, 'good')) })],
      to,
      replaces,
    });
  const { saved } = first.battle;
  const these = fates.filter(({ battle }) => battle.saved.id === saved.id);
  const later = fates.length - these.length;
  const lines = [
    ...done.map((each) => line(each, 'good')),
    ...these.map((fate) =>
      line(`${describeOutcome(fate)}${fate.changed ? ' (sheet changed elsewhere since the character joined)' : ''}`),
    ),
    line('Keep: wounds and death carry over. Restore: the character is fully restored.', 'quiet'),
  ];
  return postOrPrivateView({
    cards: [
      card(phrase`${saved.table.name} is over. What happens to these characters?`, {
        lines,
        ...(later > 0 && { footer: phrase`${later} more characters from other battles: /campaign carry` }),
      }),
    ],
    to,
    controls: [
      buttonsFor(saved.id),
      ...(these.length > 4 ? listsFor(saved.id, these) : these.map((fate) => buttonsFor(saved.id, fate))),
    ],
    replaces,
  });
};
