import { toast } from "sonner";
import { sentenceFor } from "../api/api-error";
import { reportQueryFailure } from "../api/error-funnel";
import { t } from "../words/made/forms";

/** Longer than other toasts, to leave time to decide. */
const undoMs = 15_000;

type UndoToast = {
	message: string;
	onUndo: () => Promise<string>;
};

export function undoToast({ message, onUndo }: UndoToast): void {
	const undo = async () => {
		try {
			toast.success(await onUndo());
		} catch (error) {
			reportQueryFailure(error, true);
			toast.error(sentenceFor(error));
		}
	};
	toast.success(message, { duration: undoMs, action: { label: t("undo"), onClick: () => void undo() } });
}
