// What the server refused, in the reader's language.
import { t } from '../i18n/index.svelte';
import { ApiError } from './api';
import { OfflineError, RefusedError } from './socket.svelte';
import { toast } from './toasts.svelte';

/** A sentence for something that went wrong. */
export function sentence(error: unknown): string {
  if (error instanceof RefusedError) return t.problems[error.refused.code];
  if (error instanceof ApiError) return error.problem ? t.problems[error.problem.code] : t.problems.offline;
  if (error instanceof OfflineError) return t.problems.offline;
  throw error;
}

/** Shows what went wrong, for a promise that nobody waits for. */
export function report(error: unknown): void {
  toast(sentence(error), 'danger');
}
