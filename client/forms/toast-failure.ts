import { toast } from "sonner";
import { sentenceFor } from "../api/api-error";
import { reportQueryFailure } from "../api/error-funnel";

export function toastFailure(error: unknown): void {
	reportQueryFailure(error, true);
	toast.error(sentenceFor(error));
}
