// What the server refused, in the reader's language, with the rules that say so.
import { t } from '../i18n/index.svelte';
import type { Explanation } from '../rules/citations';
import { problemReason } from '../rules/reasons';
import { ApiError, HereError } from './api';
import { OfflineError, RefusedError } from './socket.svelte';
import { toast } from './toasts.svelte';

/** A sentence for something that went wrong. */
function explain(error: unknown): Explanation {
  if (error instanceof RefusedError) return problemReason(error.refused);
  if (error instanceof ApiError && error.problem) return problemReason(error.problem);
  if (error instanceof HereError) return { text: t.problems.here, rules: [] };
  if (error instanceof ApiError || error instanceof OfflineError) return { text: t.problems.offline, rules: [] };
  throw error;
}

/** Shows what went wrong, for a promise that nobody waits for. */
export function report(error: unknown): void {
  const { text, rules } = explain(error);
  toast(text, 'danger', rules);
}
