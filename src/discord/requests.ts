import { DefaultRestOptions, type RESTOptions } from 'discord.js';

type Send = RESTOptions['makeRequest'];

interface Encoded {
  readonly bytes: Uint8Array;
  /** With the boundary between its parts. */
  readonly type: string;
}

/** Each form is encoded once, however often it is sent. */
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

/**
 * Every request to Discord's REST API goes through here. Files are sent as bytes: the HTTP client throws outside of any
 * promise when the stream it makes of a form is cut short, by an answer before its end or a broken connection.
 */
export const makeRequest: Send = async (url, init) => {
  if (!(init.body instanceof FormData)) return DefaultRestOptions.makeRequest(url, init);
  const { bytes, type } = await encodedOnce(init.body);
  return DefaultRestOptions.makeRequest(url, {
    ...init,
    body: bytes,
    headers: { ...init.headers, 'content-type': type },
  });
};
