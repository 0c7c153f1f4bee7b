import { toast } from "sonner";
import { sentenceFor } from "../api/api-error";
import { reportQueryFailure } from "../api/error-funnel";

/** Longer than other toasts stand: there is something to decide. */
const undoMs = 15_000;

type UndoToast = {
	/** What was done, as `12 devices archived`. */
	message: string;
	/** Takes it back; resolves with what to say then. */
	onUndo: () => Promise<string>;
};

/** Says that something is done and offers to take it back. It outlives the screen that did it. */
export function undoToast({ message, onUndo }: UndoToast): void {
	const undo = async () => {
		try {
			toast.success(await onUndo());
		} catch (error) {
			reportQueryFailure(error, true);
			toast.error(sentenceFor(error));
		}
	};
	toast.success(message, { duration: undoMs, action: { label: "Undo", onClick: () => void undo() } });
}
