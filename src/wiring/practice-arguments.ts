import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { err, errorMessage, ok, type Result } from '../core/message.ts';
import { databasePath } from '../persistence/data-folder.ts';
import type { Config } from './config.ts';

export interface PlayArguments {
  /** The content of the file named after `--script`. */
  readonly script: string | undefined;
  readonly dice: readonly number[];
  readonly svg?: string;
  readonly png?: string;
  /** The folder for files that replies contain. Undefined if these files should not be written. */
  readonly files?: string;
  /** The language of the table, by its tag. Default: `LANG`. */
  readonly language?: string;
  readonly memory: boolean;
  /** False if the practice table should not open in a browser. */
  readonly web: boolean;
  readonly help: boolean;
}

export const usage = `The practice table of the Brotherhood Master: npm start -- [options]
  --script FILE    play a file of commands; exit 1 on a refusal nobody expected
  --dice 55,80     dice that fall before the battle's own
  --svg FILE       write the last picture as SVG when you leave
  --png FILE       write the last picture as PNG when you leave
  --files FOLDER   where the files of answers go (replay pages, records, dice); DATA_DIR/files without it
  --language TAG   the language of the table, like ja; LANG without it
  --memory         keep nothing; without it battles are kept in DATA_DIR (./data)
  --no-web         only the terminal; without it the table opens in a browser on this machine, too
  --help           this
At the table: /help says what you can do, "as ada" makes you Ada, "as ada: /move D4" for one order,
"in cellar" goes to another channel, Tab completes, /quit leaves.`;

const options = {
  script: { type: 'string' },
  dice: { type: 'string' },
  svg: { type: 'string' },
  png: { type: 'string' },
  files: { type: 'string' },
  language: { type: 'string' },
  memory: { type: 'boolean', default: false },
  'no-web': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Parses the arguments. If that fails, prints only the first sentence of Node's error message. */
const parsed = (given: readonly string[]) => {
  try {
    return ok(parseArgs({ args: [...given], options }).values);
  } catch (problem) {
    const [first = ''] = errorMessage(problem).split(/\.\s|\n/);
    return err(`${first.replace(/\.$/, '')}. --help says what there is.`);
  }
};

const scriptIn = (file: string | undefined): Result<string | undefined, string> => {
  try {
    return ok(file === undefined ? undefined : readFileSync(file, 'utf8'));
  } catch {
    return err(`The script ${file} cannot be read.`);
  }
};

/** Parses the command-line arguments of the practice table. Fails with a sentence for the user. */
export const parseArguments = (given: readonly string[]): Result<PlayArguments, string> => {
  const values = parsed(given);
  if (!values.ok) return values;
  const dice = (values.value.dice ?? '').split(/[\s,]+/).filter((each) => each !== '');
  const bad = dice.find((each) => !/^[1-9]\d{0,5}$/.test(each));
  if (bad !== undefined) return err(`--dice takes whole numbers from 1, like 55,80; ${bad.slice(0, 40)} is none.`);
  const script = scriptIn(values.value.script);
  return script.ok
    ? ok({
        ...values.value,
        script: script.value,
        web: !values.value['no-web'],
        dice: dice.map(Number),
      })
    : script;
};

/** The first line that is printed at startup. It says which database is being opened. */
export const openingLine = (
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { memory }: Pick<PlayArguments, 'memory'>,
): string => {
  if (memory) return 'The practice table is being opened; nothing of it will be kept.';
  if (databaseUrl !== undefined) return 'The practice table is being opened, on the database that DATABASE_URL names.';
  return existsSync(databasePath(dataDir))
    ? `The practice table is being opened; your battles are in ${dataDir}.`
    : `The practice table is being opened for the first time: its database is made in ${dataDir}, which takes some seconds.`;
};
