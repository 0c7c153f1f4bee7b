import { createContext, useContext, useLayoutEffect } from "react";

// A file of its own: a form on a page does not need the dialog's code.

export const HoldDialog = createContext<(isHeld: boolean) => void>(() => {});

/** Keeps the surrounding dialog open, so that a failure is seen. */
export function useHeldDialog(isHeld: boolean): void {
	const hold = useContext(HoldDialog);
	useLayoutEffect(() => {
		hold(isHeld);
		return () => hold(false);
	}, [hold, isHeld]);
}
