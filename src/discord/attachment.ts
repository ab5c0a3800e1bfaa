import { type DecodedText, decodeText } from '../core/decode-text.ts';
import { err, ok, type Result } from '../core/message.ts';

const discordHosts = ['cdn.discordapp.com', 'media.discordapp.net'];
/** Maximum size of a file, unless a command sets another maximum (bytes). */
const defaultMaxBytes = 256 * 1024;
const downloadTimeout = 10_000;

/** Hosts that attachments may come from: Discord's, and a local one in tests. */
export const attachmentHosts = (api: string | undefined): readonly string[] =>
  api === undefined ? discordHosts : [...discordHosts, new URL(api).host];

const sizeText = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${Math.floor(bytes / 1024 / 1024)} MB` : `${Math.floor(bytes / 1024)} KB`;

const tooLarge = (name: string, most: number): Result<never, string> =>
  err(`The file ${name} is too large: at most ${sizeText(most)} can be read.`);

/** Downloads an attachment. Fails with a sentence if the file is too large or cannot be loaded. */
const attachmentBytes = async (
  { name, url, size }: { readonly name: string; readonly url: string; readonly size: number },
  hosts: readonly string[],
  most: number,
): Promise<Result<Buffer, string>> => {
  if (!hosts.includes(new URL(url).host)) return err(`The file ${name} is not kept by Discord and was not read.`);
  if (size > most) return tooLarge(name, most);
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(downloadTimeout) });
    if (!response.ok || response.body === null) return err(`The file ${name} could not be fetched; attach it again.`);
    const chunks: Uint8Array[] = [];
    let read = 0;
    for await (const chunk of response.body) {
      read += chunk.length;
      if (read > most) return tooLarge(name, most);
      chunks.push(chunk);
    }
    return ok(Buffer.concat(chunks));
  } catch {
    return err(`The file ${name} could not be fetched; attach it again.`);
  }
};

/** Downloads an attachment as text, or a binary one with one character per byte. Fails with a sentence. */
export const attachmentText = async (
  attachment: Parameters<typeof attachmentBytes>[0],
  hosts: readonly string[],
  { most = defaultMaxBytes, binary = false }: { readonly most?: number | undefined; readonly binary?: boolean } = {},
): Promise<Result<DecodedText, string>> => {
  const bytes = await attachmentBytes(attachment, hosts, most);
  if (!bytes.ok) return bytes;
  if (binary) return ok({ text: bytes.value.toString('latin1'), note: undefined });
  const decoded = decodeText(bytes.value);
  return decoded === undefined
    ? err(`The file ${attachment.name} is not a text in UTF-8; save it so and attach it again.`)
    : ok(decoded);
};
