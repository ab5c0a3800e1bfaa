import { phrase } from '../../core/language.ts';
import type { Command } from './command.ts';
import type { Option } from './options.ts';
import { commonOptionList } from './verb-command.ts';

type Book = { readonly id: string; readonly title: string };
type ManualCommand = Pick<Command, 'path' | 'summary' | 'options' | 'onMessage'>;

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
          (option) =>
            `| \`${option.name}\`${option.required ? '' : ' (optional)'} | ${option.description}${limits(option)} |`,
        ),
        '',
      ];

/** What every verb takes is said once. */
const isCommon = (option: Option): boolean =>
  commonOptionList.some(({ name, description }) => name === option.name && description === option.description);

const entry = (command: ManualCommand): string => {
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
const gmSummaryPattern = /^(?:the )?(?:GM|BM)\b/i;
const gmCommands = ['gm', 'npc', 'foe', 'encounter'];

const isGmCommand = ({ path: [head], summary }: ManualCommand, book?: Book): boolean =>
  gmSummaryPattern.test(summary) || gmCommands.includes(head) || head === book?.id;

const chapter = (title: string, commands: readonly ManualCommand[]): readonly string[] =>
  commands.length === 0 ? [] : [`## ${title}\n`, ...commands.map(entry)];

/** A command as a rulebook has it: with the options that its verb takes there. */
const asIn = (command: Command, { id }: Book): ManualCommand => ({ ...command, ...command.forSystems?.([id]) });

/** The commands as a Markdown reference by rulebook and by role, written from the declarations themselves. */
export const formatManual = (commands: readonly Command[], books: readonly Book[]): string => {
  const all = commands
    .filter(({ hidden, onMessage }) => hidden !== true || onMessage !== undefined)
    .toSorted((a, b) => a.path.join(' ').localeCompare(b.path.join(' ')));
  const common = all.filter(({ systems }) => systems === undefined);
  const parts = [
    ...chapter(
      'At any table: everybody',
      common.filter((each) => !isGmCommand(each)),
    ),
    ...chapter(
      'At any table: the game master',
      common.filter((each) => isGmCommand(each)),
    ),
    ...books.flatMap((book) => {
      const own = all.filter(({ systems }) => systems?.includes(book.id)).map((each) => asIn(each, book));
      return [
        ...chapter(
          phrase`${book.title}: players`,
          own.filter((each) => !isGmCommand(each, book)),
        ),
        ...chapter(
          phrase`${book.title}: the game master`,
          own.filter((each) => isGmCommand(each, book)),
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
    ...tableOf(commonOptionList),
  ].join('\n');
  return `${head}\n${parts.join('\n')}`;
};
