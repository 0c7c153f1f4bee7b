import { createContext, useContext, useLayoutEffect } from "react";

// Apart from the dialog, whose code a form on a page does not need.

export const HoldDialog = createContext<(isHeld: boolean) => void>(() => {});

/** Keeps the dialog around it open meanwhile, so that a failure of what is under way is seen. */
export function useHeldDialog(isHeld: boolean): void {
	const hold = useContext(HoldDialog);
	useLayoutEffect(() => {
		hold(isHeld);
		return () => hold(false);
	}, [hold, isHeld]);
}
