/** An error answer of Discord: HTTP status, code and message. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: number;
  readonly details: unknown;
  constructor(status: number, code: number, message: string, details?: unknown) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export const unknownChannel = () => new ApiError(404, 10003, 'Unknown Channel');
export const unknownMessage = () => new ApiError(404, 10008, 'Unknown Message');
export const unknownWebhook = () => new ApiError(404, 10015, 'Unknown Webhook');
export const unknownInteraction = () => new ApiError(404, 10062, 'Unknown interaction');
export const editsExhausted = () =>
  new ApiError(429, 30046, 'Maximum number of edits to messages older than 1 hour reached. Try again later');
export const acknowledged = () => new ApiError(400, 40060, 'Interaction has already been acknowledged.');
export const missingAccess = () => new ApiError(403, 50001, 'Missing Access');
export const emptyMessage = () => new ApiError(400, 50006, 'Cannot send an empty message');
export const cannotDm = () => new ApiError(403, 50007, 'Cannot send messages to this user');
export const missingPermissions = () => new ApiError(403, 50013, 'Missing Permissions');
export const archivedThread = () => new ApiError(400, 50083, 'Thread is archived');
export const invalidBody = (problems: readonly string[]) =>
  new ApiError(400, 50035, `Invalid Form Body: ${problems.join('; ')}`, problems);
