import { useEffect, useState } from "react";
import { hasUnsavedChanges } from "../ui/form/unsaved-changes";
import { t } from "../words/made/forms";

const toastId = "kept-form";

/** Null: the form is available. A form with input stays when its right is lost, so that the input can be copied. */
export function useStableDenial(denial: string | null): string | null {
	const [shown, setShown] = useState(denial);
	const isKept = denial !== null && shown === null && hasUnsavedChanges();
	if (!isKept && shown !== denial) setShown(denial);
	useEffect(() => {
		if (!isKept) return;
		// Loaded here, so that no screen waits for the code of toasts.
		const toasts = import("sonner");
		const text = t("denial.kept", { denial });
		void toasts.then(({ toast }) => toast.warning(text, { id: toastId, duration: Number.POSITIVE_INFINITY }));
		return () => void toasts.then(({ toast }) => toast.dismiss(toastId));
	}, [isKept, denial]);
	return isKept ? null : denial;
}
