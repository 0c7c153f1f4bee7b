import { toast } from "sonner";
import { t } from "../words/made/forms";
import { toastFailure } from "./toast-failure";

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
			toastFailure(error);
		}
	};
	toast.success(message, { duration: undoMs, action: { label: t("undo"), onClick: () => void undo() } });
}
