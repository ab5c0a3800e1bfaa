import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { formatProgress, type OnProgress } from '../core/progress.ts';
import { err, ok, type Result } from '../core/result.ts';
import {
  backupRowsFormats,
  countRows,
  dumpRows,
  parseRowsFooter,
  type ReadableDatabase,
  type RowsCount,
  type RowsHeader,
  readRows,
  runInSnapshot,
  type SqlRunner,
} from './backup-rows.ts';
import { describeDriverError, describeFileError, errorCode, isDiskFullError } from './error-text.ts';
import { makeFolder } from './make-folder.ts';
import { migrationNames } from './migrate.ts';
import { release } from './release.ts';

/** What was written. */
export interface Backup extends Readonly<RowsCount> {
  readonly file: string;
  readonly bytes: number;
}

const chunkLength = 65_536;

/** Dumps everything, compressed. What else this process has to do comes in between: an embedded database would leave it no time. */
const dumped = async (query: SqlRunner, at: number, to: Writable, onProgress?: OnProgress): Promise<RowsCount> => {
  const total = onProgress === undefined ? 0 : await countRows(query);
  let done = 0;
  let last = '';
  async function* chunks(): AsyncGenerator<string> {
    let chunk = '';
    for await (const line of dumpRows(query, { release, at })) {
      chunk += `${line}\n`;
      last = line;
      onProgress?.(`Backing up: ${formatProgress(Math.min(done++, total), total, 'rows')}`);
      if (chunk.length < chunkLength) continue;
      yield chunk;
      chunk = '';
      await turn();
    }
    yield chunk;
  }
  await pipeline(chunks, createGzip(), to);
  return parseRowsFooter(last);
};

const writable = (write: (part: Buffer) => Promise<void>): Writable =>
  new Writable({
    write: (part: Buffer, _, done) => {
      write(part).then(() => done(), done);
    },
  });

/** A name in a folder is only sure once the folder is written, too. Windows opens no folders. */
const folderSynced = async (folder: string): Promise<void> => {
  const handle = await open(folder).catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
};

