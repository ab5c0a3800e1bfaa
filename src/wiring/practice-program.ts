import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { startClock } from '../app/clock/clock-scheduler.ts';
import type { Reply } from '../app/replies/reply.ts';
import type { Caps } from '../battle/decide/caps.ts';
import { readyDice } from '../battle/decide/hand-dice.ts';
import { playScript } from '../console/scripted-play.ts';
import { runTerminal } from '../console/terminal.ts';
import { err, ok, type Result } from '../core/result.ts';
import { problemText } from '../core/text.ts';
import { scenePng } from '../discord/png.ts';
import type { Scene } from '../presentation/scene.ts';
import { sceneSvg } from '../presentation/svg.ts';
import type { Stores } from './compose.ts';
import { practiceHouse } from './practice-house.ts';
import type { Shutdown } from './shutdown.ts';

export interface PlayArguments {
  /** What `--script` names, read. */
  readonly script: string | undefined;
  readonly dice: readonly number[];
  readonly svg: string | undefined;
  readonly png: string | undefined;
  /** Where the files go that answers carry. */
  readonly files: string | undefined;
  readonly memory: boolean;
  readonly help: boolean;
}

export const usage = `The practice table of the Brotherhood Master: npm start -- [options]
  --script FILE    play a file of commands; exit 1 on a refusal nobody expected
  --dice 55,80     dice that fall before the battle's own
  --svg FILE       write the last picture as SVG when you leave
  --png FILE       write the last picture as PNG when you leave
  --files FOLDER   where the files of answers go (replay pages, records, dice); DATA_DIR/files without it
  --memory         keep nothing; without it battles are kept in DATA_DIR (./data)
  --help           this
At the table: /help says what you can do, "as ada" makes you Ada, "as ada: /move D4" for one order,
"in cellar" goes to another channel, Tab completes, /quit leaves.`;

const options = {
  script: { type: 'string' },
  dice: { type: 'string' },
  svg: { type: 'string' },
  png: { type: 'string' },
  files: { type: 'string' },
  memory: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Node's own message goes on to explain itself; its first sentence will do. */
const parsed = (given: readonly string[]) => {
  try {
    return ok(parseArgs({ args: [...given], options }).values);
  } catch (problem) {
    const [first = ''] = problemText(problem).split(/\.\s|\n/);
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

/** What may follow `npm start --` at the practice table, or one sentence for what is wrong with it. */
export const readArguments = (given: readonly string[]): Result<PlayArguments, string> => {
  const values = parsed(given);
  if (!values.ok) return values;
  const dice = (values.value.dice ?? '').split(/[\s,]+/).filter((each) => each !== '');
  const bad = dice.find((each) => !/^[1-9]\d{0,5}$/.test(each));
  if (bad !== undefined) return err(`--dice takes whole numbers from 1, like 55,80; ${bad.slice(0, 40)} is none.`);
  const script = scriptIn(values.value.script);
  return script.ok
    ? ok({
        ...values.value,
        svg: values.value.svg,
        png: values.value.png,
        files: values.value.files,
        script: script.value,
        dice: dice.map(Number),
      })
    : script;
};

/** Says what cannot be written, and leaves it at that. */
const written = (file: string, content: string | Uint8Array): boolean => {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return true;
  } catch {
    console.error(`${file} cannot be written.`);
    return false;
  }
};

interface PlayHouse {
  /** Where files go that nobody named a place for, if anywhere. */
  readonly dataDir: string | undefined;
  readonly caps: Caps;
  /** Hears of a line that failed inside; the table goes on. */
  readonly failed: (error: unknown) => void;
  /** Hears of what is to be closed at the end, before the stores are. */
  readonly opened: Shutdown['opened'];
}

/** Plays at the terminal until somebody leaves. Gives the exit code. */
export const runPracticeProgram = async (
  stores: Stores,
  given: PlayArguments,
  { dataDir, caps, failed, opened }: PlayHouse,
): Promise<number> => {
  const { table, services, overheard, close } = practiceHouse({
    stores,
    now: Date.now,
    newId: randomUUID,
    style: { colour: process.stdout.isTTY === true },
    ready: readyDice(given.dice),
    caps,
    onError: failed,
  });
  opened(close);
  const print = async (): Promise<void> => {
    for (const text of await overheard()) console.log(text);
  };
  opened(await startClock({ services, rung: print }));
  const folder = given.files ?? (dataDir && join(dataDir, 'files'));
  let last: Scene | undefined;
  const onReply = (reply: Reply): void => {
    last = reply.cards.findLast(({ picture }) => picture !== undefined)?.picture?.scene ?? last;
    if (folder === undefined) return;
    for (const { name, content } of reply.files) {
      const file = join(folder, name.replace(/[^\w.-]+/g, '_'));
      if (written(file, content)) console.log(`  (${file} is written.)`);
    }
  };
  let code = 0;
  if (given.script === undefined) {
    if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true });
    if (process.stdin.isTTY) console.log('The practice table. /help says what you can do; /quit leaves.');
    await runTerminal({ table, history: dataDir && join(dataDir, 'history'), onReply });
  } else {
    const { unexpected } = await playScript(given.script, table, console.log, onReply);
    for (const { line, text } of unexpected) console.error(`Line ${line}: ${text}`);
    code = unexpected.length === 0 ? 0 : 1;
  }
  const { svg, png } = given;
  if (last === undefined && (svg ?? png) !== undefined) console.error('No picture was shown, so none is written.');
  if (last !== undefined && svg !== undefined && !written(svg, sceneSvg(last))) code = 1;
  if (last !== undefined && png !== undefined && !written(png, await scenePng(last))) code = 1;
  return code;
};
