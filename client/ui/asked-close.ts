import { useState } from "react";

export type Closing = {
	/** Somebody closes the dialog, and what is typed would be lost. */
	asked?: { leave: () => void; stay: () => void } | undefined;
	/** The form says whether there is something to lose. */
	onDirty: (isDirty: boolean) => void;
};

/** Closing a dialog by any of its ways, which asks first where something is typed. `finish` closes it without. */
export function useAskedClose(onClose: () => void): { close: () => void; finish: () => void; closing: Closing } {
	const [isDirty, setIsDirty] = useState(false);
	const [isAsked, setIsAsked] = useState(false);
	const finish = () => {
		setIsAsked(false);
		setIsDirty(false);
		onClose();
	};
	return {
		close: isDirty ? () => setIsAsked(true) : finish,
		finish,
		closing: {
			asked: isDirty && isAsked ? { leave: finish, stay: () => setIsAsked(false) } : undefined,
			onDirty: setIsDirty,
		},
	};
}
