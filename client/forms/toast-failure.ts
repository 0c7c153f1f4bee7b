import { toast } from "sonner";
import { sentenceFor } from "../api/api-error";
import { reportQueryFailure } from "../api/error-funnel";
import { useRun } from "./action-dialog";

export function toastFailure(error: unknown): void {
	reportQueryFailure(error, true);
	toast.error(sentenceFor(error));
}

export function useToastedRun() {
	const { isBusy, run } = useRun();
	const toasted = (action: () => Promise<unknown>) =>
		run(() => action().catch((error: unknown) => toast.error(sentenceFor(error))));
	return { isBusy, run: toasted };
}
