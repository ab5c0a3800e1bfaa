import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startClock } from '../app/clock/clock-scheduler.ts';
import type { Reply } from '../app/replies/reply.ts';
import type { BattleCaps } from '../battle/decide/caps.ts';
import { createPresetDice } from '../battle/decide/hand-dice.ts';
import type { Stores } from '../campaign/stores.ts';
import { readTextFile } from '../console/practice-files.ts';
import { playScript } from '../console/scripted-play.ts';
import { runTerminal } from '../console/terminal.ts';
import { phrase } from '../core/message.ts';
import { scenePng } from '../discord/png.ts';
import { makeDataFolder } from '../persistence/data-folder-lock.ts';
import type { Scene } from '../presentation/scene.ts';
import { sceneSvg } from '../presentation/svg.ts';
import { loadInstalledLanguages } from './installed-languages.ts';
import { createPracticeApp } from './practice-app.ts';
import type { PlayArguments } from './practice-arguments.ts';
import type { Shutdown } from './shutdown.ts';
import { writeFileOrReport } from './write-file.ts';

const nothingTyped =
  'Without DISCORD_TOKEN this is the practice table, and nothing was typed. For the bot set the token, as .env.example shows.';

interface PracticeProgramParts {
  /** The default folder for files that replies contain. Undefined if these files should not be written. */
  readonly dataDir: string | undefined;
  readonly caps: BattleCaps;
  /** Called for a line that failed unexpectedly. The practice table continues. */
  readonly onFailure: (error: unknown) => void;
  /** Registers a function that closes resources at the end, before the stores are closed. */
  readonly onClose: Shutdown['onClose'];
}

/** Runs the practice table until a user quits. Returns the exit code. */
export const runPracticeProgram = async (
  stores: Stores,
  given: PlayArguments,
  { dataDir, caps, onFailure, onClose }: PracticeProgramParts,
): Promise<number> => {
  const languages = await loadInstalledLanguages(({ message }) => console.error(message));
  const { table, services, web, overheard, close } = createPracticeApp({
    languages,
    locale: given.language ?? Intl.DateTimeFormat().resolvedOptions().locale,
    readTextFile: readTextFile,
    stores,
    now: Date.now,
    newId: randomUUID,
    style: { colour: process.stdout.isTTY === true },
    presetDice: createPresetDice(given.dice),
    caps,
    onError: onFailure,
  });
  onClose(close);
  const print = async (): Promise<void> => {
    for (const text of await overheard()) console.log(text);
  };
  onClose(await startClock(services, print));
  const folder = given.files ?? (dataDir && join(dataDir, 'files'));
  let last: Scene | undefined;
  const onReply = (reply: Reply): void => {
    last = reply.cards.findLast(({ picture }) => picture !== undefined)?.picture?.scene ?? last;
    if (folder === undefined) return;
    for (const { name, content } of reply.files) {
      const file = join(folder, name.replace(/[^\w.-]+/g, '_'));
      if (writeFileOrReport(file, content)) console.log(`  (${file} is written.)`);
    }
  };
  let code = 0;
  if (given.script === undefined) {
    if (dataDir !== undefined) makeDataFolder(dataDir);
    if (process.stdin.isTTY) console.log('The practice table. /help says what you can do; /quit leaves.');
    if (given.web && process.stdin.isTTY) {
      // Loads the web server only if it is used.
      const { servePractice } = await import('./practice-web.ts');
      const served = await servePractice(web, onFailure);
      onClose(served.close);
      console.log(phrase`In your browser: ${served.address}`);
    }
    const isUsed = await runTerminal({ table, history: dataDir && join(dataDir, 'history'), onReply });
    // The bot was started without its token by something that types no commands.
    if (!isUsed && !process.stdin.isTTY) console.error(nothingTyped);
  } else {
    const { unexpected } = await playScript(given.script, table, console.log, onReply);
    for (const { line, text } of unexpected) console.error(`Line ${line}: ${text}`);
    code = unexpected.length === 0 ? 0 : 1;
  }
  const { svg, png } = given;
  if (last === undefined && (svg ?? png) !== undefined) console.error('No picture was shown, so none is written.');
  if (last !== undefined && svg !== undefined && !writeFileOrReport(svg, sceneSvg(last))) code = 1;
  if (last !== undefined && png !== undefined && !writeFileOrReport(png, await scenePng(last))) code = 1;
  return code;
};
