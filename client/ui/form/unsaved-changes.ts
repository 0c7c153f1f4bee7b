import { useEffect } from "react";

const dirtyForms = new Set<symbol>();

export function hasUnsavedChanges(): boolean {
	return dirtyForms.size > 0;
}

/** Input in a dialog's form is not tracked, and closing the dialog does not ask. */
export function hasOpenDialogForm(): boolean {
	return document.querySelector("[role=dialog] form") !== null;
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
	event.preventDefault();
}

/** While a form is dirty, closing the tab asks and a new version waits. */
export function useUnsavedChanges(isDirty: boolean): void {
	useEffect(() => {
		if (!isDirty) return;
		const form = Symbol("form");
		dirtyForms.add(form);
		window.addEventListener("beforeunload", askBeforeLeaving);
		return () => {
			dirtyForms.delete(form);
			window.removeEventListener("beforeunload", askBeforeLeaving);
		};
	}, [isDirty]);
}
