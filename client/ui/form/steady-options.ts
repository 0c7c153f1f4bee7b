import { useState } from "react";

/**
 * Fixed while the list is open: Enter takes the option at the marked position, so none may move, whatever is loaded
 * meanwhile.
 */
export function useSteadyOptions<Option>(current: Option[]) {
	const [held, setHeld] = useState<Option[] | null>(null);
	return {
		data: held ?? current,
		onDropdownOpen: () => setHeld(current),
		onDropdownClose: () => setHeld(null),
	};
}
