import { DefaultRestOptions, type RESTOptions } from 'discord.js';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { discordCodes } from './failure.ts';

type Send = RESTOptions['makeRequest'];
type Answer = Awaited<ReturnType<Send>>;

interface Encoded {
  readonly bytes: Uint8Array;
  /** The content type of the encoded form, which names the form's boundary. */
  readonly type: string;
}

/** Encoded forms by form, so that a form is not encoded again for a retry. */
const forms = new WeakMap<FormData, Promise<Encoded>>();

const encode = async (form: FormData): Promise<Encoded> => {
  const encoded = new Response(form);
  return { bytes: await encoded.bytes(), type: encoded.headers.get('content-type') ?? '' };
};

const encodedOnce = (form: FormData): Promise<Encoded> => {
  const there = forms.get(form) ?? encode(form);
  forms.set(form, there);
  return there;
};

/** Sends a request with its form encoded as bytes. If a form's stream broke, it would throw outside any promise. */
const send: Send = async (url, init) => {
  // Node.js loads its form code at the first use of `FormData`, so check for other bodies first.
  if (!init.body || typeof init.body === 'string' || !(init.body instanceof FormData))
    return DefaultRestOptions.makeRequest(url, init);
  const { bytes, type } = await encodedOnce(init.body);
  return DefaultRestOptions.makeRequest(url, {
    ...init,
    body: bytes,
    headers: { ...init.headers, 'content-type': type },
  });
};

/** First answers to interactions that Discord may have accepted, although the request failed. */
const doubtful = new LRUCache<string, true>({ max: 1000 });

const refusal = z.object({ code: z.number() });

/** A response whose body was already read, with the body added. */
const readAnswer = (answer: Answer, body: unknown): Answer => ({ ...answer, json: async () => body });

const taken = (answer: Answer): Answer => ({
  ...answer,
  status: 204,
  statusText: 'No Content',
  ok: true,
  json: async () => undefined,
});

/** The path of a request that sends the first answer to an interaction. Undefined for other requests. */
const firstAnswer = (url: string): string | undefined => /\/interactions\/\d+\/[^/?]+\/callback/.exec(url)?.[0];

/** Sends a request to Discord. If a retried first answer is “already acknowledged”, the first try had succeeded. */
export const makeRequest: Send = async (url, init) => {
  const path = firstAnswer(url);
  if (path === undefined) return send(url, init);
  let answer: Answer;
  try {
    answer = await send(url, init);
  } catch (error) {
    doubtful.set(path, true);
    throw error;
  }
  if (answer.status >= 500) doubtful.set(path, true);
  if (answer.status !== 400 || !doubtful.has(path)) return answer;
  const body: unknown = await answer.json();
  return refusal.safeParse(body).data?.code === discordCodes.acknowledged ? taken(answer) : readAnswer(answer, body);
};
