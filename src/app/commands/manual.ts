import { phrase } from '../../core/language.ts';
import type { Command } from './command.ts';
import type { Option } from './options.ts';
import { aroundOptions } from './verb-command.ts';

type Book = { readonly id: string; readonly title: string };
type Shown = Pick<Command, 'path' | 'summary' | 'options' | 'onMessage'>;

const limits = ({ min, max, choices }: Option): string => {
  if (choices.length > 0) return phrase`: ${choices.join(', ')}`;
  return min === undefined && max === undefined ? '' : phrase` (${min ?? ''}–${max ?? ''})`;
};

const tableOf = (options: readonly Option[]): readonly string[] =>
  options.length === 0
    ? []
    : [
        '| option | meaning |',
        '|---|---|',
        ...options.map(
          (option) => `| \`${option.name}\`${option.required ? '' : ' (optional)'} | ${option.says}${limits(option)} |`,
        ),
        '',
      ];

/** What every verb takes is said once. */
const isCommon = (option: Option): boolean =>
  aroundOptions.some(({ name, says }) => name === option.name && says === option.says);

const entry = (command: Shown): string => {
  if (command.onMessage !== undefined)
    return [`### ${command.onMessage}`, '', phrase`In the menu of a message, under Apps. ${command.summary}.`, ''].join(
      '\n',
    );
  return [
    `### /${command.path.join(' ')}`,
    '',
    `${command.summary}.`,
    '',
    ...tableOf(command.options.filter((option) => !isCommon(option))),
  ].join('\n');
};

/** The words that begin what only the game master may do, and whose commands those are. */
const mastersWords = /^(?:the )?(?:GM|BM)\b/i;
const mastersCommands = ['gm', 'npc', 'foe', 'encounter'];

const isMasters = ({ path: [head], summary }: Shown, book?: Book): boolean =>
  mastersWords.test(summary) || mastersCommands.includes(head) || head === book?.id;

const chapter = (title: string, commands: readonly Shown[]): readonly string[] =>
  commands.length === 0 ? [] : [`## ${title}\n`, ...commands.map(entry)];

/** A command as a rulebook has it: with the options that its verb takes there. */
const asIn = (command: Command, { id }: Book): Shown => ({ ...command, ...command.within?.([id]) });

/** The commands as a Markdown reference by rulebook and by role, written from the declarations themselves. */
export const manual = (commands: readonly Command[], books: readonly Book[]): string => {
  const all = commands
    .filter(({ hidden, onMessage }) => hidden !== true || onMessage !== undefined)
    .toSorted((a, b) => a.path.join(' ').localeCompare(b.path.join(' ')));
  const common = all.filter(({ systems }) => systems === undefined);
  const parts = [
    ...chapter(
      'At any table: everybody',
      common.filter((each) => !isMasters(each)),
    ),
    ...chapter(
      'At any table: the game master',
      common.filter((each) => isMasters(each)),
    ),
    ...books.flatMap((book) => {
      const own = all.filter(({ systems }) => systems?.includes(book.id)).map((each) => asIn(each, book));
      return [
        ...chapter(
          phrase`${book.title}: players`,
          own.filter((each) => !isMasters(each, book)),
        ),
        ...chapter(
          phrase`${book.title}: the game master`,
          own.filter((each) => isMasters(each, book)),
        ),
      ];
    }),
  ];
  const head = [
    '# The commands',
    '',
    'Written from their declarations by `npm run manual`: first what there is at any table, then each rulebook. To begin, read [a card for players](player-card.md), [a page for the game master](game-master.md) or one of the [first battles](first-battle).',
    '',
    '## What every verb also takes',
    '',
    'The verbs of a rulebook, such as `/attack`, take these beside their own options; its questions, such as `/odds`, and `/order` take the first of them.',
    '',
    ...tableOf(aroundOptions),
  ].join('\n');
  return `${head}\n${parts.join('\n')}`;
};
