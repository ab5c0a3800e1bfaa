import { z } from 'zod';
import { errorMessage } from '../core/message.ts';

const adapterError = z.object({ cause: z.object({ originalMessage: z.string() }) });

const withCode = z.object({ code: z.string() });

/** By which code the system names what went wrong; nothing where it is no error of the system. */
export const errorCode = (error: unknown): string => withCode.safeParse(error).data?.code ?? '';

/** Is this the code of an error of the file system for want of a permission? */
export const isPermissionError = (code: string): boolean => /^(?:EACCES|EPERM|EROFS)$/.test(code);

/** Is this the code of an error of the file system for want of room? */
export const isDiskFullError = (code: string): boolean => /^(?:ENOSPC|EDQUOT)$/.test(code);

/** Why a file or folder could not be written, without a full stop. */
export const describeFileError = (code: string, path: string): string =>
  isDiskFullError(code)
    ? `there is no room left on the disk of ${path} (${code})`
    : `this user may not write ${path} (${code})`;

const writeError = z.object({
  code: z.string().refine((code) => isPermissionError(code) || isDiskFullError(code)),
  path: z.string(),
});

const failedFile = z.object({ code: z.string().optional(), errno: z.number() });

/** What an error of a driver, an adapter or the engine says, for a sentence of ours. */
export const describeDriverError = (error: unknown): string => {
  // Several addresses of one host were tried.
  if (error instanceof AggregateError) return describeDriverError(error.errors[0]);
  // PGlite's file system fails with objects that are no errors.
  const nodeFs = failedFile.safeParse(error).data;
  if (!(error instanceof Error) && nodeFs !== undefined) return `a file system error, ${nodeFs.code ?? nodeFs.errno}`;
  const unwritten = writeError.safeParse(error).data;
  if (unwritten !== undefined) return describeFileError(unwritten.code, unwritten.path);
  const said = adapterError.safeParse(error).data?.cause.originalMessage;
  const text = said ?? errorMessage(error);
  // The engine adds a trace of its own.
  return text
    .replace(/\n\s*0: .*$/s, '')
    .trim()
    .replace(/\s*\n\s*/g, ': ');
};
