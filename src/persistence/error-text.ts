import { z } from 'zod';
import { errorMessage } from '../core/message.ts';

const adapterError = z.object({ cause: z.object({ originalMessage: z.string() }) });

const withCode = z.object({ code: z.string() });

/** The operating system's code of an error, like ENOENT. Empty if there is none. */
export const errorCode = (error: unknown): string => withCode.safeParse(error).data?.code ?? '';

/** True if the code means a missing permission. */
export const isPermissionError = (code: string): boolean => /^(?:EACCES|EPERM|EROFS)$/.test(code);

export const isDiskFullError = (code: string): boolean => /^(?:ENOSPC|EDQUOT)$/.test(code);

/** Describes why a file or folder could not be written, without a full stop. */
export const describeFileError = (code: string, path: string): string =>
  isDiskFullError(code)
    ? `there is no room left on the disk of ${path} (${code})`
    : `this user may not write ${path} (${code})`;

const writeError = z.object({
  code: z.string().refine((code) => isPermissionError(code) || isDiskFullError(code)),
  path: z.string(),
});

const failedFile = z.object({ code: z.string().optional(), errno: z.number() });

/** Describes an error of a database driver or engine, to use inside a sentence. */
export const describeDriverError = (error: unknown): string => {
  // The host has several addresses, and all were tried.
  if (error instanceof AggregateError) return describeDriverError(error.errors[0]);
  // PGlite's file system throws objects that are no errors.
  const nodeFs = failedFile.safeParse(error).data;
  if (!(error instanceof Error) && nodeFs !== undefined) return `a file system error, ${nodeFs.code ?? nodeFs.errno}`;
  const unwritten = writeError.safeParse(error).data;
  if (unwritten !== undefined) return describeFileError(unwritten.code, unwritten.path);
  const said = adapterError.safeParse(error).data?.cause.originalMessage;
  const text = said ?? errorMessage(error);
  // The engine appends its own stack trace to the message.
  return text
    .replace(/\n\s*0: .*$/s, '')
    .trim()
    .replace(/\s*\n\s*/g, ': ');
};
