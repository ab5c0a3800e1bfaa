import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Backup } from './backup-file.ts';
import { createWriteError } from './data-folder-lock.ts';
import { describeDriverError } from './error-text.ts';

// An embedded database is open in one process only. Another one that wants a backup of it leaves a request in the folder of the
// data; the process that has the database takes the request away, makes the backup, and leaves an answer.

const requestSchema = z.strictObject({ file: z.string() });
const backupSchema = z.strictObject({ file: z.string(), bytes: z.int(), rows: z.int(), jobs: z.int() });
const answerSchema = z.union([z.strictObject({ backup: backupSchema }), z.strictObject({ problem: z.string() })]);
type Answer = z.output<typeof answerSchema>;

const requestName = /^backup\.([\da-f-]{36})\.request$/;
const answerName = /^backup\.[\da-f-]{36}\.done$/;
const requestOf = (dataDir: string, id: string): string => join(dataDir, `backup.${id}.request`);
const answerOf = (dataDir: string, id: string): string => join(dataDir, `backup.${id}.done`);

/** Nobody reads half of it. */
const written = async (file: string, content: unknown): Promise<void> => {
  await writeFile(`${file}.part`, JSON.stringify(content), { mode: 0o600 });
  await rename(`${file}.part`, file);
};

/** Age (milliseconds) after which nobody answers or reads it. A clock that jumps by an hour makes none so old. */
const forgottenAfter = 7_200_000;

const ageOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );

const answered = async (dataDir: string, id: string, make: (file: string) => Promise<Backup>): Promise<void> => {
  const request = requestOf(dataDir, id);
  const text = await readFile(request, 'utf8');
  await rm(request, { force: true });
  const answer = await Promise.resolve()
    .then(() => make(requestSchema.parse(JSON.parse(text)).file))
    .then(
      (backup): Answer => ({ backup }),
      (error): Answer => ({ problem: describeDriverError(error) }),
    );
  await written(answerOf(dataDir, id), answer);
};

/** Makes the backups that other processes ask for. Only for the process that has the database of that folder open. */
export const answerBackupRequests = async (dataDir: string, make: (file: string) => Promise<Backup>): Promise<void> => {
  for (const name of await readdir(dataDir).catch((): string[] => [])) {
    const [, id] = requestName.exec(name) ?? [];
    if (id === undefined && !answerName.test(name)) continue;
    const isForgotten = (await ageOf(join(dataDir, name))) > forgottenAfter;
    if (isForgotten) await rm(join(dataDir, name), { force: true });
    else if (id !== undefined) await answered(dataDir, id, make);
  }
};

const answerIn = async (file: string): Promise<Answer | undefined> => {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  await rm(file, { force: true });
  return answerSchema.parse(JSON.parse(text));
};

const takenBack = (request: string): Promise<boolean> =>
  unlink(request).then(
    () => true,
    () => false,
  );

/**
 * Asks the process that has the database for a backup. Without an answer where that process has left meanwhile; `hasLeft` is
 * asked about that. Throws a sentence where it does not answer, or could not make one.
 */
export const requestBackup = async (
  dataDir: string,
  file: string,
  hasLeft: () => Promise<boolean>,
  patience: number,
): Promise<Backup | undefined> => {
  const id = randomUUID();
  const request = requestOf(dataDir, id);
  await written(request, { file }).catch((error: NodeJS.ErrnoException) => {
    throw createWriteError(dataDir, error);
  });
  const end = performance.now() + patience;
  for (;;) {
    const answer = await answerIn(answerOf(dataDir, id));
    if (answer !== undefined) {
      if ('problem' in answer) throw new Error(answer.problem);
      return answer.backup;
    }
    if (await hasLeft()) {
      await rm(request, { force: true });
      return undefined;
    }
    // A request that is gone has been taken: however long it lasts, it is being answered.
    if (performance.now() > end && (await takenBack(request)))
      throw new Error(
        'The process that has the database open does not answer. Perhaps it is of an older release: stop it, and try again.',
      );
    await wait(200);
  }
};