/** Writes a file aside that nobody else can read, and gives it its name when it is whole. */
const writtenWhole = async (file: string, fill: (handle: FileHandle) => Promise<RowsCount>): Promise<RowsCount> => {
  const aside = `${file}.part`;
  makeFolder(dirname(file), 0o700);
  await rm(aside, { force: true });
  try {
    const handle = await open(aside, 'wx', 0o600);
    const count = await fill(handle)
      .then(async (all) => {
        await handle.sync();
        return all;
      })
      .finally(() => handle.close());
    await rename(aside, file);
    await folderSynced(dirname(file));
    return count;
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
};

/** The one connection of an embedded database is held only while it is read: what was read is written afterwards. */
const filled = async (
  under: ReadableDatabase,
  handle: FileHandle,
  at: number,
  onProgress: OnProgress | undefined,
): Promise<RowsCount> => {
  const toFile = (part: Buffer): Promise<void> => handle.appendFile(part);
  if (under.kind === 'postgres')
    return runInSnapshot(under, (query) => dumped(query, at, writable(toFile), onProgress));
  const parts: Buffer[] = [];
  const toMemory = async (part: Buffer): Promise<void> => void parts.push(part);
  const count = await runInSnapshot(under, (query) => dumped(query, at, writable(toMemory), onProgress));
  await handle.writeFile(Buffer.concat(parts));
  return count;
};

/** Writes everything that is in an opened database to a new file. Throws a sentence where that cannot be done. */
export const writeBackup = async (
  under: ReadableDatabase,
  file: string,
  at: number,
  onProgress?: OnProgress,
): Promise<Backup> => {
  if (existsSync(file)) throw new Error(`${file} is there already: name another file for the backup.`);
  try {
    const count = await writtenWhole(file, (handle) => filled(under, handle, at, onProgress));
    return { file, bytes: (await stat(file)).size, ...count };
  } catch (error) {
    const code = errorCode(error);
    const words = isDiskFullError(code)
      ? describeFileError(code, dirname(file))
      : describeDriverError(error).replace(/\.$/, '');
    throw new Error(`The backup cannot be written to ${file}: ${words}.`, { cause: error });
  }
};

/** A file unpacks to more than a backup of its size holds. */
class TooLarge extends Error {}

/** Maximum length of a line, in characters. The longest real ones hold a picture or a snapshot of some megabytes. */
const maxLine = 2 ** 26;

/** Maximum number of bytes that a file unpacks to. Real backups shrink to a tenth or so. */
const maxUnpacked = (bytes: number): number => 2 ** 26 + 200 * bytes;

/** Passes bytes on. Throws if there are more than a backup of that size holds. */
async function* bounded(chunks: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let unpacked = 0;
  for await (const chunk of chunks) {
    unpacked += chunk.length;
    if (unpacked > most) throw new TooLarge();
    yield chunk;
  }
}

/** Splits into lines that are not blank. By line feeds alone: a text may hold other ends of lines. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const [first = '', ...more] = decoder.decode(chunk, { stream: true }).split(/\n+/);
    rest.push(first);
    length += first.length;
    if (length > maxLine) throw new TooLarge();
    const last = more.pop();
    if (last === undefined) continue;
    yield* [rest.join(''), ...more].filter((line) => line !== '');
    rest = [last];
    length = last.length;
  }
  if (length > 0) yield rest.join('');
}

/** Hands over the lines of a backup. Throws where it is damaged. */
export const readBackup = async <T>(file: string, read: (lines: AsyncIterable<string>) => Promise<T>): Promise<T> => {
  const most = maxUnpacked((await stat(file)).size);
  return pipeline(createReadStream(file), createGunzip({ chunkSize: chunkLength }), (chunks: AsyncIterable<Buffer>) =>
    read(linesOf(bounded(chunks, most))),
  );
};

const anyHeader = z.looseObject({ format: z.string(), release: z.string(), migrations: z.array(z.string()) });

const jsonIn = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

const noBackup = 'is no backup of the Brotherhood Master.';

const systemError = z.object({ code: z.string(), syscall: z.string() });

/** What is wrong with a file that cannot be read to its end. */
const damage = (error: unknown): string => {
  if (error instanceof TooLarge) return 'unpacks to more than a backup of its size holds: nothing was restored.';
  if (error instanceof z.ZodError || error instanceof SyntaxError) return 'is damaged: a line of it cannot be read.';
  const { code } = systemError.safeParse(error).data ?? {};
  if (code !== undefined) return `cannot be read (${code}).`;
  const words = describeDriverError(error);
  return words === 'incorrect header check' ? noBackup : `is damaged: ${words.replace(/\.$/, '')}.`;
};

/** Why a dump that begins like this cannot be restored by this release. */
const unfit = (line: string, known: readonly string[]): string | undefined => {
  const header = anyHeader.safeParse(jsonIn(line)).data;
  if (header === undefined || !/^brotherhood-master\/rows@\d+$/.test(header.format)) return noBackup;
  const isKnown = backupRowsFormats.some((format) => format === header.format);
  return isKnown && header.migrations.every((name) => known.includes(name))
    ? undefined
    : `was written by release ${header.release}, and this is ${release}: restore it with that release or a later one.`;
};

/** Reads a whole backup: what it is, or a sentence for why it cannot be restored. */
export const checkBackup = async (
  file: string,
): Promise<Result<RowsCount & { readonly header: RowsHeader }, string>> => {
  const known = await migrationNames();
  let problem: string | undefined;
  async function* judged(lines: AsyncIterable<string>): AsyncGenerator<string> {
    let isFirst = true;
    for await (const line of lines) {
      if (isFirst) problem = unfit(line, known);
      if (problem !== undefined) return;
      isFirst = false;
      yield line;
    }
  }
  try {
    return ok(await readBackup(file, (lines) => readRows(judged(lines))));
  } catch (error) {
    return err(`${file} ${problem ?? damage(error)}`);
  }
};
